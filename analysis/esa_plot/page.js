// SPDX-License-Identifier: GPL-2.0-only
// Shows one figure at a time, filters the drawings and the tables, and says the value of a point that
// is pointed at or chosen by the arrow keys. #data has the points of each drawing.
"use strict";
(() => {
  const REACH = 30; // units of a drawing
  const byId = (id) => document.getElementById(id);
  const panels = JSON.parse(byId("data").textContent).map((panel) => {
    const box = byId(panel.id);
    return {...panel, box, drawing: box.querySelector("svg"), shown: panel.spots};
  });
  const boxes = [...document.querySelectorAll("input[data-filter]")];
  const isHidden = (marks) => boxes.some((box) => !box.checked && marks[box.dataset.filter] === box.value);

  function closeTip() {
    byId("tip").hidden = true;
    document.querySelectorAll(".chosen").forEach((ring) => ring.remove());
  }

  function openTip({drawing}, spot, aloud) {
    closeTip();
    const ring = document.createElementNS("http://www.w3.org/2000/svg", "circle");
    for (const [name, value] of Object.entries({class: "chosen", cx: spot.at[0], cy: spot.at[1], r: 6})) {
      ring.setAttribute(name, value);
    }
    drawing.append(ring);
    const tip = byId("tip");
    tip.textContent = spot.text;
    tip.hidden = false;
    const at = ring.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    const above = at.top - tip.offsetHeight - 6;
    tip.style.left = `${Math.max(8, Math.min(at.right, wide - tip.offsetWidth - 8)) + scrollX}px`;
    tip.style.top = `${(above < 0 ? at.bottom + 6 : above) + scrollY}px`;
    if (aloud) byId("said").textContent = spot.text;
  }

  // pointing, touching and arrow keys
  function listen(panel) {
    const {drawing} = panel;
    let place = -1;
    const nearest = (event) => {
      const at = new DOMPoint(event.clientX, event.clientY)
        .matrixTransform(drawing.getScreenCTM().inverse());
      const away = (spot) => Math.hypot(spot.at[0] - at.x, spot.at[1] - at.y);
      const best = panel.shown.reduce((a, b) => (a && away(a) <= away(b) ? a : b), null);
      if (best && away(best) < REACH) openTip(panel, best, false); else closeTip();
    };
    drawing.addEventListener("pointermove", nearest);
    drawing.addEventListener("pointerdown", nearest);
    drawing.addEventListener("pointerleave", closeTip);
    drawing.addEventListener("blur", closeTip);
    drawing.addEventListener("keydown", (event) => {
      const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
      if (event.key === "Escape") closeTip();
      if (!step) return;
      event.preventDefault();
      const count = panel.shown.length;
      place = place < 0 ? 0 : (place + step + count) % count;
      openTip(panel, panel.shown[place], true);
    });
  }

  function show() {
    closeTip();
    const select = byId("figure");
    const chosen = select ? select.value : "0";
    for (const panel of panels) {
      panel.shown = panel.spots.filter((spot) => !isHidden(spot));
      panel.box.hidden = panel.box.dataset.figure !== chosen || !panel.shown.length;
      for (const spot of panel.spots) {
        for (const part of panel.drawing.querySelectorAll(`[id^="${spot.mark}-"]`)) {
          part.style.display = isHidden(spot) ? "none" : "";
        }
      }
    }
    for (const legend of document.querySelectorAll("[data-legend]")) {
      legend.hidden = legend.dataset.legend !== chosen;
    }
    byId("empty").hidden = panels.some((panel) => !panel.box.hidden);
    for (const table of document.querySelectorAll(".table")) {
      // that of an answer belongs to all figures
      table.hidden = "figure" in table.dataset && table.dataset.figure !== chosen;
      for (const row of table.querySelectorAll("tbody tr")) row.hidden = isHidden(row.dataset);
    }
  }

  panels.forEach(listen);
  byId("controls").addEventListener("change", show);
  show();
})();

// SPDX-License-Identifier: GPL-2.0-only
// Draws the figures of #data in as much width as there is, filters them and the tables, and says
// the value of a mark that is pointed at or chosen by the arrow keys.
(() => {
  const {svg, number, steps, tickText, marker} = esaSvg;
  const figures = JSON.parse(document.getElementById("data").textContent);
  const byId = (id) => document.getElementById(id);
  const boxes = [...document.querySelectorAll("input[data-filter]")];
  const HEIGHT = 290, TOP = 12, BOTTOM = 48, RIGHT = 14;
  const LETTER = 6.6, BAR_SHARE = 0.8, HALF_CAP = 3, REACH = 40;

  // what is not chosen: filter name -> set of values
  function hidden() {
    const sets = {};
    for (const box of boxes) {
      if (!box.checked) (sets[box.dataset.filter] ||= new Set()).add(box.value);
    }
    return sets;
  }

  const isHidden = (marks, sets) =>
    Object.entries(sets).some(([name, values]) => values.has(marks[name]));

  // the scales of a panel of a width: functions from values to pixels, and the frame
  function frame(figure, panelRange, width) {
    const bottom = HEIGHT - BOTTOM;
    const [low, high] = figure.yRange;
    const ticks = steps(low, high, 5);
    const left = 26 + LETTER * Math.max(...ticks.map((tick) => tickText(tick).length));
    let [first, last] = panelRange;
    if (first === last) { first -= 0.5; last += 0.5; }
    const scale = figure.log ? Math.log : (value) => value;
    const margin = figure.kind === "line" ? 12 : 0;
    const inner = width - left - RIGHT - 2 * margin;
    const x = (value) => left + margin +
      inner * (scale(value) - scale(first)) / (scale(last) - scale(first));
    const y = (value) => bottom - (bottom - TOP) * (value - low) / (high - low);
    return {x, y, ticks, left, bottom, right: width - RIGHT, first, last};
  }

  function axes(figure, area, parent) {
    for (const tick of area.ticks) {
      const y = area.y(tick);
      svg("line", {class: "grid", x1: area.left, x2: area.right, y1: y, y2: y}, parent);
      svg("text", {x: area.left - 5, y: y + 4, "text-anchor": "end"}, parent, tickText(tick));
    }
    let places;
    if (figure.kind === "cdf") {
      places = steps(area.first, area.last, 4).map((value) => [value, tickText(value)]);
    } else {
      const shown = figure.kind === "line" ? figure.ticks : figure.xValues.keys();
      places = [...shown].map((k) => [figure.xValues[k], figure.xNames[k]]);
    }
    let end = -Infinity;
    for (const [value, name] of places) {
      const x = area.x(value);
      svg("line", {class: "axis", x1: x, x2: x, y1: area.bottom, y2: area.bottom + 4}, parent);
      const half = name.length * LETTER / 2;
      if (x - half < end) continue; // would cover the name before it
      end = x + half + 4;
      svg("text", {x, y: area.bottom + 18, "text-anchor": "middle"}, parent, name);
    }
    svg("line", {class: "axis", x1: area.left, x2: area.left, y1: TOP, y2: area.bottom}, parent);
    svg("line",
      {class: "axis", x1: area.left, x2: area.right, y1: area.bottom, y2: area.bottom}, parent);
    const middle = (area.left + area.right) / 2;
    svg("text", {x: middle, y: HEIGHT - 6, "text-anchor": "middle"}, parent, figure.xLabel);
    const high = (TOP + area.bottom) / 2;
    svg("text", {x: 12, y: high, "text-anchor": "middle", transform: `rotate(-90 12 ${high})`},
      parent, figure.yLabel);
  }

  // shades what is below the reference
  function below(text, area, y, parent) {
    const [width, height] = [area.right - area.left, area.bottom - y];
    svg("rect", {class: "below", x: area.left, y, width, height}, parent);
    svg("text", {x: area.right - 4, y: area.bottom - 6, "text-anchor": "end"}, parent, text);
  }

  function interval(x, low, high, area, colour, parent) {
    if (low === null) return;
    const [top, bottom] = [area.y(high), area.y(low)];
    const path = `M${x} ${bottom}V${top}M${x - HALF_CAP} ${top}h${2 * HALF_CAP}` +
      `M${x - HALF_CAP} ${bottom}h${2 * HALF_CAP}`;
    svg("path", {d: path, stroke: colour, fill: "none"}, parent);
  }

  // draws the points of a line; returns where they are
  function drawLine(figure, line, points, area, offset, barWidth, parent) {
    const stroke = {
      stroke: line.look.colour, fill: "none", "stroke-width": 1.75,
      "stroke-dasharray": line.look.dashes.join(" "),
    };
    const spots = points.map((point) => {
      const [x, mean] = point.v;
      return {point, line, x: area.x(x) + offset, y: area.y(mean)};
    });
    if (figure.kind === "line") {
      svg("polyline", {points: spots.map((s) => `${s.x},${s.y}`).join(" "), ...stroke}, parent);
    } else if (figure.kind === "cdf") {
      let path = `M${spots[0].x} ${area.y(0)}`;
      for (const spot of spots) path += `H${spot.x}V${spot.y}`;
      svg("path", {d: path, ...stroke}, parent);
    }
    const every = figure.kind === "cdf" ? Math.ceil(spots.length / 12) : 1;
    spots.forEach((spot, place) => {
      const ofPlace = figure.placeLooks[String(spot.point.v[0])];
      const look = ofPlace || line.look;
      const [, , low, high] = spot.point.v;
      if (figure.kind === "bar") {
        const zero = area.y(figure.reference === null ? 0 : figure.reference);
        const box = {
          x: spot.x - barWidth / 2, width: barWidth, y: Math.min(zero, spot.y),
          height: Math.max(1, Math.abs(zero - spot.y)), fill: look.colour, "fill-opacity": 0.75,
        };
        svg("rect", box, parent);
        interval(spot.x, low, high, area, "#1f2328", parent);
      } else if (figure.kind === "line") {
        interval(spot.x, low, high, area, look.colour, parent);
      }
      // a bar whose place is named needs no mark
      if (!ofPlace && place % every === 0) {
        marker(look.marker, spot.x, spot.y, 4, look.colour, parent);
      }
    });
    return spots;
  }

  function spoken(figure, panel, spot) {
    const [, mean, low, high] = spot.point.v;
    const heads = [panel.name, spot.line.name].filter((text) => text);
    if (figure.kind === "cdf") {
      const share = number(100 * mean);
      heads.push(`${figure.xLabel}: ${spot.point.at}`, `${share} % are not larger`);
      return heads.join("\n");
    }
    const range = low === null ? "" : `\n95 %: ${number(low)} to ${number(high)}`;
    const seeds = `${spot.point.n} seed${spot.point.n === 1 ? "" : "s"}`;
    if (!heads.includes(spot.point.at)) heads.push(`${figure.xLabel}: ${spot.point.at}`);
    return `${heads.join("\n")}\n${figure.yLabel}: ${number(mean)}${range}\n${seeds}`;
  }

  function closeTip() {
    byId("tip").hidden = true;
    document.querySelectorAll(".chosen").forEach((ring) => ring.remove());
  }

  function openTip(figure, panel, drawing, spot, aloud) {
    closeTip();
    svg("circle", {class: "chosen", cx: spot.x, cy: spot.y, r: 8}, drawing);
    const tip = byId("tip");
    tip.textContent = spoken(figure, panel, spot);
    tip.hidden = false;
    const box = drawing.getBoundingClientRect();
    const wide = document.documentElement.clientWidth;
    const left = Math.min(box.left + spot.x + 12, wide - tip.offsetWidth - 8);
    const above = box.top + spot.y - tip.offsetHeight - 12;
    const top = above < 0 ? box.top + spot.y + 14 : above;
    tip.style.left = `${Math.max(8, left) + scrollX}px`;
    tip.style.top = `${top + scrollY}px`;
    if (aloud) byId("said").textContent = tip.textContent;
  }

  // pointing, touching and arrow keys
  function listen(figure, panel, drawing, spots) {
    let place = -1;
    const nearest = (event) => {
      const box = drawing.getBoundingClientRect();
      const [x, y] = [event.clientX - box.left, event.clientY - box.top];
      let [best, distance] = [null, REACH];
      for (const spot of spots) {
        const away = Math.hypot(spot.x - x, spot.y - y);
        if (away < distance) [best, distance] = [spot, away];
      }
      if (best) openTip(figure, panel, drawing, best, false); else closeTip();
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
      place = place < 0 ? 0 : (place + step + spots.length) % spots.length;
      openTip(figure, panel, drawing, spots[place], true);
    });
  }

  function emptyPanel(panel) {
    const box = document.createElement("figure");
    if (panel.name) {
      const caption = document.createElement("figcaption");
      caption.textContent = panel.name;
      box.append(caption);
    }
    byId("panels").append(box);
    return box;
  }

  function drawPanel(figure, panel, lines, range, box) {
    const width = Math.max(240, box.clientWidth);
    const names = lines.map((entry) => entry.line.name).filter((name) => name).join(", ");
    const drawing = svg("svg", {
      viewBox: `0 0 ${width} ${HEIGHT}`, height: HEIGHT, role: "img", tabindex: 0,
      "aria-label": `${panel.name ? panel.name + ": " : ""}${figure.yLabel} by ${figure.xLabel}` +
        `${names ? " of " + names : ""}. The table below has the values.`,
    });
    box.append(drawing);
    if (esaRows.needed(figure, width)) {
      listen(figure, panel, drawing, esaRows.draw(figure, lines, width, drawing));
      return;
    }
    const area = frame(figure, range, width);
    axes(figure, area, drawing);
    if (figure.reference !== null) {
      const y = area.y(figure.reference);
      if (figure.below) below(figure.below, area, y, drawing);
      svg("line", {class: "reference", x1: area.left, x2: area.right, y1: y, y2: y}, drawing);
    }
    const slot = figure.kind === "bar" ? BAR_SHARE * (area.x(1) - area.x(0)) / lines.length : 0;
    const spots = lines.flatMap(({line, points}, place) => {
      const offset = (place - (lines.length - 1) / 2) * slot;
      return drawLine(figure, line, points, area, offset, slot * 0.92, drawing);
    });
    listen(figure, panel, drawing, spots);
  }

  function drawLegend(entries) {
    const legend = byId("legend");
    legend.replaceChildren();
    for (const [name, look] of entries) {
      const item = document.createElement("li");
      const sign = svg("svg", {width: 30, height: 14, "aria-hidden": "true"}, item);
      svg("line", {
        x1: 0, x2: 30, y1: 7, y2: 7, stroke: look.colour, "stroke-width": 1.75,
        "stroke-dasharray": look.dashes.join(" "),
      }, sign);
      marker(look.marker, 15, 7, 4, look.colour, sign);
      item.append(name);
      legend.append(item);
    }
    legend.hidden = entries.size < 2;
  }

  function draw() {
    closeTip();
    const select = byId("figure");
    const place = select ? Number(select.value) : 0;
    const figure = figures[place];
    const sets = hidden();
    const shown = figure.panels.map((panel) => ({
      panel,
      lines: panel.lines
        .map((line) => ({line, points: line.points.filter((point) => !isHidden(point, sets))}))
        .filter((entry) => entry.points.length),
    })).filter((entry) => entry.lines.length);
    const entries = new Map();
    for (const {lines} of shown) {
      for (const {line} of lines) if (line.name) entries.set(line.name, line.look);
    }
    drawLegend(entries);
    byId("panels").replaceChildren();
    byId("empty").hidden = shown.length > 0;
    const all = shown.flatMap((entry) => entry.lines.flatMap((each) => each.points));
    let values = all.map((point) => point.v[0]);
    if (figure.kind === "bar") values = [-0.5, figure.xValues.length - 0.5];
    const range = values.reduce(([low, high], value) =>
      [Math.min(low, value), Math.max(high, value)], [Infinity, -Infinity]);
    if (figure.kind === "cdf" && range[0] > 0 && range[0] < 0.5 * range[1]) range[0] = 0;
    // all panels have the same axes, so that they compare; they all have to be there before one is
    // drawn, because they share the width
    const panels = shown.map((entry) => emptyPanel(entry.panel));
    shown.forEach(({panel, lines}, k) => drawPanel(figure, panel, lines, range, panels[k]));
    for (const table of document.querySelectorAll(".table")) {
      // that of an answer belongs to all figures
      table.hidden = "figure" in table.dataset && Number(table.dataset.figure) !== place;
      const rows = table.querySelectorAll("tbody tr");
      for (const row of rows) row.hidden = isHidden(row.dataset, sets);
    }
  }

  byId("controls").addEventListener("change", draw);
  let width = innerWidth;
  addEventListener("resize", () => {
    if (innerWidth !== width) { width = innerWidth; draw(); }
  });
  draw();
})();

// SPDX-License-Identifier: GPL-2.0-only
// What the page draws with: elements of SVG, marks, round steps of an axis, and texts of numbers.
"use strict";
const esaSvg = (() => {
  function svg(name, attributes, parent, text) {
    const node = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
    if (text !== undefined) node.textContent = text;
    if (parent) parent.append(node);
    return node;
  }

  function number(value) {
    if (value === null) return "-";
    if (Number.isInteger(value)) return String(value);
    const text = value.toPrecision(5);
    return text.includes("e") ? text : String(Number(text));
  }

  // round steps of an axis from low to high
  function steps(low, high, most) {
    const rough = (high - low) / most;
    const size = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 2.5, 5, 10].map((f) => f * size).find((s) => s >= rough) || 10 * size;
    const found = [];
    for (let k = Math.ceil(low / step - 1e-9); k * step <= high + step * 1e-9; k++) {
      found.push(Number((k * step).toPrecision(12)));
    }
    return found;
  }

  function tickText(value) {
    for (const [size, letter] of [[1e9, "G"], [1e6, "M"], [1e3, "k"]]) {
      if (Math.abs(value) >= 10 * size || (letter !== "k" && Math.abs(value) >= size)) {
        return Number((value / size).toPrecision(6)) + letter;
      }
    }
    return String(value);
  }

  function marker(kind, x, y, r, fill, parent) {
    const at = (points) => points.map(([a, b]) => `${x + a * r},${y + b * r}`).join(" ");
    const turned = (points, times) => {
      for (let i = 0; i < times; i++) points = points.map(([a, b]) => [-b, a]);
      return points;
    };
    const triangle = [[0, -1.2], [1.1, 0.9], [-1.1, 0.9]];
    const plus = [[-.4, -1.2], [.4, -1.2], [.4, -.4], [1.2, -.4], [1.2, .4], [.4, .4], [.4, 1.2],
      [-.4, 1.2], [-.4, .4], [-1.2, .4], [-1.2, -.4], [-.4, -.4]];
    const half = Math.SQRT1_2;
    const shapes = {
      s: [[-1, -1], [1, -1], [1, 1], [-1, 1]],
      D: [[0, -1.3], [1.3, 0], [0, 1.3], [-1.3, 0]],
      "^": triangle,
      ">": turned(triangle, 1),
      v: turned(triangle, 2),
      "<": turned(triangle, 3),
      P: plus,
      X: plus.map(([a, b]) => [half * (a - b), half * (a + b)]),
      "*": [...Array(10).keys()].map((k) => {
        const size = k % 2 ? 0.6 : 1.5, angle = Math.PI * k / 5;
        return [size * Math.sin(angle), -size * Math.cos(angle)];
      }),
    };
    const shape = shapes[kind];
    if (shape) return svg("polygon", {points: at(shape), fill}, parent);
    return svg("circle", {cx: x, cy: y, r, fill}, parent);
  }

  return {svg, number, steps, tickText, marker};
})();

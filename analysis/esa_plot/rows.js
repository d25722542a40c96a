// SPDX-License-Identifier: GPL-2.0-only
// Bars that go to the right, one below the other, for places whose names are too long to stand side
// by side.
const esaRows = (() => {
  const {svg, steps, tickText, marker} = esaSvg;
  const TOP = 8, BOTTOM = 48, RIGHT = 16, BAR = 12, GAP = 10, CAP = 3;
  const LETTER = 6.6, MOST_OF_NAMES = 0.45; // of the width

  function cut(name, width) {
    const letters = Math.floor(width / LETTER);
    return name.length > letters ? name.slice(0, letters - 1) + "\u2026" : name;
  }

  function axis(figure, x, left, right, bottom, parent) {
    for (const tick of steps(...figure.yRange, Math.max(2, Math.floor((right - left) / 70)))) {
      const place = x(tick);
      svg("line", {class: "grid", x1: place, x2: place, y1: TOP, y2: bottom}, parent);
      svg("text", {x: place, y: bottom + 18, "text-anchor": "middle"}, parent, tickText(tick));
    }
    svg("line", {class: "axis", x1: left, x2: left, y1: TOP, y2: bottom}, parent);
    svg("line", {class: "axis", x1: left, x2: right, y1: bottom, y2: bottom}, parent);
    const middle = (left + right) / 2;
    svg("text", {x: middle, y: bottom + 40, "text-anchor": "middle"}, parent, figure.yLabel);
  }

  function interval(low, high, x, y, parent) {
    if (low === null) return;
    const [first, last] = [x(low), x(high)];
    const cap = `${y - CAP}v${2 * CAP}`;
    const path = `M${first} ${y}H${last}M${first} ${cap}M${last} ${cap}`;
    svg("path", {d: path, stroke: "#1f2328", fill: "none"}, parent);
  }

  // draws into an empty drawing of a width; returns where the points are, from top to bottom
  function draw(figure, lines, width, drawing) {
    const places = figure.xValues.filter((value) =>
      lines.some(({points}) => points.some((point) => point.v[0] === value)));
    const names = places.map((value) => figure.xNames[value]);
    const longest = Math.max(...names.map((name) => name.length)) * LETTER;
    const left = Math.min(longest, MOST_OF_NAMES * width) + 8;
    const group = lines.length * BAR + GAP;
    const bottom = TOP + places.length * group;
    const right = width - RIGHT;
    drawing.setAttribute("viewBox", `0 0 ${width} ${bottom + BOTTOM}`);
    drawing.setAttribute("height", bottom + BOTTOM);
    const [low, high] = figure.yRange;
    const x = (value) => left + (right - left) * (value - low) / (high - low);
    axis(figure, x, left, right, bottom, drawing);
    const zero = x(figure.reference === null ? 0 : figure.reference);
    svg("line", {class: "reference", x1: zero, x2: zero, y1: TOP, y2: bottom}, drawing);
    const spots = [];
    places.forEach((value, place) => {
      const top = TOP + place * group;
      const label = {x: left - 6, y: top + group / 2 + 4, "text-anchor": "end"};
      svg("text", label, drawing, cut(names[place], left - 8));
      lines.forEach(({line, points}, row) => {
        for (const point of points.filter((each) => each.v[0] === value)) {
          const [, mean, from, to] = point.v;
          const ofPlace = figure.placeLooks[String(value)];
          const colour = (ofPlace || line.look).colour;
          const spot = {point, line, x: x(mean), y: top + GAP / 2 + (row + 0.5) * BAR};
          svg("rect", {
            x: Math.min(zero, spot.x), width: Math.max(1, Math.abs(zero - spot.x)),
            y: spot.y - BAR / 2 + 1, height: BAR - 2, fill: colour, "fill-opacity": 0.75,
          }, drawing);
          interval(from, to, x, spot.y, drawing);
          if (!ofPlace) marker(line.look.marker, spot.x, spot.y, 3.5, colour, drawing);
          spots.push(spot);
        }
      });
    });
    return spots;
  }

  // whether the names of a figure's places do not fit side by side
  function needed(figure, width) {
    const room = (width - 70) / LETTER;
    return figure.kind === "bar" && figure.xNames.join("  ").length > room;
  }

  return {draw, needed};
})();

"use strict";
(() => {
  const all = [...document.querySelectorAll(".pos")];
  const graph = document.getElementById("graph");
  const mark = document.getElementById("now");
  let now = 0;
  const discs = (cells, sign) =>
    cells.map((cell, at) => (cell === sign ? `M${at % 8}.5 ${at >> 3}.5h0` : "")).join("");
  const flips = (cells, at, own) => {
    const found = [];
    for (const [dx, dy] of [[1, 0], [-1, 0], [0, 1], [0, -1], [1, 1], [1, -1], [-1, 1], [-1, -1]]) {
      const row = [];
      let x = (at % 8) + dx, y = (at >> 3) + dy;
      while (x >= 0 && x < 8 && y >= 0 && y < 8 && cells[y * 8 + x] !== "-" && cells[y * 8 + x] !== own) {
        row.push(y * 8 + x);
        x += dx;
        y += dy;
      }
      if (x >= 0 && x < 8 && y >= 0 && y < 8 && cells[y * 8 + x] === own) found.push(...row);
    }
    return found;
  };
  // Shows the position after the first `count` moves of the best line; the game's own position for 0.
  const play = (section, moves, count) => {
    if (!moves.length) return;
    const cells = [...section.dataset.board.slice(0, 64)];
    let own = section.dataset.board[65], last = -1;
    for (const move of moves.slice(0, count)) {
      if (move !== "pass") {
        last = move.charCodeAt(0) - 97 + 8 * (move.charCodeAt(1) - 49);
        for (const at of flips(cells, last, own)) cells[at] = own;
        cells[last] = own;
      }
      own = own === "X" ? "O" : "X";
    }
    const svg = section.querySelector("svg");
    svg.querySelector(".b").setAttribute("d", discs(cells, "X"));
    svg.querySelector(".w").setAttribute("d", discs(cells, "O"));
    for (const extra of svg.querySelectorAll(".t,.v,.y,.r")) extra.style.visibility = count ? "hidden" : "";
    svg.querySelector(".p")?.remove();
    if (count && last >= 0) {
      const dot = document.createElementNS("http://www.w3.org/2000/svg", "circle");
      dot.setAttribute("class", "r p");
      dot.setAttribute("cx", (last % 8) + 0.5);
      dot.setAttribute("cy", (last >> 3) + 0.5);
      dot.setAttribute("r", 0.13);
      svg.append(dot);
    }
    section.querySelectorAll(".line button").forEach((button, at) => button.classList.toggle("on", at + 1 === count));
    section.dataset.count = count;
  };
  const lines = all.map((section) => {
    const span = section.querySelector(".line span");
    const moves = span ? span.textContent.split(" ") : [];
    if (span) {
      span.textContent = "";
      moves.forEach((move, at) => {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = move;
        button.addEventListener("click", () => play(section, moves, Number(section.dataset.count) === at + 1 ? 0 : at + 1));
        span.append(button);
      });
    }
    return moves;
  });
  const show = (index, keep) => {
    if (all[now].dataset.count > 0) play(all[now], lines[now], 0);
    all[now].classList.remove("on");
    now = Math.max(0, Math.min(all.length - 1, index));
    all[now].classList.add("on");
    const { left, right } = graph.dataset;
    const x = Number(left) + ((right - left) * now) / Math.max(1, all.length - 1);
    mark.setAttribute("x1", x);
    mark.setAttribute("x2", x);
    mark.setAttribute("visibility", "visible");
    if (!keep) history.replaceState(null, "", "#m" + now);
  };
  const worse = (step) => {
    for (let at = now + step; at >= 0 && at < all.length; at += step)
      if (all[at].classList.contains("bad")) return show(at);
  };
  const go = {
    first: () => show(0),
    back: () => show(now - 1),
    next: () => show(now + 1),
    last: () => show(all.length - 1),
    "worse-back": () => worse(-1),
    "worse-next": () => worse(1),
    "line-next": () => play(all[now], lines[now], Math.min(lines[now].length, Number(all[now].dataset.count || 0) + 1)),
    "line-back": () => play(all[now], lines[now], Math.max(0, Number(all[now].dataset.count || 0) - 1)),
  };
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", n: "worse-next", p: "worse-back", "+": "line-next", "-": "line-back" };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    go[keys[event.key]]();
  });
  for (const button of document.querySelectorAll(".step button"))
    button.addEventListener("click", () => go[button.dataset.go]());
  graph.addEventListener("click", (event) => {
    const box = graph.getBoundingClientRect();
    const x = ((event.clientX - box.left) / box.width) * graph.viewBox.baseVal.width;
    const { left, right } = graph.dataset;
    show(Math.round(((x - left) / (right - left)) * (all.length - 1)));
  });
  for (const link of document.querySelectorAll('a[href^="#m"]'))
    link.addEventListener("click", (event) => {
      event.preventDefault();
      show(Number(link.hash.slice(2)));
      all[now].scrollIntoView({ block: "nearest" });
    });
  document.body.classList.add("js");
  document.querySelector(".step").hidden = false;
  const wanted = /^#m(\d+)$/.exec(location.hash);
  show(wanted ? Number(wanted[1]) : Math.max(0, all.findIndex((section) => section.classList.contains("bad"))), true);
})();

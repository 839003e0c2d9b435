/* Sliders over histograms, and a box to find a value in a long list. */
"use strict";

(() => {
  const SETTLED = 350; // milliseconds after the last move of a handle
  const FEW = 8; // values that one sees at a glance
  const wide = matchMedia("(min-width: 60rem)");
  let timer = 0;

  function ends(range) {
    const [low, high] = range.querySelectorAll(".slider input");
    return { low, high, last: Number(high.max) };
  }

  function tell(range) {
    const { low, high } = ends(range);
    const unit = range.dataset.unit;
    for (const [handle, edges] of [[low, range.dataset.lows], [high, range.dataset.highs]]) {
      handle.setAttribute("aria-valuetext", `${edges.split(",")[handle.value]} ${unit}`.trim());
    }
  }

  function move(handle) {
    const range = handle.closest(".range");
    const { low, high, last } = ends(range);
    if (handle === low) low.value = Math.min(low.value, high.value - 1);
    else high.value = Math.max(high.value, Number(low.value) + 1);
    const from = Number(low.value);
    const to = Number(high.value);
    const [least, most] = range.querySelectorAll(".limits [data-end]");
    least.value = from === 0 ? "" : range.dataset.lows.split(",")[from];
    most.value = to === last ? "" : range.dataset.highs.split(",")[to];
    range.querySelectorAll(".histogram rect").forEach((bar, at) => {
      bar.classList.toggle("inside", at >= from && at < to);
    });
    tell(range);
  }

  function find(box) {
    const wanted = box.value.trim().toLowerCase();
    for (const value of box.parentElement.querySelectorAll("li")) {
      value.hidden = !value.textContent.toLowerCase().includes(wanted);
    }
  }

  function enhance() {
    const panel = document.getElementById("facets");
    if (!panel) return;
    if (wide.matches) panel.open = true;
    for (const range of panel.querySelectorAll(".range")) {
      const slider = range.querySelector(".slider");
      if (!slider) continue;
      slider.hidden = false;
      tell(range);
    }
    for (const box of panel.querySelectorAll(".find-choice")) {
      box.hidden = box.parentElement.querySelectorAll("li").length <= FEW;
    }
  }

  // They look like boxes to tick, so they are ticked as those are.
  document.addEventListener("keydown", (event) => {
    if (event.key !== " " || !event.target.matches?.(".choices a")) return;
    event.preventDefault();
    event.target.click();
  });
  document.addEventListener("input", (event) => {
    if (event.target.matches(".slider input")) move(event.target);
    if (event.target.matches(".find-choice")) find(event.target);
  });
  document.addEventListener("change", (event) => {
    if (!event.target.matches(".slider input")) return;
    clearTimeout(timer);
    const form = event.target.closest(".range").querySelector("form");
    timer = setTimeout(() => form.requestSubmit(), SETTLED);
  });
  wide.addEventListener("change", enhance);
  document.addEventListener("resultsshown", enhance);
  enhance();
})();

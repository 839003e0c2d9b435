/* Products to compare, remembered over pages while the browser tab is open. */
"use strict";

(() => {
  const KEY = `specseek.compare.${document.documentElement.dataset.topic}`;
  const LEAST = 2;
  const MOST = 4;

  function kept() {
    try {
      const list = JSON.parse(sessionStorage.getItem(KEY)) ?? [];
      return list.filter((one) => typeof one.id === "string").slice(0, MOST);
    } catch {
      return [];
    }
  }

  function keep(list) {
    try {
      sessionStorage.setItem(KEY, JSON.stringify(list));
    } catch {
      // No storage: choices last as long as the page.
    }
    show(list);
  }

  function without(id) {
    return kept().filter((one) => one.id !== id);
  }

  function show(list) {
    const ids = new Set(list.map((one) => one.id));
    for (const box of document.querySelectorAll("[data-compare]")) {
      box.checked = ids.has(box.dataset.compare);
      box.disabled = !box.checked && ids.size >= MOST;
    }
    const tray = document.getElementById("tray");
    if (tray) showTray(tray, list);
  }

  function showTray(tray, list) {
    tray.classList.toggle("empty", list.length === 0);
    tray.querySelector(".tray-how").hidden = list.length >= LEAST;
    tray.querySelector(".tray-list").hidden = list.length === 0;
    tray.querySelector("#tray-clear").hidden = list.length === 0;
    tray.querySelector("[type=submit]").disabled = list.length < LEAST;
    const full = tray.querySelector(".tray-full");
    full.textContent = list.length >= MOST ? full.dataset.full : "";
    const item = (one) => {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "chip";
      button.dataset.remove = one.id;
      button.setAttribute("aria-label", `${tray.dataset.remove} ${one.title}`);
      const name = document.createElement("bdi");
      name.textContent = one.title;
      button.append(name, " ×");
      const place = document.createElement("li");
      place.append(button);
      return place;
    };
    tray.querySelector(".tray-list").replaceChildren(...list.map(item));
  }

  document.addEventListener("change", (event) => {
    const { compare: id, title } = event.target.dataset;
    if (id === undefined) return;
    keep(event.target.checked ? [...without(id), { id, title }] : without(id));
  });
  document.addEventListener("click", (event) => {
    const remove = event.target.closest?.("#tray [data-remove]:not(form)");
    if (remove) keep(without(remove.dataset.remove));
    if (event.target.closest?.("#tray-clear")) keep([]);
  });
  document.addEventListener("submit", (event) => {
    if (event.target.id !== "tray") return;
    event.preventDefault(); // the boxes of this page are not all that was chosen
    const chosen = kept().map((one) => ["id", one.id]);
    location.assign(`${event.target.action}?${new URLSearchParams(chosen)}`);
  });
  document.addEventListener("resultsshown", () => show(kept()));
  addEventListener("pageshow", () => show(kept()));
})();

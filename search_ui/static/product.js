/* "Add to compare" adds to what was chosen before in this tab, on the search page or here. */
"use strict";

(() => {
  const KEY = `specseek.compare.${document.documentElement.dataset.topic}`;
  const MOST = 4;
  const link = document.getElementById("add-to-compare");
  if (!link) return;

  function kept() {
    try {
      const list = JSON.parse(sessionStorage.getItem(KEY)) ?? [];
      return list.filter((one) => typeof one.id === "string");
    } catch {
      return [];
    }
  }

  link.addEventListener("click", () => {
    const { id, title } = link.dataset;
    const others = kept().filter((one) => one.id !== id);
    const all = [...others.slice(0, MOST - 1), { id, title }];
    try {
      sessionStorage.setItem(KEY, JSON.stringify(all));
    } catch {
      // No storage: the address has the choice all the same.
    }
    link.search = new URLSearchParams(all.map((one) => ["id", one.id])).toString();
  });
})();

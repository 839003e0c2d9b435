/* Changing a facet, the order or the page swaps the results in place. The address is the same as
   without this script; if anything goes wrong, the browser simply goes there. */
"use strict";

(() => {
  document.documentElement.classList.add("scripted");
  const region = () => document.getElementById("search-page");
  const here = () => location.pathname + location.search;
  let shown = here();
  let asking = null;

  async function fetched(address) {
    asking?.abort();
    asking = new AbortController();
    region().setAttribute("aria-busy", "true");
    const answer = await fetch(address, { signal: asking.signal, headers: { Accept: "text/html" } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    if (!page.getElementById("search-page")) throw new Error("not a results page");
    return { page, reached: answer.url };
  }

  function swap(page) {
    const opened = openParts();
    const focused = keyOf(document.activeElement);
    region().replaceWith(page.getElementById("search-page"));
    document.querySelector(".site-nav").replaceWith(page.querySelector(".site-nav"));
    document.querySelector("#q").value = page.querySelector("#q").value;
    document.title = page.title;
    keepOpen(opened);
    document.dispatchEvent(new Event("resultsshown"));
    if (focused) (withKey(focused) ?? heading()).focus({ preventScroll: true });
    document.getElementById("announce").textContent = document.getElementById("total").textContent;
  }

  const heading = () => document.getElementById("results-heading");

  /* Which parts are open is the visitor's choice, not the server's. */
  const partKey = (part) =>
    part.id || part.dataset.name || `${part.parentElement.dataset.name}/rest`;
  const parts = () => [...region().querySelectorAll("details")];

  function openParts() {
    return new Map(parts().map((part) => [partKey(part), part.open]));
  }

  function keepOpen(opened) {
    for (const part of parts()) part.open = opened.get(partKey(part)) ?? part.open;
  }

  /* A control of the old page, and the same one of the new page. */
  function keyOf(control) {
    if (!region().contains(control)) return "";
    const facet = control.closest("[data-name]")?.dataset.name ?? "";
    const words = control.querySelector("bdi") ?? control;
    return [control.id || facet, control.type, control.dataset.end ?? words.textContent].join("|");
  }

  function withKey(key) {
    const controls = region().querySelectorAll("a, button, input, select, summary");
    return [...controls].find((control) => keyOf(control) === key);
  }

  async function go(address, { push = true, top = false } = {}) {
    try {
      const { page, reached } = await fetched(address);
      if (push) history.pushState(null, "", reached);
      shown = here();
      swap(page);
      if (top) {
        heading().focus({ preventScroll: true });
        scrollTo({ top: 0 });
      }
    } catch (problem) {
      if (problem.name === "AbortError") return;
      if (push) location.assign(address);
      else location.reload();
    }
  }

  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[data-swap]");
    const special = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || special || event.defaultPrevented) return;
    event.preventDefault();
    go(link.href, { top: link.dataset.swap === "top" });
  });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.matches("form[data-swap]")) return;
    event.preventDefault();
    const filled = [...new FormData(form)].filter(([, value]) => value !== "");
    const query = new URLSearchParams(filled).toString();
    go(form.action + (query ? `?${query}` : ""));
  });

  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-submit]")) event.target.form.requestSubmit();
  });

  addEventListener("popstate", () => {
    if (here() !== shown) go(location.href, { push: false });
  });
})();

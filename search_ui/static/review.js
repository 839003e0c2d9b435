"use strict";
// The review page without reloads: decisions are sent as the forms would send them, and the parts
// of the answer are put in place. Keys move between proposals and press their buttons.
(() => {
  if (!window.fetch) return;
  document.documentElement.classList.add("scripted");
  const main = document.getElementById("content");
  const cards = () => [...document.querySelectorAll(".proposal")];
  const here = () => document.activeElement && document.activeElement.closest(".proposal");

  async function parsed(answer) {
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  // ---- decisions ----
  async function send(form, button) {
    const body = new URLSearchParams(new FormData(form));
    if (button && button.name) body.set(button.name, button.value);
    const place = Math.max(cards().indexOf(form.closest(".proposal")), 0);
    const queue = document.getElementById("queue");
    if (queue) queue.setAttribute("aria-busy", "true");
    const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
    const page = await parsed(answer);
    const fresh = page.getElementById("content");
    if (!fresh) throw new Error("no page came back");
    main.replaceChildren(...fresh.childNodes);
    history.replaceState(null, "", answer.redirected ? answer.url : location.href);
    const left = cards();
    const failed = document.querySelector(".proposal [role=alert]");
    const next = failed ? failed.closest(".proposal") : left[Math.min(place, left.length - 1)];
    if (next) next.focus();
    begin();
  }

  main.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.method !== "post" || !form.matches(".decide, #bulk, .done form, .proposal form, .site-regions")) return;
    event.preventDefault();
    send(form, event.submitter).catch(() => form.submit());
  });

  // ---- filters, selection ----
  main.addEventListener("change", (event) => {
    if (event.target.closest(".filters")) event.target.form.requestSubmit();
    if (event.target.id === "all") {
      for (const box of boxes()) box.checked = event.target.checked;
    }
    if (event.target.matches("#all, [name=proposal]")) count();
  });

  const boxes = () => [...document.querySelectorAll("input[type=checkbox][name=proposal]")];

  function count() {
    const shown = document.getElementById("selected");
    if (!shown) return;
    const chosen = boxes().filter((box) => box.checked).length;
    shown.textContent = chosen ? `(${chosen})` : "";
    for (const button of document.querySelectorAll("#bulk button")) button.disabled = !chosen;
  }

  // ---- keys ----
  function move(step) {
    const all = cards();
    const at = all.indexOf(here());
    const next = all[at < 0 ? 0 : Math.min(Math.max(at + step, 0), all.length - 1)];
    if (next) next.focus();
  }

  const keys = {
    j: () => move(1),
    k: () => move(-1),
    x: (card) => card && card.querySelector("input[type=checkbox]")?.click(),
    e: (card) => {
      const edit = card && card.querySelector(".edit");
      if (!edit) return;
      edit.open = true;
      edit.querySelector("input").focus();
    },
    u: () => document.getElementById("undo")?.click(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key === "Escape" && here()) here().focus();
    if (event.target.matches("input:not([type=checkbox]), select, textarea")) return;
    const card = here();
    if (keys[event.key]) keys[event.key](card);
    else {
      const button = card && card.querySelector(`.decide button[data-key="${CSS.escape(event.key)}"]`);
      if (!button) return;
      button.click();
    }
    event.preventDefault();
  });

  function begin() {
    count();
    document.dispatchEvent(new Event("work"));
  }

  count();
})();

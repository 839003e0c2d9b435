"use strict";
// The work beside the server without reloads: as long as something goes on, its part of the page is
// asked for again, and tells when what was seen running has ended. Buttons in it are sent as the
// forms would send them.
(() => {
  if (!window.fetch) return;
  const EVERY = 1000; // milliseconds between two looks
  const watched = new Set(); // changes and crawls that were seen running
  let waiting = 0;
  const place = () => document.getElementById("work");
  const shown = () => place() && place().querySelector("[data-going-on]");

  async function parsed(answer) {
    return new DOMParser().parseFromString(await answer.text(), "text/html");
  }

  async function look() {
    clearTimeout(waiting);
    watch();
    const address = `${place().dataset.address}?watch=${encodeURIComponent([...watched].join(" "))}`;
    try {
      const answer = await fetch(address, { credentials: "same-origin" });
      const part = answer.ok && !answer.redirected && (await parsed(answer)).querySelector("[data-going-on]");
      if (!part) return;
      put(part);
      if (part.dataset.goingOn === "1") waiting = setTimeout(look, EVERY);
      else if (document.querySelector("[data-reload]")) location.reload();
    } catch {
      waiting = setTimeout(look, 5 * EVERY); // the server restarts
    }
  }

  function watch() {
    for (const one of (shown()?.dataset.watch || "").split(" ")) if (one) watched.add(one);
  }

  // Nothing is replaced that has not changed, apart from the forms' tokens; the focus stays where it
  // was, and so does what is being typed.
  function put(part) {
    const before = shown();
    const token = before.querySelector("[name=csrf_token]");
    for (const other of part.querySelectorAll("[name=csrf_token]")) {
      if (token) other.setAttribute("value", token.getAttribute("value"));
    }
    const focused = document.activeElement;
    if (before.isEqualNode(part) || (before.contains(focused) && focused.matches("input"))) return;
    const key = before.contains(focused) && focused.matches("button") ? keyOf(focused) : null;
    before.replaceWith(part);
    if (key) [...part.querySelectorAll("button")].find((one) => keyOf(one) === key)?.focus();
    watch();
  }

  const keyOf = (button) => `${button.form && button.form.action} ${button.value}`;

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (!form.closest("#work") || form.method !== "post") return;
    event.preventDefault();
    const button = event.submitter;
    const body = new URLSearchParams(new FormData(form));
    if (button && button.name) body.set(button.name, button.value);
    if (button) button.disabled = true;
    fetch(form.action, { method: "POST", body, credentials: "same-origin" })
      .then(async (answer) => {
        if (answer.ok) return look();
        const told = (await parsed(answer)).querySelector("[role=alert]");
        document.getElementById("told")?.remove();
        if (told) {
          told.id = "told";
          place().prepend(told);
        }
        if (button) button.disabled = false;
      })
      .catch(() => form.submit());
  });

  function begin() {
    clearTimeout(waiting);
    watch();
    if (shown()?.dataset.goingOn === "1") waiting = setTimeout(look, EVERY);
  }

  document.addEventListener("work", begin);
  begin();
})();

"use strict";
// The labelling page without reloads: a click in the frame or on a text marks it, and after every
// change the rule is tried out. All that is decided is decided by the server; here its parts of
// the page are put in place.
(() => {
  const form = document.getElementById("bench");
  const frame = document.getElementById("look");
  const pairs = document.getElementById("pairs");
  const trial = document.getElementById("trial");
  const texts = document.getElementById("texts");
  const status = document.getElementById("status");
  if (!form || !frame || !window.fetch) return;
  document.documentElement.classList.add("scripted");

  const PAUSE = 500; // milliseconds after the last change before the rule is tried
  let asked = 0;
  let waiting = 0;
  let queue = Promise.resolve();
  let wish = null; // the tool chosen since the last step began: an answer on its way must not undo it

  async function part(name, more) {
    const body = new URLSearchParams(new FormData(form));
    body.set("part", name);
    for (const [key, value] of Object.entries(more)) body.set(key, value);
    const answer = await fetch(form.action, { method: "POST", body, credentials: "same-origin" });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = answer.ok && page.querySelector(`.${name}-part`);
    if (!found) tell(page.querySelector("[role=alert]") || page.querySelector("main"));
    return found;
  }

  // What went wrong stands where the rule would: the pairs stay as they are.
  function tell(problem) {
    if (problem) trial.replaceChildren(problem);
    trial.setAttribute("aria-busy", "false");
    say(trial);
  }

  function say(what) {
    const words = what && what.querySelector("[data-status], .alert");
    status.textContent = words ? words.textContent.trim() : what.textContent.trim().slice(0, 300);
  }

  function tellMarks() {
    const marks = JSON.parse(pairs.firstElementChild.dataset.marks || "{}");
    frame.contentWindow.postMessage({ marks }, "*");
    for (const text of texts.querySelectorAll("button.text")) {
      if (marks[text.value]) text.dataset.mark = marks[text.value];
      else delete text.dataset.mark;
    }
  }

  function show(number) {
    frame.contentWindow.postMessage({ show: number }, "*");
  }

  // One after the other: each step needs the pairs that the one before it left.
  function step(more) {
    trial.setAttribute("aria-busy", "true");
    queue = queue.then(async () => {
      const tool = wish;
      wish = null;
      const found = await part("pairs", tool ? { ...more, tool } : more);
      if (!found) return;
      pairs.replaceChildren(found);
      if (wish) choose(wish);
      tellMarks();
      tryLater();
    }).catch(() => undefined);
    return queue;
  }

  function tryLater() {
    trial.setAttribute("aria-busy", "true");
    clearTimeout(waiting);
    waiting = setTimeout(tryNow, PAUSE);
  }

  async function tryNow() {
    const number = ++asked;
    clearTimeout(waiting);
    trial.setAttribute("aria-busy", "true");
    try {
      const found = await part("trial", {});
      if (found && number === asked) {
        trial.replaceChildren(found);
        say(trial);
      }
    } catch {
      // The next change tries again.
    }
    if (number === asked) trial.setAttribute("aria-busy", "false");
  }

  function choose(tool) {
    const radio = form.querySelector(`input[name=tool][value=${tool}]`);
    if (radio) radio.checked = true;
    wish = tool;
  }

  window.addEventListener("message", (event) => {
    if (event.source !== frame.contentWindow || !event.data) return;
    if (event.data.ready === true) tellMarks();
    if (Number.isInteger(event.data.text) && event.data.text >= 0) step({ mark: event.data.text });
    const picture = event.data.picture;
    if (Number.isInteger(picture) && picture >= 0) step({ picture });
  });

  form.addEventListener("submit", (event) => {
    const by = event.submitter;
    if (by && (by.name === "save" || by.hasAttribute("formaction"))) return;
    event.preventDefault();
    if (by && by.name === "mark") step({ mark: by.value });
    else if (by && by.name === "remove") {
      step({ remove: by.value }).then(() => {
        const buttons = pairs.querySelectorAll("button[name=remove]");
        const next = buttons[Math.min(Number(by.value), buttons.length - 1)];
        (next || pairs.querySelector("input[name=tool]:checked")).focus();
      });
    } else tryNow();
  });

  pairs.addEventListener("change", (event) => {
    if (event.target.name === "tool") {
      wish = event.target.value;
      return;
    }
    // A pair that was typed in becomes a row of its own.
    if (event.target.closest(".pair-new") && event.target.name === "value") step({});
    else tryLater();
  });
  pairs.addEventListener("input", (event) => {
    if (event.target.type === "text") tryLater();
  });
  pairs.addEventListener("focusin", (event) => {
    const pair = event.target.closest(".pair");
    const leaf = pair && (pair.dataset.name || (pair.dataset.value || "").split(" ")[0]);
    if (leaf) show(Number(leaf));
  });

  texts.addEventListener("focusin", (event) => {
    if (event.target.matches("button.text")) show(Number(event.target.value));
  });
  texts.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !event.target.matches("button.text")) return;
    const tools = { n: "name", v: "value", b: "both", x: "noise" };
    const ways = { ArrowDown: 1, ArrowUp: -1 };
    if (event.key in tools) choose(tools[event.key]);
    else if (event.key in ways) {
      const all = [...texts.querySelectorAll("button.text")];
      const next = all[all.indexOf(event.target) + ways[event.key]];
      if (next) next.focus();
      event.preventDefault();
    }
  });

  tellMarks();
})();

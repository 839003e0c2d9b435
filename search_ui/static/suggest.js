/* Suggestions and the first products under the search box: the combobox pattern, with the list
   filled by the server. The key / leads to the box from anywhere on a page. */
"use strict";

(() => {
  const PAUSE = 120; // milliseconds without a key before the server is asked
  const input = document.querySelector("input[data-suggest]");
  if (!input) return;

  const list = document.createElement("ul");
  list.id = "suggestions";
  list.className = "suggestions";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.dataset.suggestions);
  input.after(list);
  for (const [name, value] of [
    ["role", "combobox"], ["aria-autocomplete", "list"],
    ["aria-controls", list.id], ["aria-expanded", "false"],
  ]) input.setAttribute(name, value);

  let timer = 0;
  let asking = null;
  let active = -1;

  function close() {
    clearTimeout(timer);
    asking?.abort();
    list.hidden = true;
    activate(-1);
    input.setAttribute("aria-expanded", "false");
  }

  function activate(at) {
    active = at;
    [...list.children].forEach((option, place) => {
      option.setAttribute("aria-selected", String(place === at));
    });
    const option = list.children[at];
    if (option) {
      input.setAttribute("aria-activedescendant", option.id);
      option.scrollIntoView({ block: "nearest" });
    } else {
      input.removeAttribute("aria-activedescendant");
    }
  }

  function element(name, text, className = "") {
    const made = document.createElement(name);
    made.textContent = text;
    made.className = className;
    return made;
  }

  function product({ name, price, address }) {
    const option = element("li", "", "suggested-product");
    option.dataset.address = address;
    option.append(element("bdi", name), " ", element("span", price, "soft"));
    return option;
  }

  function show({ suggestions, products }) {
    const options = [...suggestions.map((text) => element("li", text)), ...products.map(product)];
    options.forEach((option, at) => {
      option.id = `suggestion-${at}`;
      option.setAttribute("role", "option");
    });
    list.replaceChildren(...options);
    activate(-1);
    list.hidden = options.length === 0;
    input.setAttribute("aria-expanded", String(options.length > 0));
  }

  async function ask() {
    asking?.abort();
    asking = new AbortController();
    const text = input.value;
    if (!text.trim()) return close();
    try {
      const address = `${input.dataset.suggest}?${new URLSearchParams({ q: text })}`;
      const answer = await fetch(address, { signal: asking.signal });
      const found = answer.ok ? await answer.json() : { suggestions: [], products: [] };
      if (input.value === text && document.activeElement === input) show(found);
    } catch {
      // Too late, or no connection: the box works without suggestions.
    }
  }

  function askSoon(event) {
    if (event.isComposing) return;
    clearTimeout(timer);
    timer = setTimeout(ask, PAUSE);
  }

  function pick(option) {
    if (option.dataset.address) {
      close();
      location.assign(option.dataset.address);
      return;
    }
    input.value = option.textContent;
    close();
    input.form.requestSubmit();
  }

  document.addEventListener("keydown", (event) => {
    const typing = event.target.closest?.("input, textarea, select, [contenteditable]");
    const special = event.ctrlKey || event.metaKey || event.altKey;
    if (event.key !== "/" || typing || special) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
  input.addEventListener("input", askSoon);
  input.addEventListener("compositionend", askSoon);
  input.addEventListener("blur", close);
  input.form.addEventListener("submit", close);
  input.addEventListener("keydown", (event) => {
    if (event.isComposing || event.keyCode === 229) return;
    const count = list.hidden ? 0 : list.children.length;
    if (event.key === "Escape" && count) {
      event.preventDefault();
      close();
    } else if (event.key === "ArrowDown" && !count) {
      ask();
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && count) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      // One place more than there are options: in between, nothing is active.
      activate(((active + 1 + step + count + 1) % (count + 1)) - 1);
    } else if (event.key === "Enter" && count && active >= 0) {
      event.preventDefault();
      pick(list.children[active]);
    }
  });
  list.addEventListener("mousedown", (event) => event.preventDefault()); // keeps focus in the box
  list.addEventListener("click", (event) => {
    const option = event.target.closest("li");
    if (option) pick(option);
  });
})();

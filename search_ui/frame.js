"use strict";
// The one script that runs in the frame. It tells the page around which text or picture was
// clicked, and shows what that page says is marked: their numbers go out, nothing else does.
(() => {
  const texts = new Map();
  for (const text of document.getElementsByTagName("specseek-text")) {
    texts.set(text.getAttribute("n"), text);
  }
  let shown = null;

  function show(number) {
    if (shown) shown.removeAttribute("data-shown");
    shown = texts.get(String(number)) || null;
    if (!shown) return;
    shown.setAttribute("data-shown", "");
    shown.scrollIntoView({ block: "center", inline: "nearest" });
  }

  document.addEventListener("click", (event) => {
    const text = event.target.closest("specseek-text");
    const picture = event.target.closest("specseek-picture");
    event.preventDefault();
    if (text) parent.postMessage({ text: Number(text.getAttribute("n")) }, "*");
    else if (picture) parent.postMessage({ picture: Number(picture.getAttribute("n")) }, "*");
  }, true);

  window.addEventListener("message", (event) => {
    if (event.source !== parent || typeof event.data !== "object" || !event.data) return;
    if (event.data.marks) {
      for (const text of texts.values()) text.removeAttribute("data-mark");
      for (const [number, mark] of Object.entries(event.data.marks)) {
        const text = texts.get(number);
        if (text) text.setAttribute("data-mark", String(mark));
      }
    }
    if ("show" in event.data) show(event.data.show);
  });

  parent.postMessage({ ready: true }, "*");
})();

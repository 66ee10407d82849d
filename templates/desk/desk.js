"use strict";
// The desk works without this file. It adds the keys, keeps a form from being sent twice, and moves the clock.
const one = (what) => document.querySelector(what);
const box = one(".box input[name=line]");
const letters = { n: "now", e: "entries", r: "round", t: "table", s: "standings", p: "paper", i: "rulings", l: "log", o: "settings" };
let going = 0;

const types = (at) => at.matches("input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable]");

function fill(line) {
  box.form.classList.add("typed");
  box.value = line;
  box.focus();
  const gap = line.search(/\b[A-Z][A-Z_-]+\b|<[^>]+>|…/);
  if (gap < 0) box.setSelectionRange(line.length, line.length);
  else box.setSelectionRange(gap, gap + line.slice(gap).match(/^(<[^>]+>|…|\S+)/)[0].length);
}

function section(step) {
  const at = one(".sections [aria-current]");
  const to = at && (step < 0 ? at.previousElementSibling : at.nextElementSibling);
  if (to) to.click();
}

// What a key does when no field has the focus; false where it does nothing here.
function act(key) {
  if (Date.now() - going < 2000 && letters[key]) {
    going = 0;
    const page = one(`.rail [data-id=${letters[key]}]`);
    if (page) page.click();
    return true;
  }
  going = 0;
  if (key === "g") going = Date.now();
  else if (key === "/" && box) fill(box.value);
  else if (key === "u" && one("[data-undo]")) one("[data-undo]").click();
  else if (key === "[") section(-1);
  else if (key === "]") section(1);
  else if (key === "?" && one(".rail")) location.href = "/more#keys";
  else return false;
  return true;
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const at = document.activeElement || document.body;
  if (event.key === "Escape") {
    const open = at.closest("details[open]");
    if (open) open.open = false;
    at.blur();
  } else if (event.key === "Enter") {
    const next = one("[data-next]");
    if (at !== document.body || !next || event.repeat) return;
    // An Enter too many on the page before posts no round unseen.
    if (next.matches("[data-posts]") && performance.now() < 600) return;
    event.preventDefault();
    next.click();
  } else if (!types(at) && !event.repeat && localStorage.letters !== "off" && act(event.key)) event.preventDefault();
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.target || (event.submitter && event.submitter.formTarget)) {
    // It opens beside this page, which stays as it is.
  } else if (form.dataset.sent || (form === (box && box.form) && !box.value.trim())) {
    event.preventDefault();
  } else {
    form.dataset.sent = "yes";
    for (const button of form.querySelectorAll("button")) button.setAttribute("aria-disabled", "true");
  }
});

// A page that comes back by the browser's back button can be used again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) {
    delete form.dataset.sent;
    for (const button of form.querySelectorAll("button")) button.removeAttribute("aria-disabled");
  }
});

const told = one(".told");
if (told) told.addEventListener("click", () => told.classList.toggle("open"));
if (box && box.value) fill(box.value);
else if (document.body.matches(".form") && !one("[autofocus]")) {
  const first = one(".field input, .field select, .field textarea");
  if (first) first.focus();
}

// A link to a field leads into it.
const aimed = location.hash.length > 1 && document.getElementById(location.hash.slice(1));
if (aimed && aimed.matches("input")) { aimed.focus(); aimed.select(); }

// Who speaks to the computer, or rests a hand on the keys, turns single letters off.
const single = one("[data-letters]");
if (single) {
  const tell = () => { single.textContent = localStorage.letters === "off" ? "Turn letter shortcuts on" : "Turn letter shortcuts off"; };
  single.hidden = false;
  single.addEventListener("click", () => { localStorage.letters = localStorage.letters === "off" ? "on" : "off"; tell(); });
  tell();
}

// The section and page at hand stay at hand: an act leads back to the address it was begun from.
if (document.body.matches(".now, .moment")) {
  for (const back of document.querySelectorAll("input[name=back]")) back.value = location.pathname + location.search;
}

// The clock goes on from what the server said, whatever the browser's own time zone.
const clock = one(".clock");
const said = clock && clock.textContent.match(/^(\d+):(\d\d) ([AP])M$/);
if (said) {
  const minutes = () => { const now = new Date(); return now.getHours() * 60 + now.getMinutes(); };
  const ahead = (Number(said[1]) % 12 + (said[3] === "P" ? 12 : 0)) * 60 + Number(said[2]) - minutes();
  setInterval(() => {
    const now = (minutes() + ahead + 2880) % 1440;
    const hour = Math.floor(now / 60);
    clock.textContent = `${hour % 12 || 12}:${String(now % 60).padStart(2, "0")} ${hour < 12 ? "A" : "P"}M`;
  }, 5000);
}

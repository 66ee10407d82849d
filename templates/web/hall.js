// What pages of the hall do by themselves: they follow the event, keep a tap until it has arrived, and turn the pages of a screen.
// Everything can be done without it.
"use strict";
(() => {
  const KEPT = "bughouse-kept";
  const AGAIN = 4000, POLL = 20000, QUIET = 45000, SOON = 2000;
  const box = document.getElementById("kept"), alive = document.getElementById("alive");
  const clock = at => new Date(at).toTimeString().slice(0, 5);
  const element = (name, text, look) => Object.assign(document.createElement(name), { textContent: text, className: look || "" });

  // Taps that have not arrived, oldest first, as [address, fields, words, time].
  const kept = () => { try { return JSON.parse(localStorage.getItem(KEPT)) || []; } catch { return []; } };
  const keep = taps => { try { localStorage.setItem(KEPT, JSON.stringify(taps)); } catch { memory = taps; } show(); };
  let memory = null, lost = false;
  const taps = () => memory || kept();

  // A tap that is on its way is not told as lost, unless that takes long.
  function show() {
    if (!box) return;
    const waiting = taps().filter(tap => lost || Date.now() - tap.at >= SOON);
    box.replaceChildren(...(waiting.length ? [element("strong", "NOT SENT")] : []),
      ...waiting.map(tap => element("p", `${tap.words} (${clock(tap.at)})`)),
      ...(waiting.length ? [element("p", "It is kept here and sent again by itself. Hand in the slip as well.")] : []));
    box.className = waiting.length ? "unsent" : "";
  }

  // Only a page of the hall that answers this very request counts: a page that asks for a password is no answer.
  async function send(tap) {
    const reply = await fetch(tap.to, { method: "POST", body: new URLSearchParams(tap.fields), credentials: "same-origin" });
    if (reply.status === 429 || reply.status >= 500) throw new Error("later");
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const answer = page.querySelector("[data-request], [data-status]");
    if (!answer || (answer.dataset.request && answer.dataset.request !== new URLSearchParams(tap.fields).get("request"))) throw new Error("not the hall");
    return page;
  }

  // The form that was tapped last: while it is on the page, whoever tapped it waits there for the answer.
  let tapped = null;
  let sending = false;
  const refused = [];
  async function sendAll() {
    if (sending) return;
    sending = true;
    for (let tap; (tap = taps()[0]);) {
      let page;
      try { page = await send(tap); } catch { lost = true; show(); setTimeout(sendAll, AGAIN); break; }
      lost = false;
      keep(taps().slice(1));
      const here = tapped?.form.isConnected && tapped.fields === tap.fields;
      if (here || page.querySelector(".answer:not(.good)")) {
        if (page.querySelector("[data-status]")) refused.push(`NOT FILED: ${tap.words} (${clock(tap.at)}). Hand in the slip.`);
        open(page);
        // Asked for again, the address is that of the page, and no longer of the question that was answered.
        history.replaceState(null, "", tap.to);
        document.querySelector("main").append(...refused.map(words => element("p", words, "unsent")));
      } else box.replaceChildren(element("p", `Sent: ${tap.words}`, "filed"));
    }
    sending = false;
  }

  function put(page) {
    const { body } = document, now = page.body, screen = "turn" in body.dataset;
    document.title = page.title;
    body.className = now.className;
    for (const name of ["version", "reports", "live"]) {
      if (name in now.dataset) body.dataset[name] = now.dataset[name]; else delete body.dataset[name];
    }
    for (const part of ["header", "main"]) document.querySelector(`body > ${part}`).replaceWith(page.querySelector(`body > ${part}`));
    return screen ? turn(0) : undefined;
  }

  // A new page in the place of the old: who cannot see it is told where it begins.
  function open(page) {
    put(page);
    const heading = document.querySelector("main h1");
    if (heading) { heading.tabIndex = -1; heading.focus(); }
    scrollTo(0, 0);
  }

  document.addEventListener("submit", event => {
    const form = event.target;
    if (!form.dataset.kept) return;
    event.preventDefault();
    form.querySelectorAll("button").forEach(button => button.disabled = true);
    const fields = new URLSearchParams(new FormData(form, event.submitter)).toString();
    keep([...taps(), { to: form.getAttribute("action"), fields, words: form.dataset.kept, at: Date.now() }]);
    tapped = { form, fields };
    setTimeout(show, SOON);
    sendAll();
  });
  addEventListener("online", () => sendAll());
  if (taps().length) { show(); setTimeout(show, SOON); sendAll(); }

  // Follows the event: told by the server, and asking by itself where nothing is told.
  let heard = Date.now();
  const busy = () => document.querySelector("main form details[open], main input:focus, main select:focus") || document.querySelector("main input[name=note]")?.value;
  // Many results in a moment are one look.
  let looking = false, told = false;
  async function look() {
    if (!("live" in document.body.dataset) || document.hidden) return;
    // A page opened from a folder cannot ask for itself.
    if (location.protocol === "file:") return location.reload();
    if (looking) return void (told = true);
    looking = true;
    setTimeout(() => { looking = false; if (told) look(); }, 700);
    told = false;
    try {
      const reply = await fetch(location.href, { cache: "no-cache", credentials: "same-origin" });
      const page = new DOMParser().parseFromString(await reply.text(), "text/html");
      if (!("version" in page.body.dataset)) return say();
      // What is gone, or shut to this device, is not asked for again.
      if ([401, 404].includes(reply.status)) return put(page);
      if (!reply.ok) return say();
      heard = Date.now();
      const changed = page.body.dataset.version !== document.body.dataset.version || page.body.dataset.reports !== document.body.dataset.reports;
      if (changed && !busy()) put(page);
    } catch { /* said below once it has lasted */ }
    say();
  }
  function say() {
    if (!alive) return;
    const late = "live" in document.body.dataset && Date.now() - heard > QUIET;
    alive.hidden = !late;
    alive.textContent = late ? `not live since ${clock(heard)}` : "";
    document.body.classList.toggle("stale", late);
  }
  if ("live" in document.body.dataset) {
    const events = document.body.dataset.live === "told" && window.EventSource && new EventSource("/events");
    if (events) ["version", "report", "dispute"].forEach(name => events.addEventListener(name, look));
    setInterval(look, POLL * (0.9 + Math.random() / 5));
    setInterval(say, 5000);
    document.addEventListener("visibilitychange", look);
  }

  // A screen shows one part at a time.
  let at = 0;
  function turn(by) {
    const parts = [...document.querySelectorAll("table.turned")];
    if (!parts.length) return;
    at = (at + by) % parts.length;
    parts.forEach((part, index) => part.hidden = index !== at);
    const number = document.getElementById("page");
    if (number) number.textContent = at + 1;
  }
  if (document.body.dataset.turn) setInterval(() => turn(1), document.body.dataset.turn * 1000);
})();

// What pages of the hall do by themselves: they follow the event, keep a tap until it has arrived, and turn the pages of a screen.
// Everything can be done without it.
"use strict";
(() => {
  const KEPT = "bughouse-kept-";
  const AGAIN = 4000, POLL = 20000, QUIET = 45000, SOON = 2000;
  const box = document.getElementById("kept"), alive = document.getElementById("alive");
  const clock = at => new Date(at).toTimeString().slice(0, 5);
  const element = (name, text, look) => Object.assign(document.createElement(name), { textContent: text, className: look || "" });

  // Taps that have not arrived, oldest first, each under the id of its request: tabs share them, and what one adds or takes away is its own.
  const asked = tap => new URLSearchParams(tap.fields), request = tap => asked(tap).get("request");
  const memory = new Map();
  let lost = false;
  const stored = () => { try { return Object.entries(localStorage).filter(([name]) => name.startsWith(KEPT)).map(([, tap]) => JSON.parse(tap)); } catch { return []; } };
  const taps = () => [...stored(), ...memory.values()].sort((one, other) => one.at - other.at);
  const keep = tap => { try { localStorage.setItem(KEPT + request(tap), JSON.stringify(tap)); } catch { memory.set(request(tap), tap); } show(); };
  // Whether it was still kept: another tab may have heard of it first.
  const drop = tap => {
    const own = taps().some(kept => request(kept) === request(tap));
    memory.delete(request(tap));
    try { localStorage.removeItem(KEPT + request(tap)); } catch { /* it was in memory alone */ }
    show();
    return own;
  };

  // A tap that is on its way is not told as lost, unless that takes long.
  function show() {
    if (!box) return;
    const waiting = taps().filter(tap => lost || Date.now() - tap.at >= SOON);
    box.replaceChildren(...(waiting.length ? [element("strong", "NOT SENT")] : []),
      ...waiting.map(tap => element("p", `${tap.words} (${clock(tap.at)})`)),
      ...(waiting.length ? [element("p", "It is saved here and will be sent again automatically. Hand in the slip as well.")] : []));
    box.className = waiting.length ? "unsent" : "";
  }

  // Only a page of the hall that answers this very request counts: a page that asks for a password is no answer.
  async function send(tap) {
    const reply = await fetch(tap.to, { method: "POST", body: new URLSearchParams(tap.fields), credentials: "same-origin" });
    if (reply.status === 429 || reply.status >= 500) throw new Error("later");
    const page = new DOMParser().parseFromString(await reply.text(), "text/html");
    const answer = page.querySelector("[data-request], [data-status]");
    if (!answer || (answer.dataset.request && answer.dataset.request !== request(tap))) throw new Error("not the hall");
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
      const own = drop(tap), here = tapped?.form.isConnected && tapped.fields === tap.fields;
      if (here || (own && page.querySelector(".answer:not(.good)"))) {
        if (page.querySelector("[data-status]")) refused.push(`NOT FILED: ${tap.words} (${clock(tap.at)}). Hand in the slip.`);
        open(page);
        // Asked for again, the address is that of the page, and no longer of the question that was answered.
        const names = tap.to.startsWith("/table/") ? ["round", "match"] : [];
        const shown = names.filter(name => asked(tap).get(name)).map(name => `${name}=${asked(tap).get(name)}`).join("&");
        history.replaceState(null, "", shown ? `${tap.to}?${shown}` : tap.to);
        document.querySelector("main").append(...refused.map(words => element("p", words, "unsent")));
      } else if (own) box.replaceChildren(element("p", `Sent: ${tap.words}`, "filed"));
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
    const opened = [...document.querySelectorAll("main details[open] > summary")].map(summary => summary.textContent);
    for (const part of ["header", "main"]) document.querySelector(`body > ${part}`).replaceWith(page.querySelector(`body > ${part}`));
    for (const panel of document.querySelectorAll("main details")) panel.open ||= opened.includes(panel.querySelector("summary").textContent);
    follow();
    find();
    if (screen) fit();
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
    keep({ to: form.getAttribute("action"), fields, words: form.dataset.kept, at: Date.now() });
    tapped = { form, fields };
    setTimeout(show, SOON);
    sendAll();
  });
  addEventListener("online", () => sendAll());
  // Another tab has kept one, and may be closed before it has arrived; or it has heard that one has.
  addEventListener("storage", () => { show(); setTimeout(sendAll, AGAIN); });
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
      // A slip that is over, or what is shut to this device, is not asked for again; a table or a screen may come back.
      if (reply.status === 401 || (reply.status === 404 && location.pathname.startsWith("/s/"))) return put(page);
      if (reply.status === 404) page.body.dataset.live = document.body.dataset.live;
      else if (!reply.ok) return say();
      heard = Date.now();
      const said = of => of.querySelector("main").textContent, of = name => page.body.dataset[name] !== document.body.dataset[name];
      // Clocks go on without any change of the event.
      const changed = of("version") || of("reports") || said(page) !== said(document);
      if (changed && !busy()) put(page);
    } catch { /* said below once it has lasted */ }
    say();
  }
  function say() {
    if (!alive) return;
    const late = "live" in document.body.dataset && Date.now() - heard > QUIET, turned = alive.hidden === late;
    alive.hidden = !late;
    alive.textContent = late ? `not live since ${clock(heard)}` : "";
    document.body.classList.toggle("stale", late);
    if (turned) fit();
  }
  // A browser keeps few connections to one host: a tab that nobody sees takes none of them.
  let events = null;
  function follow() {
    const wanted = document.body.dataset.live === "events" && !document.hidden && window.EventSource;
    if (events && !wanted) events = void events.close();
    if (events || !wanted) return;
    events = new EventSource("/events");
    ["version", "report", "dispute"].forEach(name => events.addEventListener(name, look));
  }
  if ("live" in document.body.dataset) {
    follow();
    setInterval(look, POLL * (0.9 + Math.random() / 5));
    setInterval(say, 5000);
    document.addEventListener("visibilitychange", () => { follow(); look(); });
  }

  // A name is found as one types, by any part of it, accents ignored.
  const plain = text => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  let sought = "";
  function find() {
    const field = document.querySelector("main .find[hidden] input");
    if (!field) return;
    field.closest(".find").hidden = false;
    field.value = sought;
    const show = () => {
      sought = field.value;
      const words = plain(sought).split(/\s+/);
      for (const row of document.querySelectorAll("main tbody tr")) row.hidden = !words.every(word => plain(row.textContent).includes(word));
      for (const list of document.querySelectorAll("main .scroll")) list.hidden = list.previousElementSibling.hidden = !list.querySelector("tbody tr:not([hidden])");
    };
    field.addEventListener("input", show);
    show();
  }
  find();

  // A screen shows as many rows at a time as it has room for, each whole.
  let at = 0, pages = [];
  function fit() {
    const [table, ...others] = document.querySelectorAll("table.turned"), main = document.querySelector("main");
    pages = [];
    if (!table) return;
    const [body] = table.tBodies;
    others.forEach(other => { body.append(...other.tBodies[0].rows); other.remove(); });
    for (const part of [table, ...body.rows]) part.hidden = false;
    const height = part => part.getBoundingClientRect().height;
    const below = main.lastElementChild.getBoundingClientRect().bottom - main.getBoundingClientRect().top;
    const room = main.clientHeight - (below - height(body));
    let left = 0;
    for (const [row, high] of [...body.rows].map(row => [row, height(row)])) {
      if (high > left || !pages.length) { pages.push([]); left = room; }
      pages.at(-1).push(row);
      left -= high;
    }
    turn(0);
  }
  function turn(by) {
    if (!pages.length) return;
    at = (at + by) % pages.length;
    pages.forEach((rows, page) => rows.forEach(row => row.hidden = page !== at));
    document.getElementById("page").textContent = pages.length > 1 ? `Page ${at + 1} of ${pages.length} · ` : "";
  }
  if (document.body.dataset.turn) {
    fit();
    addEventListener("resize", fit);
    setInterval(() => turn(1), document.body.dataset.turn * 1000);
  }
})();


// Two windows follow each other: tiles and numbers change in their places, and what is new besides waits behind a button. A desk that is
// gone is said, and nothing is sent to it.
{
const strip = one(".strip"), words = strip && strip.querySelector(".told");
let lost = null, before = null;
// Of the last command that this page shows: the grid takes over what its own slips came to.
const version = () => Number(document.body.dataset.version);

function tell(sentence) {
  before = before || [...words.childNodes];
  words.replaceChildren(Object.assign(document.createElement("span"), { className: "sentence", textContent: sentence }));
}

function untell() {
  if (before) words.replaceChildren(...before);
  before = null;
}

function disconnected() {
  lost = lost || (clock ? clock.textContent : "");
  strip.classList.add("lost");
  tell(`Not connected since ${lost}. What you typed is kept.`);
}

async function renew() {
  const reply = await fetch(location.href, { cache: "no-store" });
  const page = new DOMParser().parseFromString(await reply.text(), "text/html");
  for (const part of [".rail a", ".tiles", ".figure", ".card .soft"]) {
    const [here, there] = [document, page].map((of) => [...of.querySelectorAll(part)]);
    if (here.length === there.length) here.forEach((at, n) => { if (at.innerHTML !== there[n].innerHTML) at.innerHTML = there[n].innerHTML; });
  }
  const said = (of) => of.querySelector("main").textContent.replace(/\s+/g, " ");
  let fresh = strip.querySelector(".fresh");
  if (said(page) !== said(document) && !fresh) {
    fresh = Object.assign(document.createElement("button"), { type: "button", className: "fresh" });
    fresh.addEventListener("click", () => location.reload());
    words.after(fresh);
  }
  if (!fresh) return;
  const news = await (await fetch(`/version?since=${version()}`, { cache: "no-store" })).text();
  fresh.textContent = `${news.split("\n")[1]}: show`;
}

async function follow(behind) {
  if (document.hidden && behind !== true) return;
  let reply;
  try { reply = await fetch("/version", { cache: "no-store" }); } catch { return disconnected(); }
  if (reply.status === 401) return tell("The desk was restarted: open the address it printed.");
  if (lost !== null) {
    lost = null;
    strip.classList.remove("lost");
    untell();
  }
  const [now, printed] = reply.ok ? (await reply.text()).split(" ").map(Number) : [version()];
  // What was opened in another tab is told as printed here.
  if (document.body.matches(".paper, .now") && printed > document.body.dataset.printed && !types(document.activeElement)) return location.reload();
  if (now !== version()) await renew().catch(() => {});
}

if (strip && version()) {
  setInterval(follow, 3000);
  document.addEventListener("visibilitychange", follow);
  // A sheet opens in front of this page, which knows of it before it is seen again.
  document.addEventListener("submit", (event) => {
    if (event.target.target) [500, 1500, 4000, 9000].forEach((wait) => setTimeout(follow, wait, true));
  });
  document.addEventListener("submit", (event) => { if (lost !== null) event.preventDefault(); }, true);
}
}

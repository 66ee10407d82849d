
// Check-in at the pace of a queue: rows are found while one types, and an act changes its row in its place.
const find = one(".find input[name=find]");
const bare = (text) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase().replace(/ł/g, "l").replace(/ø/g, "o").replace(/\s+/g, " ").trim();
// `5-8` is each number from 5 to 8.
const digits = (text) => (/^[\d\s,–-]*\d[\d\s,–-]*$/.test(text) ? text.match(/\d+(\s*[–-]\s*\d+)?/g).flatMap((part) => {
  const [from, to = from] = part.match(/\d+/g).map(Number);
  return Array.from({ length: Math.max(1, Math.min(to - from + 1, 500)) }, (_, n) => `${from + n}`);
}) : null);

// Marks the first part of a text that reads as what was typed.
function mark(at, typed) {
  const letters = [...at.textContent];
  const folded = letters.map((c) => (/\s/.test(c) ? " " : bare(c)));
  const start = typed ? folded.join("").indexOf(typed) : -1;
  const letter = (n) => { let length = 0; return folded.findIndex((part) => (length += part.length) > n); };
  const [from, to] = start < 0 ? [letters.length, letters.length] : [letter(start), letter(start + typed.length - 1) + 1];
  const hit = document.createElement("mark");
  hit.textContent = letters.slice(from, to).join("");
  at.replaceChildren(letters.slice(0, from).join(""), ...(start < 0 ? [] : [hit]), letters.slice(to).join(""));
}

function sift() {
  const typed = bare(find.value), numbers = digits(find.value);
  let count = 0, next = null;
  for (const row of document.querySelectorAll(".teams li")) {
    const fits = numbers ? numbers.includes(row.querySelector(".number").textContent) : row.dataset.find.includes(typed);
    row.hidden = !fits;
    if (fits) count += 1;
    for (const part of row.querySelectorAll("[data-part]")) mark(part, numbers ? "" : typed);
    const button = row.querySelector(".is button");
    if (!button) continue;
    const first = fits && typed !== "" && !next;
    if (first) next = button;
    button.classList.toggle("go", first);
    button.toggleAttribute("data-next", first);
  }
  find.form.querySelector("output").textContent = typed && `${count} ${count === 1 ? "team matches" : "teams match"}`;
  return next;
}

async function press(form) {
  const given = new URLSearchParams(new FormData(form));
  given.set("back", "/at/entries");
  const answer = await fetch(form.action, { method: "POST", body: given });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  // A question or a refusal has a page of its own.
  if (!page.body.matches(".entries")) return void (location.href = answer.url);
  for (const row of document.querySelectorAll(".teams li")) {
    const now = page.getElementById(row.id);
    if (now && now.dataset.state !== row.dataset.state) row.replaceWith(now);
  }
  const request = page.querySelector("input[name=request]").value;
  for (const of of document.querySelectorAll("input[name=request]")) of.value = request;
  const now = page.querySelectorAll(".top .number");
  document.querySelectorAll(".top .number").forEach((count, at) => count.replaceWith(now[at]));
  for (const what of [".told", "#sum", ".top .figure"]) one(what).replaceChildren(...page.querySelector(what).childNodes);
  for (const undo of document.querySelectorAll(".strip [data-undo]")) undo.form.remove();
  const undo = page.querySelector(".strip [data-undo]");
  if (undo) one(".told").after(undo.form);
  for (const said of document.querySelectorAll("main > [role=status]")) said.remove();
  find.value = "";
  sift();
  find.focus();
}

if (find) {
  find.addEventListener("input", sift);
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const several = one(".several form");
    if (form === find.form) {
      event.preventDefault();
      delete form.dataset.sent;
      const next = sift();
      const numbers = digits(find.value);
      if (numbers && numbers.length > 1) {
        several.elements.teams.value = numbers.join(" ");
        several.requestSubmit();
      } else if (next) next.click();
    } else if (form === several || form.closest(".is")) {
      event.preventDefault();
      press(form).catch(() => form.submit()).finally(() => {
        delete form.dataset.sent;
        if (form === several) form.elements.teams.value = "";
        for (const button of form.querySelectorAll("button")) button.removeAttribute("aria-disabled");
      });
    }
  });
}

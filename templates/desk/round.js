// The grid of results. Without this file its form is sent a line at a time; with it a pile is typed without waiting for a page.
{
  const form = one("#slips");
  const line = form && form.elements.line;
  const pile = [];
  let sending = false;
  let asked = 0;

  // The row at hand stays in the upper third.
  const follow = (place) => {
    const row = place && document.getElementById(`t${place}`);
    if (!row) return;
    for (const before of document.querySelectorAll("#grid .here")) before.classList.remove("here");
    row.classList.add("here");
    const grid = one("#grid");
    grid.scrollTop += row.getBoundingClientRect().top - grid.getBoundingClientRect().top - grid.clientHeight / 3;
  };

  const say = (title, note, wrong) => {
    const [head, more] = one("#understood").children;
    [head.textContent, more.textContent] = [title, note];
    one("#understood").classList.toggle("wrong", !!wrong);
  };

  const read = async () => {
    const mine = ++asked;
    const told = await fetch(`/round/understood?section=${encodeURIComponent(form.elements.section.value)}&round=${form.elements.round.value}&line=${encodeURIComponent(line.value)}`).then((answer) => answer.json(), () => ({}));
    if (mine !== asked) return;
    say(told.title || "", told.note || "", told.wrong);
    follow(told.place);
  };

  // Takes over what another page shows; what is being typed stays.
  const show = (page) => {
    for (const part of ["#slip-fields", "#understood", "#side", "#grid", ".told", ".rail"]) {
      const [to, from] = [one(part), page.querySelector(part)];
      if (to && from) [to.innerHTML, to.className] = [from.innerHTML, from.className];
    }
    for (const old of document.querySelectorAll(".strip > form:not(.box)")) old.remove();
    for (const undo of page.querySelectorAll(".strip > form:not(.box)")) one(".strip .box").before(undo);
    for (const said of document.querySelectorAll("main > [role=status]")) said.remove();
    const here = one("#stop") || one("#grid .here");
    if (here) follow(here.dataset.place || here.previousElementSibling.dataset.place);
  };

  const refused = (typed, why) => {
    const list = one("#refused");
    const item = document.createElement("li");
    const again = document.createElement("button");
    again.type = "button";
    again.textContent = typed;
    again.addEventListener("click", () => { item.remove(); list.hidden = !list.children.length; line.value = typed; line.focus(); read(); });
    item.append(again, why);
    list.append(item);
    list.hidden = false;
  };

  const send = async () => {
    if (sending) return;
    sending = true;
    while (pile.length) {
      const body = new URLSearchParams(new FormData(form));
      body.set("line", pile[0]);
      let answer, page;
      try {
        answer = await fetch(form.action, { method: "POST", body });
        page = new DOMParser().parseFromString(await answer.text(), "text/html");
      } catch {
        say("Not connected", "What you typed is kept, and sent when the desk is back.", true);
        await new Promise((later) => setTimeout(later, 1000));
        continue;
      }
      const typed = pile.shift();
      const next = page.querySelector("#slips input[name=line]");
      if (!next || page.querySelector("#slips [name=section]").value !== form.elements.section.value) {
        location.href = answer.url;
        return;
      }
      asked += 1;
      show(page);
      [line.placeholder, line.className] = [next.placeholder, next.className];
      history.replaceState(null, "", answer.url);
      const wrong = one("#understood").matches(".wrong");
      if (wrong && (line.value || pile.length)) refused(typed, one("#understood span").textContent);
      else if (!line.value && !pile.length) line.value = next.value;
      if (!one("#stop") || pile.length) continue;
      // A pile that is typed without looking overwrites nothing.
      if (/^[0-9#]/.test(line.value)) pile.push("d");
      else if (!line.value) one("#stop button").focus();
    }
    sending = false;
    if (!one("#stop") && !types(document.activeElement)) line.focus();
    if (line.value) read();
  };

  const take = (typed) => {
    pile.push(typed);
    line.focus();
    send();
  };

  const walk = (step) => {
    const rows = [...document.querySelectorAll("#grid .line")];
    const at = rows.findIndex((row) => row.matches(".here"));
    const row = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
    if (!row) return;
    line.value = row.dataset.line;
    follow(row.dataset.place);
    read();
  };

  if (form) {
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      event.stopPropagation();
      const answer = event.submitter && event.submitter.name === "answer";
      const typed = answer ? event.submitter.value : line.value.trim();
      if (!answer || typed === "o") line.value = "";
      take(typed);
    });
    line.addEventListener("input", read);
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const at = document.activeElement;
      if (at === line && /^Arrow(Up|Down)$/.test(event.key)) walk(event.key === "ArrowUp" ? -1 : 1);
      else if (!one("#stop") || sending || (at === line ? line.value : types(at))) return;
      else if (/^[krd]$/.test(event.key)) take(event.key);
      else if (/^[0-9#]$/.test(event.key)) {
        take("d");
        line.value = event.key;
      } else return;
      event.preventDefault();
      event.stopPropagation();
    }, true);
    const here = one("#grid .here");
    if (here) follow(here.dataset.place);
  }
}

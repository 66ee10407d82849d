// The grid of results. Without this file its form is sent a line at a time; with it a pile is typed without waiting for a page.
{
  const form = one("#slips");
  const line = form && form.elements.line;
  const pile = [];
  const home = () => { if (!matchMedia("(pointer: coarse)").matches) line.focus(); };
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
    document.body.dataset.version = page.body.dataset.version;
    for (const old of document.querySelectorAll(".strip > form:not(.box), .strip .fresh")) old.remove();
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
      const question = page.querySelector(".ask");
      if (question) {
        // It is answered here: what was typed behind it goes on.
        question.querySelectorAll("[autofocus]").forEach((at) => at.removeAttribute("autofocus"));
        one("#asks").append(question);
        if (one("#stop")) one("#stop").remove();
        form.elements.stop.value = "";
        continue;
      }
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
    if (!one("#stop") && !types(document.activeElement)) home();
    if (line.value && !one("#understood").matches(".wrong")) read();
  };

  const take = (typed) => {
    pile.push(typed);
    home();
    send();
  };

  // What is typed or under way stays when the page is left: of this section, and of the round that was shown.
  const kept = () => `slips ${form.elements.section.value}`;
  const shown = () => `${form.elements.round.value} ${form.elements.shown.value}`;
  const keep = () => {
    const slips = pile.filter((typed) => /^[0-9#]/.test(typed));
    if (line.value || slips.length) sessionStorage[kept()] = JSON.stringify({ at: Date.now(), shown: shown(), line: line.value, slips });
  };
  const take_up = () => {
    const left = JSON.parse(sessionStorage[kept()] || "{}");
    delete sessionStorage[kept()];
    // What is being typed goes on in the line; what was left there stands below it.
    const is_here = left.shown === shown() && Date.now() - left.at < 3000 && !line.value && !one("#stop");
    if (left.line && is_here) line.value = left.line;
    else if (left.line && left.line.trim()) refused(left.line, "not sent");
    if (left.shown === shown()) pile.push(...left.slips);
    else for (const typed of left.slips || []) refused(typed, "not sent: the round has changed");
    if (pile.length) send();
    else if (line.value) read();
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
    // The buttons of a table file as a line does: what is typed next is not lost on the way to another page.
    document.addEventListener("submit", (event) => {
      const tap = event.target;
      if (!tap.matches("#grid .tap") || !event.submitter) return;
      event.preventDefault();
      event.stopPropagation();
      const how = ["board", "by"].map((name) => tap.elements[name].value);
      take([tap.elements.place.value, event.submitter.value, ...how].join(" ").trim());
    }, true);
    line.addEventListener("input", read);
    addEventListener("pagehide", keep);
    document.addEventListener("keydown", (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
      const at = document.activeElement;
      if (at === line && /^Arrow(Up|Down)$/.test(event.key)) walk(event.key === "ArrowUp" ? -1 : 1);
      else if (/^[0-9#]$/.test(event.key) && !one("#stop") && at !== line && !types(at)) {
        line.value += event.key;
        line.focus();
        read();
      } else if (!one("#stop") || sending || (at === line ? line.value : types(at))) return;
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
    take_up();
  }
}

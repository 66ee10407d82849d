
// A rating list is dropped anywhere on its page; month and federation can still be said before it is loaded.
const listFile = document.querySelector("#list-file");
if (listFile) {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    listFile.files = event.dataTransfer.files;
    listFile.form.requestSubmit();
  });
}

// Who of the rating lists may be meant, while the name of a child is typed in a form of entry; a tap fills in name, rating and id.
for (const child of document.querySelectorAll("form.fields .child")) {
  const part = (name) => child.querySelector(`[name$=".${name}"]`);
  const typed = part("name");
  if (!typed || !part("id")) continue;
  const proposals = document.createElement("ul");
  proposals.className = "proposals";
  proposals.setAttribute("aria-label", "From the rating lists");
  child.append(proposals);
  let asked = 0;
  typed.addEventListener("input", () => {
    const mine = ++asked;
    if (typed.value.trim().length < 3) return proposals.replaceChildren();
    setTimeout(async () => {
      if (mine !== asked) return;
      const answer = await fetch("/ratings/propose?text=" + encodeURIComponent(typed.value));
      if (!answer.ok || mine !== asked) return;
      const proposed = await answer.json();
      proposals.replaceChildren(...proposed.map((one) => {
        const item = document.createElement("li");
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = `${one.name}, ${one.shown} · ${one.about}`;
        button.addEventListener("click", () => {
          for (const filled of ["name", "rating", "id"]) part(filled).value = one[filled];
          proposals.replaceChildren();
          typed.focus();
        });
        item.append(button);
        return item;
      }));
    }, 120);
  });
}

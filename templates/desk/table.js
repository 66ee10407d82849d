
// A list of buttons is narrowed by what is typed above it. Without this file the list is sent for.
{
  const find = one("[data-filters]");
  const folded = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  if (find) {
    find.addEventListener("input", () => {
      const words = folded(find.value).split(/\s+/);
      for (const button of document.querySelectorAll(find.dataset.filters)) {
        button.hidden = !words.every((word) => folded(button.textContent).includes(word));
      }
    });
    find.form.addEventListener("submit", (event) => {
      const found = [...document.querySelectorAll(find.dataset.filters)].filter((button) => !button.hidden);
      if (found.length !== 1) return;
      event.preventDefault();
      event.stopPropagation();
      found[0].click();
    });
  }
}

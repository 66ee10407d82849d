
// A list: it is read when it is chosen or dropped anywhere on the page, and again when a column is said to hold something else.
const list = one(".drop input[type=file]");
const again = one("#read");
document.addEventListener("change", (event) => {
  if (event.target === list) list.form.requestSubmit();
  else if (again && event.target.form === again && !event.target.matches("[type=text]")) again.requestSubmit();
});
if (list) {
  document.addEventListener("dragover", (event) => event.preventDefault());
  document.addEventListener("drop", (event) => {
    event.preventDefault();
    if (!event.dataTransfer.files.length) return;
    list.files = event.dataTransfer.files;
    list.form.requestSubmit();
  });
}


// What was opened in another tab is told as printed here, once this one is looked at again.
if (document.body.matches(".paper")) {
  let printed = false;
  document.addEventListener("submit", (event) => { if (event.target.target) printed = true; });
  document.addEventListener("visibilitychange", () => { if (printed && document.visibilityState === "visible") location.reload(); });
}

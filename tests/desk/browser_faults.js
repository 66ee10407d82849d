(() => {
  const faults = [], seen = [...document.querySelectorAll("body *")].filter(e => e.getClientRects().length);
  const rgb = text => (text.match(/[\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255).map(v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4)
    .reduce((sum, v, at) => sum + v * [.2126, .7152, .0722][at], 0);
  const ground = e => { for (; e; e = e.parentElement) { const c = rgb(getComputedStyle(e).backgroundColor); if (c.length === 3 || c[3] > 0) return c; } return [255, 255, 255]; };
  const says = e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
  for (const e of seen.filter(says)) {
    const style = getComputedStyle(e), [a, b] = [light(rgb(style.color)), light(ground(e))].sort((x, y) => y - x);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && style.fontWeight >= 700);
    if ((a + .05) / (b + .05) < (large ? 3 : 4.5)) faults.push(`contrast ${((a + .05) / (b + .05)).toFixed(2)}: ${e.innerText.slice(0, 40)}`);
  }
  if (!document.documentElement.lang) faults.push("no language");
  if (!document.title) faults.push("no title");
  for (const part of ["h1", "main", "header", "footer"]) {
    if (document.querySelectorAll(`body ${part}`).length !== 1) faults.push(`not one ${part}`);
  }
  for (const e of document.querySelectorAll("input:not([type=hidden]), select, textarea")) {
    if (!e.labels.length && !e.getAttribute("aria-label")) faults.push(`no label: ${e.name}`);
  }
  for (const e of document.querySelectorAll("a, button, summary")) {
    if (!(e.innerText || e.textContent).trim() && !e.getAttribute("aria-label")) faults.push("an empty link or button");
  }
  for (const e of document.querySelectorAll("table")) if (!e.caption) faults.push("a table without a caption");
  for (const e of seen.filter(e => e.matches("main button, main .button"))) {
    if (e.getBoundingClientRect().height < 44) faults.push(`too small for a thumb: ${e.innerText}`);
  }
  const ids = [...document.querySelectorAll("[id]")].map(e => e.id);
  if (new Set(ids).size !== ids.length) faults.push("an id twice");
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`wider than the screen: ${document.documentElement.scrollWidth} of ${innerWidth}`);
  for (const e of seen.filter(e => e.matches(".scroll") && innerWidth < 640 && !e.querySelector(".folds"))) {
    if (e.scrollWidth > e.clientWidth + 1) faults.push(`runs off the edge: ${e.getAttribute("aria-label")}, ${e.scrollWidth} of ${e.clientWidth}`);
  }
  return faults;
})()

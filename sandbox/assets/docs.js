// Search, a mark for the current section, and buttons that copy. The page also works without scripts.
"use strict";

const search = document.getElementById("search");
const sections = [...document.querySelectorAll("nav section")];
const links = [...document.querySelectorAll("nav section > a")];

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  let found = 0;
  for (const section of sections) {
    let any = 0;
    for (const link of section.querySelectorAll(":scope > a")) {
      const text = (link.dataset.search || link.textContent).toLowerCase();
      const fits = words.every((word) => text.includes(word));
      link.hidden = !fits;
      any += fits ? 1 : 0;
    }
    section.hidden = any === 0;
    found += any;
  }
  document.getElementById("none").hidden = found > 0;
}

search.addEventListener("input", filter);
search.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    search.value = "";
    filter();
  }
  if (event.key === "Enter") {
    const first = links.find((link) => !link.hidden && !link.parentElement.hidden);
    if (first) first.click();
  }
});
document.addEventListener("keydown", (event) => {
  const writes = /^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName);
  if (event.key === "/" && !writes && !event.ctrlKey && !event.metaKey) {
    event.preventDefault();
    search.focus();
  }
});

for (const command of document.querySelectorAll(".command")) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = "Copy";
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(command.querySelector("code").textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = "Copy"; }, 1500);
  });
  command.append(button);
}

// Marks the link to the section that is being read.
const byTarget = new Map(links.map((link) => [link.hash.slice(1), link]));
let current = null;
const seen = new IntersectionObserver((entries) => {
  const entry = entries.filter((entry) => entry.isIntersecting).pop();
  const link = entry && byTarget.get(entry.target.id);
  if (!link || link === current) return;
  if (current) current.removeAttribute("aria-current");
  link.setAttribute("aria-current", "true");
  current = link;
  const nav = link.closest("nav");
  const [box, frame] = [link.getBoundingClientRect(), nav.getBoundingClientRect()];
  if (box.top < frame.top + 60 || box.bottom > frame.bottom - 60) {
    nav.scrollTop += box.top - frame.top - frame.height / 2;
  }
}, { rootMargin: "-80px 0px -70% 0px" });
for (const id of byTarget.keys()) {
  const target = document.getElementById(id);
  if (target) seen.observe(target);
}

'use strict';
// Only filters and folds; everything can be read without it.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const search = document.getElementById('search');
  const shown = document.getElementById('shown');
  const findings = all('.finding');
  const texts = new Map(findings.map((one) => [one, one.textContent.toLowerCase()]));

  const filterFindings = () => {
    const levels = new Set(all('[name=level]').filter((box) => box.checked).map((box) => box.value));
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let count = 0;
    for (const one of findings) {
      const text = texts.get(one);
      one.hidden = !levels.has(one.dataset.level) || !words.every((word) => text.includes(word));
      count += one.hidden ? 0 : 1;
    }
    shown.textContent = `${count} of ${findings.length} shown`;
  };

  const filterRequirements = (state) => {
    for (const row of all('.requirement')) {
      row.hidden = state !== '' && row.dataset.state !== state;
    }
    for (const section of all('.section')) {
      const some = section.querySelector('.requirement:not([hidden])') !== null;
      section.hidden = !some;
      if (state !== '' && some) section.open = true;
    }
  };

  // A link to a finding opens it, and what hides it.
  const follow = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    const target = id && document.getElementById(id);
    if (!target) return;
    target.hidden = false;
    if (target.tagName === 'DETAILS') target.open = true;
    target.scrollIntoView();
  };

  all('.controls').forEach((one) => { one.hidden = false; });
  if (search) {
    search.addEventListener('input', filterFindings);
    all('[name=level]').forEach((box) => box.addEventListener('change', filterFindings));
    document.getElementById('expand').addEventListener('click', () => {
      findings.forEach((one) => { one.open = !one.hidden; });
    });
    document.getElementById('collapse').addEventListener('click', () => {
      findings.forEach((one) => { one.open = false; });
    });
    filterFindings();
  }
  const states = document.getElementById('states');
  if (states) states.addEventListener('change', () => filterRequirements(states.value));
  window.addEventListener('hashchange', follow);
  window.addEventListener('beforeprint', () => {
    all('.finding, .section').forEach((one) => { one.open = true; });
  });
  follow();
})();

// The console: shows the resources of the sandbox, and changes them with its controls.
//
// Names and texts of resources may be hostile, so every value is set as text, never as markup.
"use strict";

const REFRESH = 2000;

// ---------------------------------------------------------------- elements

/** Returns an element with properties and children; texts become text nodes. */
function make(tag, properties, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties || {})) {
    if (name === "data") Object.assign(element.dataset, value);
    else if (name.startsWith("aria-")) element.setAttribute(name, value);
    else element[name] = value;
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const byId = (id) => document.getElementById(id);

// ---------------------------------------------------------------- values

const money = (value) =>
  value ? `${Number(value.amount).toLocaleString("en", { minimumFractionDigits: 2 })} ${value.currency}` : "";
const time = (value) => (value ? value.replace("T", " ").replace(/:\d\d(\.\d+)?Z$/, "") : "");
const date = (value) => (value || "").slice(0, 10);
const usage = (list) =>
  (list || []).map((item) => `${item.dimension} ${item.quantity}`).join(", ");

const TONES = {
  good: ["ACTIVE", "ACCEPTED", "PUBLISHED", "DELIVERED", "SUCCEEDED", "SUCCESS", "INVOICED", "REPORTED"],
  wait: ["PENDING", "PENDING_ACCEPTANCE", "PENDING_START", "CREATED", "RETRYING", "SENT"],
  warn: ["SUSPENDED"],
  bad: ["REJECTED", "TERMINATED", "FAILED"],
};
function state(value) {
  const tone = Object.keys(TONES).find((tone) => TONES[tone].includes(value)) || "";
  return make("span", { className: `state ${tone}` }, String(value).toLowerCase().replaceAll("_", " "));
}

// ---------------------------------------------------------------- collections
// A column: its name, the function that returns its value, and its class.
// An action: its name, whether it applies to an item, the control, and further fields.

const status = ["Status", (item) => state(item.status)];
const id = ["Identifier", null, "id"];
const made = ["Created", (item) => time(item.creationTime), "time"];
const partner = ["Partner", (item) => item.partner];

const COLLECTIONS = [
  { heading: "Sales" },
  {
    path: "offer", title: "Offers",
    about: "Accept or reject them as their buyers would.",
    columns: [id, ["Name", (o) => o.name, "name"], partner, status,
      ["Price", (o) => money(o.terms && o.terms.price), "number"],
      ["Expires", (o) => date(o.expireTime), "time"]],
    actions: [
      { name: "Accept", control: "accept", main: true, of: (o) => o.status === "PENDING_ACCEPTANCE" },
      { name: "Reject", control: "reject", bad: true, of: (o) => o.status === "PENDING_ACCEPTANCE" },
    ],
  },
  {
    path: "agreement", title: "Agreements",
    about: "Pay out, or end one, as the partner would. Without an amount, the price is paid.",
    columns: [id, partner, status, ["Price", (a) => money(a.price), "number"],
      ["Ends", (a) => date(a.endTime), "time"]],
    actions: [
      { name: "Disburse", control: "disburse", main: true, amount: true, of: () => true },
      { name: "Terminate", control: "terminate", bad: true, of: (a) => a.status === "ACTIVE" },
    ],
  },
  {
    path: "entitlement", title: "Entitlements",
    about: "Suspend one or let it go on, as the partner would.",
    columns: [id, partner, status, ["Dimensions", (e) => (e.dimensions || []).map((d) => d.key).join(", "), "list"],
      ["Starts", (e) => date(e.startTime), "time"], ["Ends", (e) => date(e.endTime), "time"]],
    actions: [
      { name: "Suspend", control: "suspend", bad: true, of: (e) => e.status === "ACTIVE" },
      { name: "Resume", control: "resume", main: true, of: (e) => e.status === "SUSPENDED" },
    ],
  },
  {
    path: "referral", title: "Referrals", about: "Opportunities shared with a partner.",
    columns: [id, ["Name", (r) => r.name, "name"], partner, status, ["Expires", (r) => date(r.expireTime), "time"]],
  },
  { heading: "Money" },
  {
    path: "usageRecordGroup", title: "Usage", about: "What was submitted, the newest first.",
    columns: [id, ["Entitlement", (g) => g.entitlementId], ["Records", (g) => usage(g.records), "list"], made],
  },
  {
    path: "usageRecordReport", title: "Reports",
    about: "Usage of a day, added up. Invoice one as the partner would.",
    columns: [id, ["Entitlement", (r) => r.entitlementId], status, ["Totals", (r) => usage(r.totals), "list"],
      ["Day", (r) => date(r.startTime), "time"]],
    actions: [{ name: "Invoice", control: "invoice", main: true, of: (r) => r.status === "SUCCESS" }],
  },
  {
    path: "disbursement", title: "Disbursements", about: "What partners have paid out.",
    columns: [id, ["Agreement", (d) => d.agreementId], partner, ["Net amount", (d) => money(d.netAmount), "number"], ["Day", (d) => d.disbursementDate, "time"]],
  },
  { heading: "Events" },
  {
    path: "event", title: "Events", about: "What has happened, the newest first.",
    columns: [id, ["Type", (e) => state(e.type)], partner, made],
  },
  {
    path: "webhookDelivery", title: "Deliveries", about: "What was sent to the webhook, and how it was taken.",
    columns: [id, ["Event", (d) => state(d.eventType)], status, ["Attempts", (d) => String(d.attempts), "number"],
      ["Last answer", (d) => String(d.responseStatus ?? ""), "number"],
      ["Next attempt", (d) => time(d.nextAttemptTime), "time"], made],
  },
  { heading: "Organization" },
  {
    path: "product", title: "Products", about: "Listings on the partners' marketplaces.",
    columns: [id, ["Name", (p) => p.name, "name"], partner, status, made],
    actions: [{ name: "Retire", control: "retire", bad: true, of: (p) => p.status === "PUBLISHED" }],
  },
  {
    path: "buyer", title: "Buyers", about: "The partners' customers.",
    columns: [id, ["Name", (b) => b.name, "name"], partner, ["Account", (b) => b.partnerAccountId]],
  },
  {
    path: "quota", title: "Quotas", about: "How much the organization may have. Set one to see it used up.",
    key: (quota) => quota.name,
    columns: [["Quota", (q) => q.name], ["Used", (q) => q.used.toLocaleString("en"), "number"],
      ["Limit", (q) => q.limit.toLocaleString("en"), "number"]],
    actions: [{ name: "Set", limit: true, of: () => true }],
  },
  {
    path: "apiClient", title: "API clients", about: "OAuth Apps and legacy API keys.",
    columns: [id, ["Name", (c) => c.name, "name"], ["Type", (c) => c.type], ["Scopes", (c) => String((c.scopes || []).length), "number"], made],
  },
  { path: "credentials", title: "Credentials", about: "To use the API with. A secret shows when it is asked for." },
];

// ---------------------------------------------------------------- location
// The fragment of the address is #organization/collection.

let orgs = [];
const where = () => {
  const [org, path] = location.hash.slice(1).split("/");
  const collection = COLLECTIONS.find((known) => known.path && known.path === path);
  return {
    org: orgs.some((known) => known.id === org) ? org : orgs.length ? orgs[0].id : "",
    collection: collection || COLLECTIONS.find((known) => known.path),
  };
};

// ---------------------------------------------------------------- the sandbox

async function ask(path, options) {
  const answer = await fetch(`/_sandbox/${path}`, options);
  const body = await answer.json().catch(() => ({}));
  if (!answer.ok) throw new Error(body.detail || body.title || `The sandbox answered ${answer.status}.`);
  return body;
}

function order(path, body) {
  const options = { method: "POST" };
  if (body) {
    options.headers = { "Content-Type": "application/json" };
    options.body = JSON.stringify(body);
  }
  return ask(path, options);
}

let fading;
function say(text, isBad) {
  const message = byId("message");
  message.textContent = text;
  message.className = isBad ? "bad" : "";
  clearTimeout(fading);
  fading = setTimeout(() => { message.textContent = ""; }, isBad ? 8000 : 3000);
}

/** Performs an action of the user, and shows the result. */
async function act(text, work) {
  try {
    await work();
    say(text);
  } catch (error) {
    say(error.message, true);
  }
  await refresh(true);
}

// ---------------------------------------------------------------- pictures

const opened = new Set();

function cell(column, item) {
  const [name, value, kind] = column;
  if (kind === "id") {
    const more = make("button", { type: "button", className: "more", title: String(item.id),
      "aria-expanded": String(opened.has(item.id)), data: { key: `more ${item.id}` } }, String(item.id));
    more.addEventListener("click", () => {
      if (!opened.delete(item.id)) opened.add(item.id);
      draw();
    });
    return make("td", { className: "id", data: { name } }, more);
  }
  const shown = value(item);
  return make("td", { className: kind || "", data: { name } }, shown === undefined || shown === null ? "" : shown);
}

function actions(collection, item, org) {
  const key = collection.key ? collection.key(item) : item.id;
  const place = `org/${encodeURIComponent(org)}/${collection.path}/${encodeURIComponent(key)}`;
  const buttons = (collection.actions || []).filter((action) => action.of(item)).flatMap((action) => {
    const label = `${action.name} ${key}`;
    const button = make("button", { type: "button", className: action.main ? "main" : action.bad ? "bad" : "",
      "aria-label": label, data: { key: label, action: action.control || action.name } }, action.name);
    const input = action.amount || action.limit
      ? make("input", { inputMode: "decimal", placeholder: action.amount ? "amount" : "limit", autocomplete: "off",
        "aria-label": `${action.amount ? "Amount" : "Limit"} of ${key}`, data: { key: `input ${label}` } })
      : null;
    const go = () => {
      const value = input ? input.value.trim() : "";
      if (action.limit && !/^\d+$/.test(value)) return say("A limit is a whole number.", true);
      if (input) input.value = "";
      const path = action.control ? `${place}/${action.control}` : place;
      const body = action.limit ? { limit: Number(value) } : action.amount && value ? { amount: value } : undefined;
      button.disabled = true;
      return act(`${action.name}: done.`, () => order(path, body));
    };
    button.addEventListener("click", go);
    if (input) input.addEventListener("keydown", (event) => { if (event.key === "Enter") go(); });
    return input ? [input, button] : [button];
  });
  return make("td", { className: "does" }, buttons.length ? make("div", { className: "actions" }, ...buttons) : "");
}

function table(collection, list, org) {
  if (!list.items.length) {
    const text = collection.path === "webhookDelivery"
      ? "Nothing has been sent to a webhook yet." : "There is nothing here yet.";
    return make("p", { className: "empty" }, text);
  }
  const heads = collection.columns.map(([name, , kind]) => make("th", { scope: "col", className: kind === "number" ? kind : "" }, name));
  if (collection.actions) heads.push(make("th", { scope: "col" }, ""));
  const body = make("tbody");
  for (const item of list.items) {
    const cells = collection.columns.map((column) => cell(column, item));
    if (collection.actions) cells.push(actions(collection, item, org));
    body.append(make("tr", {}, ...cells));
    if (item.id && opened.has(item.id)) {
      const whole = make("pre", {}, make("code", {}, JSON.stringify(item, null, 2)));
      body.append(make("tr", { className: "detail" }, make("td", { colSpan: heads.length }, whole)));
    }
  }
  const rows = make("div", { className: "rows" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), body));
  if (list.total <= list.items.length) return rows;
  return make("div", {}, rows, make("p", { className: "note" }, `The newest ${list.items.length} of ${list.total}.`));
}

const shownSecrets = new Set();

function credentialTable(all, org) {
  const rows = (all.orgs[org] || []).map((item) => {
    const key = `${org} ${item.name}`;
    const isHidden = item.secret && !shownSecrets.has(key);
    const show = item.secret
      ? make("button", { type: "button", "aria-label": `${isHidden ? "Show" : "Hide"} ${item.name}`, data: { key: `show ${key}` } }, isHidden ? "Show" : "Hide")
      : null;
    if (show) show.addEventListener("click", () => {
      if (!shownSecrets.delete(key)) shownSecrets.add(key);
      draw();
    });
    const copy = make("button", { type: "button", "aria-label": `Copy ${item.name}`, data: { key: `copy ${key}` } }, "Copy");
    copy.addEventListener("click", () => act(`${item.name} is copied.`, () => navigator.clipboard.writeText(item.value)));
    return make("tr", {},
      make("td", { data: { name: "Name" } }, item.name),
      make("td", { className: "secret", data: { name: "Value" } }, isHidden ? "•".repeat(16) : item.value),
      make("td", { data: { name: "For" } }, item.use),
      make("td", { className: "does" }, make("div", { className: "actions" }, show, copy)));
  });
  const heads = ["Name", "Value", "For", ""].map((name) => make("th", { scope: "col" }, name));
  return make("div", {},
    make("div", { className: "rows" }, make("table", {}, make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows))),
    make("p", { className: "note" }, `Resource host ${all.baseUrl}, token host ${all.authUrl}. These are derived from the sandbox's seed and open nothing else.`));
}

let last = { key: "", text: "", value: null };

/** Draws what was read last, and keeps the focus and what was typed. */
function draw() {
  const { org, collection } = where();
  if (!last.value || last.key !== `${org}/${collection.path}`) return;
  const view = byId("view");
  const focused = document.activeElement && view.contains(document.activeElement) ? document.activeElement.dataset.key : null;
  const typed = new Map([...view.querySelectorAll("input")].filter((input) => input.value).map((input) => [input.dataset.key, input.value]));
  view.replaceChildren(collection.path === "credentials" ? credentialTable(last.value, org) : table(collection, last.value, org));
  for (const element of view.querySelectorAll("[data-key]")) {
    if (typed.has(element.dataset.key) && element.tagName === "INPUT") element.value = typed.get(element.dataset.key);
    if (element.dataset.key === focused) element.focus();
  }
}

function frame() {
  const { org, collection } = where();
  byId("title").textContent = collection.title;
  byId("about").textContent = collection.about;
  byId("nav").replaceChildren(...COLLECTIONS.map((known) => {
    if (known.heading) return make("h2", {}, known.heading);
    const link = make("a", { href: `#${org}/${known.path}` }, known.title);
    if (known === collection) link.setAttribute("aria-current", "page");
    return link;
  }));
  byId("org").replaceChildren(...orgs.map((known) => make("option", { value: known.id, selected: known.id === org }, `${known.name} (${known.id})`)));
}

function clock(now) {
  byId("now").textContent = `${now.slice(0, 19).replace("T", " ")} UTC`;
  const hours = Math.round((Date.parse(now) - Date.now()) / 36e5);
  const days = Math.round(hours / 24);
  byId("ahead").textContent = hours < 1 ? "" : hours < 48 ? `${hours} h ahead` : `${days} days ahead`;
}

// ---------------------------------------------------------------- start

let round = 0;
async function refresh(always) {
  const mine = ++round;
  const { org, collection } = where();
  const key = `${org}/${collection.path}`;
  try {
    const path = collection.path === "credentials" ? "credentials" : `org/${encodeURIComponent(org)}/${collection.path}`;
    const [{ now }, value] = await Promise.all([ask("clock"), ask(path)]);
    if (mine !== round) return;
    clock(now);
    delete value.now;
    const text = JSON.stringify(value);
    if (!always && key === last.key && text === last.text) return;
    last = { key, text, value };
    draw();
  } catch (error) {
    if (mine === round) say(`The sandbox does not answer: ${error.message}`, true);
  }
}

async function start() {
  orgs = (await ask("org")).items.sort((a, b) => a.name.localeCompare(b.name));
  frame();
  await refresh(true);
}

addEventListener("hashchange", () => {
  opened.clear();
  shownSecrets.clear();
  byId("view").replaceChildren();
  frame();
  refresh(true);
});
byId("org").addEventListener("change", (event) => {
  location.hash = `${event.target.value}/${where().collection.path}`;
});
const move = (duration) => act(`The clock has moved by ${duration}.`, () => order("clock", { advance: duration }));
for (const button of document.querySelectorAll("[data-advance]")) {
  button.addEventListener("click", () => move(button.dataset.advance));
}
byId("own").addEventListener("submit", (event) => {
  event.preventDefault();
  move(byId("duration").value.trim());
});
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });
setInterval(() => { if (!document.hidden && orgs.length) refresh(); }, REFRESH);
start().catch((error) => say(error.message, true));

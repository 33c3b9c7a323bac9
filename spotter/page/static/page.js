// The second screen. Everything shown comes from the server's newest state; nothing is kept here
// but the key, who is chosen, and what is typed. Texts are always set as text, never as markup.
"use strict";

const $ = (id) => document.getElementById(id);
const view = new URLSearchParams(location.search).get("view");
const isObs = view === "obs";
const store = {
  get key() { return localStorage.getItem("spotter-key") || ""; },
  set key(value) { value ? localStorage.setItem("spotter-key", value) : localStorage.removeItem("spotter-key"); },
};
let state = null;       // the newest state
let role = "";
let chosen = null;      // the man tapped
let weapon = null;
let danger = false;     // whether the plan shades where the chosen man may be hit
let there = null;       // the place tapped while it does
let asPicture = false;  // whether the table is shown as the camera has it
let target = null;      // whom the chosen man is to shoot
let before = null;      // one's own man who was chosen before: what can he do with this one?
let spot = null;        // the place tapped at which the chosen man could fire
let drawn = "";         // what the plan shows, so that it is fetched only when it changes
let drawing = false;    // whether a plan is being fetched
let source = null;
let clockEnds = null;
let moving = false;     // whether the next tap says where the chosen man is to go

// How tall what is done is, for what must not lie under it.
new ResizeObserver(([one]) => document.documentElement.style.setProperty("--deeds", `${one.target.offsetHeight}px`))
  .observe($("deeds"));

// A number and its sign stay on one line.
function unbroken(words) { return String(words).replaceAll(" %", "\u00a0%").replaceAll(" in ", "\u00a0in "); }

function element(tag, text, props = {}) {
  const made = document.createElement(tag);
  if (text !== undefined && text !== null) made.textContent = unbroken(text);
  Object.assign(made, props);
  return made;
}

const PATIENCE_MS = 15000;  // a line may be dead without anybody knowing; a photo may take long

async function asked(path, options = {}) {
  const stop = new AbortController();
  const timer = path.startsWith("photo") ? null : setTimeout(() => stop.abort(), PATIENCE_MS);
  try {
    return await answered(path, { ...options, signal: stop.signal });
  } finally { clearTimeout(timer); }
}

async function answered(path, options) {
  const headers = { "X-Spotter-Key": store.key, ...(options.headers || {}) };
  const response = await fetch(path, { ...options, headers });
  const kind = response.headers.get("content-type") || "";
  const body = await (kind.includes("json") ? response.json() : kind.includes("jpeg") ? response.blob() : response.text());
  if (response.status === 401) { rejoin(body.error); throw new Error(body.error); }
  if (!response.ok) throw new Error(body.error || response.statusText);
  return body;
}

// -- joining

function joinCode() { return $("join-code").value.trim() || new URLSearchParams(location.hash.slice(1)).get("code") || ""; }

function rejoin(why) {
  if (source) source.close();
  source = null;
  store.key = "";
  $("game").hidden = true;
  line("");
  $("join-said").textContent = why;
  showJoin();
}

// Which sides there are is told to whoever has the code: by the address, or typed.
async function showJoin() {
  const known = Boolean(joinCode());
  $("join-code-label").hidden = known;
  showRoles([]);
  $("join").hidden = false;
  try { if (known) await knock(); } catch (problem) { notIn(problem); }
}

async function knock() {
  const body = JSON.stringify({ code: joinCode() });
  showRoles((await asked("join", { method: "POST", body })).roles);
}

function notIn(problem) {
  $("join-code-label").hidden = false;
  $("join-said").textContent = problem instanceof TypeError ? "no line to the table; try again" : problem.message;
}

function showRoles(roles) {
  for (const part of document.querySelectorAll(".with-roles")) part.hidden = !roles.length;
  $("join-roles").replaceChildren(...roles.map((name, i) => {
    const label = element("label");
    const radio = element("input", null, { type: "radio", name: "role", value: name, checked: i === 0 });
    label.append(radio, element("span", name === "watch" ? "a spectator" : `the ${name} side`));
    return label;
  }));
}

async function join(wanted, name) {
  const body = JSON.stringify({ code: joinCode(), role: wanted, name });
  const guest = await asked("join", { method: "POST", body });
  store.key = guest.key;
  begin();
}

$("join-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const wanted = document.querySelector("input[name=role]:checked");
  $("join-said").textContent = "";
  try {
    if (wanted) await join(wanted.value, $("join-name").value);
    else await knock();
  } catch (problem) { notIn(problem); }
});

// -- the newest state

const DEAD_MS = 40000;  // the server says something every 15 s
let heard = 0;          // when it last did
let again = null;       // the next try
function line(words) { $("line").textContent = words; }

function tryAgain() {
  line("no line to the table; trying again");
  clearTimeout(again);
  again = setTimeout(begin, 1000);
}

async function begin() {
  clearTimeout(again);
  try {
    show(await asked("game.json"));
  } catch (problem) {
    if (store.key) tryAgain();
    return;
  }
  $("join").hidden = true;
  $("game").hidden = false;
  listen();
}

function listen() {
  if (source) source.close();
  const mine = source = new EventSource(`events?key=${encodeURIComponent(store.key)}`);
  const alive = () => { heard = performance.now(); line(""); };
  alive();
  mine.onopen = alive;
  mine.onmessage = (event) => { alive(); show(JSON.parse(event.data)); };
  mine.addEventListener("here", alive);
  mine.addEventListener("withdrawn", () => rejoin("your key was withdrawn; join again with the code"));
  mine.onerror = () => {
    if (mine !== source) return;
    mine.close();  // a browser gives up on some errors; a phone that slept must not
    source = null;
    tryAgain();
  };
}

// A phone that slept, or changed its network, may hold a line that is dead without knowing it.
function look() { if (store.key && !$("game").hidden) begin(); }
document.addEventListener("visibilitychange", () => { if (!document.hidden) look(); });
window.addEventListener("online", look);
window.addEventListener("offline", () => { if (store.key) tryAgain(); });
setInterval(() => { if (source && performance.now() - heard > DEAD_MS) look(); }, 5000);

function show(newest) {
  state = newest;
  document.body.dataset.run = newest.run;  // what is shown, for whoever drives the page
  document.body.dataset.number = newest.number;
  role = newest.role || role;
  const side = newest.side ? `, ${newest.side}` : "";
  $("turn").textContent = newest.turn ? `Turn ${newest.turn}: ${newest.phase}${side}` : notBegun(newest);
  setText("ruling", newest.verdict.words);
  setText("now", newest.now);
  setText("news", newest.news);
  $("verdict").className = newest.verdict.mood || "";
  clockEnds = newest.clock_left_s === null ? null : performance.now() + 1000 * newest.clock_left_s;
  showClock();
  showQuestion();
  showPhotoUses();
  showRoster();
  showLog();
  forgetDone();
  if (done) saidAbove();
  showHere();
  $("deeds").hidden = !newest.may_act;
  $("photo-part").hidden = !newest.may_act;
  $("next").textContent = newest.next_words || "Next";
  $("owed").hidden = !newest.owed;
  $("owed").textContent = newest.owed ? unbroken(`${newest.next_words}: type ${newest.owed}; or the program throws`) : "";
  $("overrule").hidden = !Object.keys(newest.refused).length;
  const planned = Object.keys(newest.plans || {});
  $("plans").hidden = !planned.length;
  $("plans-words").textContent = `you plan: ${planned.join(", ")}`;
  if (chosen && !manOf(chosen)) chosen = null;
  showPlan();
  showMan();
}

// Only where it says something new: what is said aloud is not said twice.
function setText(id, words) {
  const shown = unbroken(words);
  if ($(id).textContent !== shown) $(id).textContent = shown;
}

function notBegun(newest) {
  const looking = byPhoto() ? "Send a photo of the table" : "Looking for the table";
  return newest.men.length ? newest.title : looking;
}

function byPhoto() { return state.photos.includes("camera"); }

function isMine(id) { const man = id && manOf(id); return Boolean(man && state.may_act && man.side === role); }

function manOf(id) { return state.men.find((man) => man.id === id); }

function showClock() {
  if (clockEnds === null) { $("clock").textContent = ""; return; }
  const left = Math.max(0, Math.ceil((clockEnds - performance.now()) / 1000));
  $("clock").textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  $("clock").className = left <= 10 ? "short" : "";
}
setInterval(showClock, 250);

function showQuestion() {
  const question = state.question;
  $("question").hidden = !question || !state.may_act;
  if (!question) return;
  $("question-words").textContent = question.words;
  fill("question-answers", question, () => question.answers.map((words) =>
    button(words, () => wish({ do: "answer", question: question.id, answer: words }))));
}

const USES = { camera: "as the camera", look: "a look from here", teach: "to teach a thing" };
function showPhotoUses() {
  // Where photos are the camera they are what moves the game: sent from beside the plan.
  if (byPhoto() && $("view").nextSibling !== $("photo-part")) $("view").after($("photo-part"));
  $("photo-send").className = byPhoto() ? "button strike" : "button";
  fill("photo-use", state.photos, () => state.photos.map((use) => element("option", USES[use], { value: use })));
}

// Built anew only where it says something new: a finger or the keyboard may be on it.
const filled = {};
function fill(id, value, make) {
  const key = JSON.stringify(value);
  if (filled[id] === key) return;
  filled[id] = key;
  $(id).replaceChildren(...make());
}

function sideMark(name) {
  const mark = vector("svg", { class: "side", viewBox: "-0.8 -0.8 1.6 1.6", "aria-hidden": "true" });
  const points = (state.signs[name] || []).map((at) => at.join(",")).join(" ");
  mark.append(vector("polygon", { points, fill: state.colours[name] || "none" }));
  return mark;
}

function vector(tag, attributes) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function showRoster() {
  fill("roster", [state.roster, state.counts], () => state.sides.map((name) => {
    const part = element("div");
    const title = element("h3");
    title.append(sideMark(name), element("bdi", name), `: ${state.counts[name]}`);
    const table = element("table");
    for (const man of state.roster[name]) {
      const row = table.insertRow();
      row.className = man.off ? "off" : "";
      const open = element("button", man.id, { type: "button" });
      open.addEventListener("click", () => { choose(man.id); $("table").scrollIntoView({ block: "start" }); $("side").scrollTop = 0; });
      row.insertCell().append(open);
      row.insertCell().textContent = man.weapons.join(", ");
      row.insertCell().textContent = man.status.join(", ");
    }
    part.append(title, table);
    return part;
  }));
}

function showHere() {
  fill("here", [state.here, state.may_act], () => state.here.map((guest) => {
    const row = element("li");
    const who = guest.name || (guest.role === "watch" ? "a spectator" : guest.role);
    row.append(element("span", guest.role === "watch" ? `${who} watches` : `${who} plays ${guest.role}`));
    if (state.may_act && [role, "watch"].includes(guest.role)) {
      const away = button("Send away", () => wish({ do: "send away", badge: guest.badge }));
      away.setAttribute("aria-label", `Send ${who} away`);
      row.append(away);
    }
    return row;
  }));
}

function showLog() {
  const log = $("log");
  const atEnd = log.scrollTop + log.clientHeight >= log.scrollHeight - 8;
  const known = Number(log.dataset.last || 0);
  const last = state.log.length ? state.log[state.log.length - 1].number : 0;
  if (last === known && log.children.length === state.log.length) return;
  log.replaceChildren(...state.log.map((entry) => {
    const line = element("li", entry.words, { value: entry.number });
    for (const die of entry.dice) {
      const title = `${die.who}: ${die.why}${die.needs ? `, needs ${die.needs}` : ""}`;
      line.append(element("span", die.number, { className: die.by_program ? "die program" : "die", title }));
    }
    return line;
  }));
  log.dataset.last = last;
  if (atEnd) log.scrollTop = log.scrollHeight;
}

// -- the table

const SMALL_PX = 560;  // on a narrower plan men's names are not read on their bases
window.addEventListener("resize", () => { if (state) showPlan(); });

async function showPlan() {
  if (drawing) return;  // a slow line fetches one plan after the other, the newest only
  const isSmall = $("plan").clientWidth < SMALL_PX;
  const wanted = [state.run, state.plan, chosen || "", danger, asPicture, isSmall].join(" ");
  if (wanted === drawn) return;
  drawn = wanted;
  drawing = true;
  const query = new URLSearchParams({
    ...(chosen ? { chosen } : {}), ...(chosen && danger ? { danger: 1 } : {}),
    ...(asPicture ? { over: "picture" } : {}), ...(isSmall ? { words: "large" } : {}) });
  try {
    const text = await asked(`plan.svg?${query}`);
    const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", "the table seen from above");
    const shown = document.importNode(svg, true);
    if (query.get("over")) shown.prepend(photograph);
    shown.append(cross);
    $("plan").replaceChildren(shown);
  } catch (problem) { drawn = ""; }
  drawing = false;
  if (drawn) showPlan();
}

// The camera's picture lies under the same marks, the play area exactly: taps mean the same.
const photograph = vector("image", { x: 0, y: 0, preserveAspectRatio: "none" });
const PICTURE_MS = 1000;

async function showPhotograph() {
  if (!asPicture) return;
  try {
    if (!document.hidden && !$("game").hidden) await fetchPhotograph();
  } catch (problem) { said(problem.message, "bad"); }
  setTimeout(showPhotograph, PICTURE_MS);
}

async function fetchPhotograph() {
  const fresh = URL.createObjectURL(await asked("picture.jpg"));
  const old = photograph.getAttribute("href");
  photograph.setAttribute("width", state.size[0]);
  photograph.setAttribute("height", state.size[1]);
  photograph.setAttribute("href", fresh);
  if (old) setTimeout(() => URL.revokeObjectURL(old), PICTURE_MS);
}

function showAs(picture) {
  if (picture === asPicture) return;
  asPicture = picture;
  $("view-plan").setAttribute("aria-pressed", String(!picture));
  $("view-picture").setAttribute("aria-pressed", String(picture));
  if (picture) showPhotograph();
  if (state) showPlan();
}
$("view-plan").addEventListener("click", () => showAs(false));
$("view-picture").addEventListener("click", () => showAs(true));

function placeOf(event) {
  const svg = $("plan").querySelector("svg");
  if (!svg) return null;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
  return [at.x, at.y];
}

function manAt(place) {
  const near = state.men.map((man) => [Math.hypot(man.x - place[0], man.y - place[1]) - man.radius, man]);
  near.sort((a, b) => a[0] - b[0]);
  return near.length && near[0][0] < 0.6 ? near[0][1] : null;
}

let dragged = null;  // the man under the finger when it went down
function ownManAt(event) {
  const place = placeOf(event);
  const man = place && manAt(place);
  return man && state.may_act && man.side === role ? { id: man.id, from: place } : null;
}
// A finger on one's own man drags him; anywhere else it scrolls the page.
$("plan").addEventListener("touchstart", (event) => {
  if (event.touches.length === 1 && ownManAt(event.touches[0])) event.preventDefault();
}, { passive: false });
$("plan").addEventListener("pointerdown", (event) => {
  dragged = ownManAt(event);
  // The drawing may be replaced under the finger; its frame stays.
  if (dragged) $("plan").setPointerCapture(event.pointerId);
});
$("plan").addEventListener("pointermove", (event) => {
  $("ghost").hidden = !dragged;
  if (!dragged) return;
  $("ghost").textContent = dragged.id;
  $("ghost").style.left = `${event.clientX}px`;
  $("ghost").style.top = `${event.clientY}px`;
});
$("plan").addEventListener("pointercancel", () => { dragged = null; $("ghost").hidden = true; });
$("plan").addEventListener("pointerup", (event) => {
  const place = placeOf(event);
  if (!place || !state) return;
  const held = dragged;
  dragged = null;
  $("ghost").hidden = true;
  if (held && Math.hypot(place[0] - held.from[0], place[1] - held.from[1]) > 0.75) {
    wish({ do: "plan", soldier: held.id, place });
    return;
  }
  tapped(place);
});

function tapped(place) {
  const man = manAt(place);
  if (moving && isMine(chosen)) planned(place);
  else if (man && chosen && man.side !== manOf(chosen).side) aim(man.id);
  else if (!man && chosen && danger) weigh(place);
  else if (!man && isMine(chosen)) fireAt(place);
  else choose(man ? man.id : null);
}

// Whoever cannot drag presses first, and then taps where he is to go.
function planMove(wanted) {
  moving = wanted && isMine(chosen);
  $("move").setAttribute("aria-pressed", String(moving));
  if (!moving) return;
  said(`tap where ${chosen} is to go; the next time just drag him there`);
  $("table").scrollIntoView({ block: "start" });
  $("plan").focus({ preventScroll: true });
}
$("move").addEventListener("click", () => planMove(!moving));

function planned(place) {
  planMove(false);
  wish({ do: "plan", soldier: chosen, place });
}

// By keys a cross goes over the table, an inch at a time, and taps where it stands.
const cross = vector("path", { class: "cross", d: "M-0.7,0H0.7M0,-0.7V0.7M-0.45,0A0.45,0.45 0 1 0 0.45,0A0.45,0.45 0 1 0 -0.45,0" });
let crossed = null;  // where it stands
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

function setCross(place) {
  crossed = place.map((at, i) => Math.min(Math.max(at, 0), state.size[i]));
  cross.setAttribute("transform", `translate(${crossed.join(" ")})`);
  const man = manAt(crossed);
  setText("under-cross", man ? `${man.id}, ${man.side}` : `${crossed.map((at) => at.toFixed(1)).join(", ")} in`);
}

function crossStart() {
  const man = chosen && manOf(chosen);
  return man ? [man.x, man.y] : state.size.map((side) => side / 2);
}

$("plan").addEventListener("focus", () => { if (state && state.size) setCross(crossed || crossStart()); });
$("plan").addEventListener("keydown", (event) => {
  if (!state || !state.size) return;
  const step = STEPS[event.key], from = crossed || crossStart();
  if (step) setCross(from.map((at, i) => at + step[i] * (event.shiftKey ? 0.25 : 1)));
  else if (event.key === "Enter" || event.key === " ") tapped(from);
  else if (event.key === "Escape") choose(null);
  else return;
  event.preventDefault();
});

// How likely the chosen man would be hit at a place that was tapped, and by whom; before a tap,
// what the shades mean.
async function weigh(place) {
  there = place;
  const box = $("danger-there");
  box.hidden = !chosen || !danger;
  if (box.hidden) return;
  const query = new URLSearchParams({ id: chosen, ...(place ? { x: place[0], y: place[1] } : {}) });
  try {
    const told = await asked(`danger.json?${query}`);
    if (there !== place) return;
    const how = place ? [] : [element("p", "Tap a place to see its numbers.")];
    fill("danger-there", told, () => [element("p", told.words), table(told.rows), ...how]);
  } catch (problem) { fill("danger-there", problem.message, () => [element("p", problem.message)]); }
}

const RULE = /^[A-Z]{2}(-[A-Z0-9]+)+$/;
function table(rows) {
  const made = element("table");
  for (const row of rows) {
    const line = made.insertRow();
    for (const cell of row) {
      const shown = line.insertCell();
      shown.textContent = unbroken(cell);
      if (RULE.test(cell)) shown.className = "rule";
    }
    if (row.length === 1) line.cells[0].colSpan = 3;
  }
  return made;
}

$("danger").addEventListener("click", () => {
  danger = !danger;
  $("danger").setAttribute("aria-pressed", String(danger));
  weigh(null);
  showPlan();
});

function choose(id) {
  summed = null;
  planMove(false);
  crossed = null;
  before = isMine(chosen) && isMine(id) && chosen !== id ? chosen : null;
  chosen = id;
  weapon = null;
  target = null;
  spot = null;
  weigh(null);
  showPlan();
  showMan();
}

async function showMan() {
  $("man").hidden = !chosen;
  $("sum").hidden = !target && !spot;
  if (!chosen) return;
  const asking = chosen;
  let man, together = [];
  try {
    man = await asked(`man.json?id=${encodeURIComponent(asking)}`);
    if (before) together = await deedsAt(before, { with: asking });
  } catch (problem) { $("man-title").textContent = problem.message; return; }
  if (asking !== chosen) return;
  weapon = weapon || man.weapons[0] || null;
  $("man-title").textContent = man.weapons.length === 1 ? `${man.words}: ${man.weapons[0]}` : man.words;
  for (const part of ["man-shots", "danger"]) $(part).hidden = !man.side;
  $("man-weapons").hidden = man.weapons.length < 2;
  $("move").hidden = !isMine(asking);
  fill("man-weapons", [man.weapons, weapon], () => man.weapons.map((name) => {
    const made = button(name, () => { weapon = name; showMan(); });
    made.setAttribute("aria-pressed", String(name === weapon));
    return made;
  }));
  const shots = man.shots.filter((one) => one.weapon === weapon);
  fill("man-shots", [asking, shots], () => [shots.length ? shotsTable(asking, shots) : element("p", "nobody to shoot at from here")]);
  const deeds = state.may_act && man.side === role ? [...together, ...man.deeds] : [];
  fill("man-deeds", deeds, () => deeds.map(deedButton));
  if (target) aim(target);
  else if (spot) fireAt(spot);
}

function deedRow(deeds) {
  const row = element("div", null, { className: "row" });
  row.append(...deeds.map(deedButton));
  return row;
}

function deedButton(deed) {
  const words = deed.owed ? `${deed.words} (${deed.owed})` : deed.words;
  return button(words, () => wish({ do: "event", event: deed.event, ...throws() }));
}

// What one's own man can do with or to another, or at a place.
async function deedsAt(id, at) {
  if (!isMine(id)) return [];
  return (await asked(`man.json?${new URLSearchParams({ id, ...at })}`)).there;
}

// A bare place or a thing was tapped: what the chosen man can fire there; nothing lets go of him.
async function fireAt(place) {
  const asking = chosen;
  try {
    const deeds = await deedsAt(asking, { x: place[0], y: place[1] });
    if (asking !== chosen) return;
    if (!deeds.length && place !== spot) { choose(null); return; }
    spot = place;
    target = null;
    const none = [element("p", "nothing to fire there now")];
    fill("sum", [asking, deeds], () => (deeds.length ? [deedRow(deeds)] : none));
  } catch (problem) { fill("sum", problem.message, () => [element("p", problem.message)]); }
  showSum(place);
}

function shotsTable(man, shots) {
  const table = element("table");
  for (const shot of shots) {
    const row = table.insertRow();
    row.insertCell().append(button(shot.target, () => aim(shot.target)));
    const known = `${man} at ${shot.target}: `;  // whose row this is
    row.insertCell().textContent = unbroken(shot.words.startsWith(known) ? shot.words.slice(known.length) : shot.words);
  }
  return table;
}

async function aim(id) {
  target = id;
  spot = null;
  const query = new URLSearchParams({ shooter: chosen, target: id, ...(weapon ? { weapon } : {}) });
  const sum = $("sum");
  try {
    const shot = await asked(`shot.json?${query}`);
    const deeds = await deedsAt(chosen, { with: id });
    if (target !== id) return;
    const mine = isMine(chosen);
    fill("sum", [shot, chosen, weapon, mine, deeds], () => [...sumParts(shot, id, mine), deedRow(deeds), table(shot.rows)]);
  } catch (problem) { fill("sum", problem.message, () => [element("p", problem.message)]); }
  showSum(id);
}

// On a phone it would appear below what is in sight; once it is there nothing scrolls by itself.
let summed = null;
function showSum(what) {
  $("sum").hidden = false;
  const key = JSON.stringify([chosen, what]);
  if (summed !== key) $("sum").scrollIntoView({ block: "nearest" });
  summed = key;
}

function sumParts(shot, id, mine) {
  const parts = [element("p", shot.words)];
  if (mine && shot.refused) parts.push(element("p", `not now: ${shot.refused}`));
  if (mine) for (const word of shot.does) if (shot.owed[word]) parts.push(element("p", `to ${word}, type ${shot.owed[word]}; or the program throws`));
  const row = element("div", null, { className: "row" });
  if (mine) row.append(...shot.does.map((word) => strikeButton(word, id)));
  return [...parts, row];
}

function strikeButton(word, id) {
  const [words, what] = word === "shoot"
    ? [`Shoot ${id}`, { do: "shoot", shooter: chosen, target: id, ...(weapon ? { weapon } : {}) }]
    : [`Fight ${id}`, { do: "fight", attackers: [chosen], defender: id }];
  const made = button(words, () => wish({ ...what, ...throws() }));
  made.className = "strike";
  return made;
}

// -- doing

function button(words, act) {
  const made = element("button", words, { type: "button" });
  made.addEventListener("click", act);
  return made;
}

function throws() {
  const numbers = $("dice").value.split(/[^0-9]+/).filter(Boolean).map(Number);
  return numbers.length ? { throws: numbers } : {};
}

// What became of the last wish stays until something else happens, and why a press did nothing
// until the next one: states that are pushed meanwhile must not wipe it away.
let done = null;  // the last wish that was carried out: its run and state's number, what had happened then
function lastLine() { return state.log.length ? state.log[state.log.length - 1].number : 0; }
function happened() { return JSON.stringify([lastLine(), state.question]); }
function forgetDone() {
  if (!done || (state.run === done.run && state.number < done.number)) return;
  done.then ??= happened();
  if (state.run !== done.run || done.then !== happened()) said("");
}

// What the head, or the question, says already is not said again below.
function saidAbove() {
  const asked = state.question ? state.question.words : "";
  const told = [$("turn").textContent, state.verdict.words, asked].map((words) => unbroken(words).toLowerCase());
  const isTold = (part) => told.some((words) => words.includes(part.toLowerCase()));
  const below = $("said").textContent.split("; ").filter((part) => !isTold(part));
  setText("said", below.join("; "));
}

function said(words, mood = "") {
  done = null;
  $("said").textContent = unbroken(words);
  $("said").className = mood;
}

const TRIES = 60;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));
function newName() { return [...crypto.getRandomValues(new Uint8Array(12))].map((n) => n.toString(16).padStart(2, "0")).join(""); }

// A wish has a name, so that it is done once however often it is sent: a broken line loses none.
async function sent(value) {
  const body = JSON.stringify({ ...value, wish: newName(), run: state.run });
  for (let tried = 1; ; tried += 1) {
    try {
      return await asked("do", { method: "POST", body });
    } catch (problem) {
      const broke = problem instanceof TypeError || problem.name === "AbortError";
      if (!broke || tried === TRIES) throw problem;
      said("no line to the table; trying again");
      await pause(1000);
    }
  }
}

async function wish(value) {
  said("");
  try {
    const answer = await sent(value);
    $("dice").value = "";
    said(answer.said.join("; "));
    saidAbove();
    done = { run: state.run, number: answer.number, then: null };
    forgetDone();
  } catch (problem) { said(`not done: ${problem.message}`, "bad"); }
}
$("next").addEventListener("click", () => wish({ do: "next", ...throws() }));
$("undo").addEventListener("click", () => wish({ do: "undo" }));
$("carry").addEventListener("click", () => wish({ do: "carry" }));
$("forget").addEventListener("click", () => Object.keys(state.plans || {}).forEach((soldier) => wish({ do: "plan", soldier })));
$("overrule").addEventListener("click", () => wish({ do: "overrule" }));

$("photo").addEventListener("change", async () => {
  const file = $("photo").files[0];
  if (!file) return;
  $("photo-said").textContent = "sending";
  try {
    const done = await asked(`photo?as=${$("photo-use").value}`, { method: "POST", body: file });
    $("photo-said").textContent = done.words;
  } catch (problem) { $("photo-said").textContent = problem.message; }
  $("photo").value = "";
});

// Streaming software is left alone for hours: nobody presses anything there.
function joinStream() { join("watch", "stream").catch(() => setTimeout(joinStream, 2000)); }

if (isObs) document.body.className = "obs";
if (new URLSearchParams(location.search).get("show") === "camera") showAs(true);
if (store.key) begin();
else if (isObs && joinCode()) joinStream();
else showJoin();

/* SPDX-License-Identifier: GPL-3.0-or-later */
/* page.js - the page of the solver service (src/net/service-page.c): choose a puzzle, solve it,
 * watch the search, look through the solutions and save them.
 *
 * The service reads files and draws pictures. Every text below between _( and ) is in the catalogues of
 * the window, some with the underscore of a key there. */

const $ = id => document.getElementById(id);
const dark = matchMedia("(prefers-color-scheme: dark)");
let language = "en";
let most = Infinity; /* seconds for one search */
let options = []; /* as /openapi.json has them, with their names */
let collection = [];
const words = new Map();

const _ = text => (words.get(text) || text).replace(/\(_.\)|_/g, "");
const number = (value, digits = 0) => value.toLocaleString(language, { maximumFractionDigits: digits });
/* Isolated, or it would be turned around among letters that run from right to left. */
const size = (width, height) => `\u2066${number(width)} × ${number(height)}\u2069`;
const pause = seconds => new Promise(done => setTimeout(done, 1000 * seconds));

/* The conversions of printf that messages have: the number of the argument and the letter. */
const hole = /%(?:(\d+)\$)?['-]?[\d.]*(?:ll|l|z)?([diuscgf])|%%/g;

/* The arguments of a message that was made of the form; null: it was not. */
function match(form, message) {
  const escape = text => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  let pattern = "", end = 0;
  for (const { 0: all, 2: letter, index } of form.matchAll(hole)) {
    pattern += escape(form.slice(end, index)) + (all === "%%" ? "%" : "diu".includes(letter) ? "(-?\\d+)" : "(.+?)");
    end = index + all.length;
  }
  return new RegExp(`^${pattern}${escape(form.slice(end))}$`, "s").exec(message)?.slice(1) ?? null;
}

/* The plural form of gettext for a number: the forms are in the order of the categories of Unicode. */
function pluralOf(forms, n) {
  const rules = new Intl.PluralRules(language), names = rules.resolvedOptions().pluralCategories;
  const order = ["zero", "one", "two", "few", "many", "other"].filter(name => names.includes(name));
  return forms[Math.min(order.indexOf(rules.select(n)), forms.length - 1)];
}

/* A message of the service, which writes them in English: the translation of the text that it was made
 * of, that with most letters of its own. The name of a file or a place may be before it. */
function translate(message) {
  if (message === "") return message; /* in a catalogue this is its header */
  if (words.has(message)) return words.get(message);
  let found = null, most = 4;
  for (const [originals, translation] of words) {
    for (const form of originals.split("\0")) {
      const letters = form.replace(hole, "").length;
      const values = letters > most && form.includes("%") ? match(form, message) : null;
      if (values === null) continue;
      found = { values, forms: translation.split("\0") };
      most = letters;
    }
  }
  if (found === null) {
    const end = message.indexOf(": ") + 2;
    return end > 1 ? message.slice(0, end) + translate(message.slice(end)) : message;
  }
  let next = 0;
  return pluralOf(found.forms, Number(found.values.find(value => /^\d+$/.test(value)) ?? 1)).replace(hole,
    (all, at) => all === "%%" ? "%" : translate(found.values[at ? at - 1 : next++]));
}

/* --- requests ---------------------------------------------------------------------- */

/* The token comes in the fragment of the link, which browsers send to nobody. */
function takeToken() {
  const link = new URLSearchParams(location.hash.slice(1));
  const token = link.get("token");
  if (token === null) return;
  sessionStorage.setItem("token", token);
  link.delete("token");
  history.replaceState(null, "", `#${link}`);
}

class Refusal extends Error {
  constructor(message, status) {
    super(message);
    this.status = status;
  }
}

/* Waits while the service does not answer, and asks for the token when it wants one. */
async function ask(path, settings = {}) {
  for (;;) {
    const token = sessionStorage.getItem("token");
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    let reply;
    try {
      reply = await fetch(path, { cache: "no-store", ...settings, headers });
    } catch (error) {
      if (settings.signal?.aborted) throw error;
      tell("lost", _("The service does not answer; trying again…"));
      await pause(1);
      continue;
    }
    untell("lost");
    if (reply.ok) return reply;
    const { error } = await reply.json();
    if (reply.status === 401) {
      await login();
    } else if (reply.status === 503 && path !== "/jobs" && !path.startsWith("/jobs?")) {
      await pause(Number(reply.headers.get("Retry-After")) || 1);
    } else {
      throw new Refusal(translate(error), reply.status);
    }
  }
}

const post = (path, body, settings) => ask(path, { method: "POST", body, ...settings });
const postJson = (path, value) => post(path, JSON.stringify(value));

async function login() {
  $("login").hidden = false;
  $("token").focus();
  await new Promise(done => $("login").addEventListener("submit", done, { once: true }));
  sessionStorage.setItem("token", $("token").value.trim());
  $("login").hidden = true;
}

/* The events of a reply, which EventSource could not ask for with a token. */
async function* events(reply) {
  const reader = reply.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    for (let end; (end = text.indexOf("\n\n")) >= 0; text = text.slice(end + 2)) {
      const found = /^event: (\w+)\ndata: (.*)$/s.exec(text.slice(0, end));
      if (found) yield { name: found[1], data: JSON.parse(found[2]), text: found[2] };
    }
  }
}

/* --- messages ----------------------------------------------------------------------- */

let topic = null;

function tell(what, text) {
  if (topic === what && $("notice-text").textContent === text) return;
  topic = what;
  $("notice-text").textContent = text;
  $("notice").hidden = false;
}

function untell(what) {
  if (topic !== what) return;
  topic = null;
  $("notice").hidden = true;
}

/* Runs `work` and shows why it failed. */
async function attempt(work) {
  untell("error");
  try {
    return await work();
  } catch (error) {
    if (error.name !== "AbortError") tell("error", error.message);
    return undefined;
  }
}

/* --- small parts --------------------------------------------------------------------- */

function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

function showBlob(image, blob) {
  if (image.src) URL.revokeObjectURL(image.src);
  image.src = URL.createObjectURL(blob);
}

const svgBlob = text => new Blob([text], { type: "image/svg+xml" });
const theme = () => (dark.matches ? "dark=true" : "");

/* --- the collection -------------------------------------------------------------------- */

const families = () => ({
  squares: _("Squares"),
  pieces: _("Pieces"),
  quadrillion: _("Quadrillion"),
  tetrominoes: _("Tetromino squares"),
  capped: _("Capped squares"),
});
let family = "";
let drawing = 0;
const undrawn = [];

async function drawCards() {
  if (drawing >= 3) return;
  drawing++;
  for (let image; (image = undrawn.pop());) {
    try {
      const reply = await ask(`/puzzles?file=${encodeURIComponent(image.dataset.file)}&${theme()}`);
      const [puzzle] = (await reply.json()).puzzles;
      if (puzzle.picture) showBlob(image, svgBlob(puzzle.picture));
    } catch {
      /* The card is a link without a picture. */
    }
  }
  drawing--;
}

const seen = new IntersectionObserver(entries => {
  for (const entry of entries) {
    if (!entry.isIntersecting) continue;
    seen.unobserve(entry.target);
    undrawn.unshift(entry.target);
    drawCards();
  }
}, { rootMargin: "200px" });

function showCards() {
  const levels = [_("Easy"), _("Medium"), _("Hard"), _("Very hard")];
  const words = $("search").value.toLowerCase().split(/\s+/);
  const cards = collection.filter(puzzle => {
    const text = `${_(puzzle.title)} ${families()[puzzle.family]} ${puzzle.size.join("x")} ${puzzle.file}`.toLowerCase();
    return (!family || puzzle.family === family) && words.every(word => text.includes(word));
  }).map(puzzle => {
    const image = make("img", { alt: "" });
    image.dataset.file = puzzle.file;
    const link = make("a", { href: `#puzzle=${encodeURIComponent(puzzle.file)}` }, image, make("b", {}, _(puzzle.title)),
      make("small", {}, `${size(...puzzle.size)} · ${levels[puzzle.level - 1]}`));
    seen.observe(image);
    return make("li", {}, link);
  });
  undrawn.length = 0;
  $("cards").replaceChildren(...cards);
  $("none").hidden = cards.length > 0;
}

function showFamilies() {
  const used = Object.entries(families()).filter(([name]) => collection.some(puzzle => puzzle.family === name));
  const buttons = [["", _("All")], ...used].map(([name, title]) => {
    const button = make("button", { type: "button" }, title);
    button.setAttribute("aria-pressed", name === family);
    button.addEventListener("click", () => {
      family = name;
      for (const other of buttons) other.setAttribute("aria-pressed", other === button);
      showCards();
    });
    return button;
  });
  $("families").replaceChildren(...buttons);
}

/* --- options ---------------------------------------------------------------------------- */

const transforms = () => [
  _("As it is"), _("Invert Y"), _("Invert X"), _("Invert X and Y"),
  _("Transpose"), _("Transpose, invert Y"), _("Transpose, invert X"), _("Transpose, invert X and Y"), _("Quick run"),
];
const ordinary = () => ({
  "time": _("_Time budget (seconds)"),
  "cost-margin": _("Cost margin"),
  "size-deviation": _("Size deviation"),
  "raw": _("Sho_w turned and mirrored solutions, too"),
});
const ofPieces = ["limit", "raw", "count-only"];
const ofAll = ["engine", "time", "threads", "memory", "seed"];
/* The option is shown elsewhere: as the bars of the transforms, or as what to look for. */
const elsewhere = ["engine", "transforms", "quick", "limit", "count-only"];
const chosen = {}; /* what differs from the defaults, by name */

function label(text, control, hint) {
  const isCheck = control.type === "checkbox";
  const parts = isCheck ? [control, make("span", {}, text)] : [make("span", {}, text), control];
  return make("label", { className: isCheck ? "check" : "", title: hint ?? "" }, ...parts);
}

function choice(text, values, value, changed) {
  const select = make("select", {}, ...values.map(([name, title]) => new Option(title, name, false, name === value)));
  select.addEventListener("change", () => changed(select.value));
  return label(text, select);
}

function field(option) {
  const title = ordinary()[option.name];
  const input = make("input", { type: { boolean: "checkbox", string: "text" }[option.type] ?? "number" });
  const value = chosen[option.name] ?? option.default;
  if (input.type === "checkbox") {
    input.checked = value;
  } else {
    input.value = value;
    input.min = option.minimum;
    input.max = option.name === "time" ? most : option.maximum;
    input.step = option.type === "number" ? "any" : 1;
    input.required = true;
  }
  input.dataset.option = option.name;
  input.addEventListener("change", () => {
    chosen[option.name] = input.type === "checkbox" ? input.checked : input.value;
  });
  return label(title ?? _(option.description), input, title ? _(option.description) : "");
}

function showOptions() {
  const { engines, pieces, counts, transforms: turns } = puzzle;
  if (!engines.some(engine => engine.name === chosen.engine)) delete chosen.engine;
  const engine = engines.find(other => other.name === chosen.engine) ?? engines[0];
  const ways = [["", _("As in the puzzle")], ["true", _("yes")], ["false", _("no")]];
  const goal = chosen["count-only"] ? "count" : chosen.limit ? "all" : "first";
  const fields = [
    choice(_("Engine"), engines.map(other => [other.name, _(other.title)]), engine.name, name => {
      chosen.engine = name;
      showOptions();
    }),
    make("small", {}, _(engine.summary)),
  ];
  if (counts) {
    fields.push(choice(_("Solutions to find"), [
      ["first", _("First sol_ution only")], ["all", _("All solutio_ns")], ["count", _("Count only, _keep none")],
    ], goal, name => {
      chosen.limit = name === "all" ? 10000 : undefined;
      chosen["count-only"] = name === "count" || undefined;
    }));
  }
  if (pieces) {
    fields.push(choice(_("Pieces may be rotated"), ways, turned.rotate, value => turn("rotate", value)));
    fields.push(choice(_("Pieces may be flipped"), ways, turned.flip, value => turn("flip", value)));
  }
  const used = options.filter(({ name }) => !elsewhere.includes(name)
    && (ofAll.includes(name) || (ofPieces.includes(name) ? pieces : turns && engine.name === "heuristic")));
  fields.push(...used.filter(({ name }) => name in ordinary()).map(field));
  $("fields").replaceChildren(...fields);
  $("further").replaceChildren(...used.filter(({ name }) => !(name in ordinary())).map(field));
  $("work").hidden = !turns;
  showBars();
}

function query() {
  const names = options.map(({ name }) => name);
  const given = names.filter(name => chosen[name] !== undefined && $("options").querySelector(`[data-option="${name}"]`));
  const values = new URLSearchParams(given.map(name => [name, chosen[name]]));
  for (const name of ["engine", ...(puzzle.counts ? ["limit", "count-only"] : []), ...(puzzle.transforms ? ["transforms", "quick"] : [])])
    if (chosen[name] !== undefined) values.set(name, chosen[name]);
  return values;
}

/* --- bars of the transforms --------------------------------------------------------------- */

let bars = [];
let winner = -1;

function isOn(bar) {
  return bar === 8 ? chosen.quick ?? true : (chosen.transforms ?? "0,1,2,3,4,5,6,7").split(",").includes(String(bar));
}

function showBars() {
  const rows = transforms().map((title, bar) => {
    const box = make("input", { type: "checkbox", checked: isOn(bar), disabled: job !== null });
    const state = bars.find(other => other.bar === bar);
    const value = make("progress", { max: state?.steps || 1, value: 0 });
    if (state) value.value = ["done", "stopped"].includes(state.phase) ? value.max : state.steps ? state.step : 0;
    const best = make("span", { className: "best" }, state?.best ? number(state.best) : "");
    const row = make("label", { className: bar === winner ? "won" : "" }, box,
      make("span", {}, title), best, value);
    if (bar === winner) best.prepend("★ ");
    value.setAttribute("aria-label", bar === winner ? _("Winning transform") : _("Progress"));
    box.addEventListener("change", () => {
      if (bar === 8) chosen.quick = box.checked;
      else chosen.transforms = [0, 1, 2, 3, 4, 5, 6, 7].filter(other => (other === bar ? box.checked : isOn(other))).join(",");
    });
    return make("li", {}, row);
  });
  const focus = [...$("bars").querySelectorAll("input")].indexOf(document.activeElement);
  $("bars").replaceChildren(...rows);
  if (focus >= 0) $("bars").querySelectorAll("input")[focus].focus();
}

/* --- one puzzle ------------------------------------------------------------------------------ */

let puzzles = [];
let puzzle = null; /* as the service describes it */
let source = null; /* what it was read from: { file } of the collection, or { body, name } */
const turned = { rotate: "", flip: "" };
let result = null; /* the last one, or the best solution so far */
let resultText = "";
let job = null; /* { id, stop: AbortController } of the running search */

function readSource() {
  const values = new URLSearchParams(theme());
  for (const name of ["rotate", "flip"]) if (turned[name]) values.set(name, turned[name]);
  if (source.file) values.set("file", source.file);
  else if (source.name) values.set("name", source.name);
  return source.file ? ask(`/puzzles?${values}`) : post(`/puzzles?${values}`, source.body);
}

async function open(next) {
  const before = { source, ...turned };
  leave();
  source = next;
  turned.rotate = turned.flip = "";
  const read = await attempt(async () => (await readSource()).json());
  if (!read) {
    source = before.source;
    Object.assign(turned, { rotate: before.rotate, flip: before.flip });
    return false;
  }
  ({ puzzles } = read);
  $("which").replaceChildren(...puzzles.map((other, i) => new Option(`${number(i + 1)} · ${other.name}`, i)));
  $("several").hidden = puzzles.length < 2;
  show(puzzles[0]);
  return true;
}

/* A piece may be turned or not: the service writes the puzzle anew. */
function turn(name, value) {
  const before = turned[name];
  turned[name] = value;
  return attempt(async () => {
    try {
      ({ puzzles } = await (await readSource()).json());
    } catch (error) {
      turned[name] = before;
      throw error;
    }
    leave();
    show(puzzles[$("which").selectedIndex]);
  });
}

function show(next) {
  puzzle = next;
  result = null;
  bars = [];
  winner = -1;
  $("gallery").hidden = true;
  $("desk").hidden = false;
  const known = collection.find(other => other.file === source.file);
  $("name").textContent = known ? _(known.title) : puzzle.name;
  const { signature, cap } = puzzle.text.startsWith("{") ? JSON.parse(puzzle.text) : {};
  const isCover = puzzle.kind === "exact-cover"; /* without a board */
  $("kind").textContent = [_(puzzle.title), isCover ? "" : size(puzzle.width, puzzle.height), signature,
    cap && `${_("Cap")} ${number(cap)}`].filter(Boolean).join(" · ");
  $("board").hidden = isCover;
  document.title = `${$("name").textContent} – Tilewright`;
  for (const element of [$("picture"), $("front")]) {
    element.style.setProperty("--ratio", puzzle.width / puzzle.height);
    element.style.setProperty("--columns", puzzle.width);
  }
  $("front").setAttribute("viewBox", `0 0 ${puzzle.width} ${puzzle.height}`);
  showOptions();
  showResult();
}

function showGallery() {
  leave();
  puzzle = null;
  $("desk").hidden = true;
  $("gallery").hidden = false;
  document.title = "Tilewright";
}

/* --- the picture ---------------------------------------------------------------------------- */

let wanted = null; /* the newest result to draw; older ones are skipped */
let isDrawing = false;

function oneResult(index = 0) {
  const { solutions, ...one } = result ?? {};
  if (solutions) Object.assign(one, one.squares ? solutions[index] : { placements: solutions[index] });
  return { puzzle: puzzle.text, ...(result ? { result: one } : {}) };
}

async function drawBoard() {
  wanted = oneResult(Number($("place").value) - 1);
  if (isDrawing) return;
  isDrawing = true;
  while (wanted) {
    const body = wanted;
    wanted = null;
    try {
      const blob = !body.result && puzzle?.picture ? svgBlob(puzzle.picture)
        : await (await postJson(`/picture?${theme()}`, body).catch(error => {
          if (error.status !== 400) throw error;
          return postJson(`/picture?format=png&${theme()}`, body); /* too large for a drawing */
        })).blob();
      if (puzzle?.text === body.puzzle) showBlob($("picture"), blob);
    } catch (error) {
      tell("error", error.message);
    }
  }
  isDrawing = false;
}

/* The front as src/draw/painter.c draws it: the part that is not covered is pale. */
function showFront(front) {
  let line = "";
  let veil = "";
  if (front) {
    const { columns, fromFar, length, extent } = front;
    const at = (along, across) => (columns ? `${along},${across}` : `${across},${along}`);
    const points = extent.flatMap((cells, i) => {
      const edge = fromFar ? length - cells : cells;
      return [at(i, edge), at(i + 1, edge)];
    });
    const far = fromFar ? 0 : length;
    line = `M${points.join("L")}`;
    veil = `${line}L${at(extent.length, far)}L${at(0, far)}Z`;
  }
  for (const path of $("front").children) path.setAttribute("d", path.matches(".veil") ? veil : line);
}

/* --- what is known --------------------------------------------------------------------------- */

function fact(title, value, className = "") {
  return make("div", {}, make("dt", {}, title), make("dd", { className }, value));
}

const counted = () => result?.distinct ?? result?.raw ?? result?.count
  ?? (result?.optimalTilings && BigInt(result.optimalTilings));

function showFacts(progress) {
  const best = result?.numberOfSquares ?? progress?.best;
  const bound = result?.bound ?? progress?.bound;
  const seconds = progress?.seconds ?? result?.seconds;
  const facts = [];
  if (best > 0) facts.push(fact(_("Squares"), number(best)));
  if (bound > 0) facts.push(fact(_("Proven bound"), number(bound)));
  if (counted() !== undefined) facts.push(fact(_("Solutions"), number(counted())));
  if (result?.raw !== undefined && result.raw !== result.distinct) facts.push(fact(_("With symmetric ones"), number(result.raw)));
  if (seconds !== undefined) facts.push(fact(_("Time"), 
    seconds.toLocaleString(language, { style: "unit", unit: "second", maximumFractionDigits: 1 })));
  if (!job && winner >= 0) facts.push(fact(_("Winning transform"), transforms()[winner], "words"));
  $("facts").replaceChildren(...facts);
}

function describe() {
  const { status, complete, solutions, numberOfSquares, bound } = result;
  const listed = solutions?.length ?? 1;
  switch (status) {
    case "optimal":
      if (counted() !== undefined && !result.optimalTilings) return [_("All are counted"), "good"];
      return [numberOfSquares === undefined ? _("Solved") : _("Optimal, proved"), "good"];
    case "feasible":
      if (puzzle.counts && (chosen.limit || chosen["count-only"]) && complete === false)
        return [listed >= 10000 ? _("stopped before all were found") : job?.stopped ? _("Stopped before all were found") : _("Time limit reached before all were found"), ""];
      return bound === undefined && !puzzle.transforms ? [_("Solved"), "good"] : [_("Not proved to be the best"), ""];
    case "infeasible":
      return [_("None exists, proved"), "bad"];
    case "timeout":
      return [_("Time limit reached before a solution was found"), "bad"];
    case "out-of-memory":
      return [_("Out of memory"), "bad"];
    default:
      return [_("Stopped before one was found"), ""];
  }
}

function say(text, className = "") {
  if ($("headline").textContent !== text) $("headline").textContent = text;
  $("headline").className = className;
}

/* Shows the end of a search, or that there was none. */
function showResult() {
  const listed = result?.solutions?.length ?? 0;
  const has = ["optimal", "feasible"].includes(result?.status) && !chosen["count-only"];
  if (result) say(...describe());
  else say(_("Not solved yet"));
  $("reason").textContent = translate(result?.reason ?? "");
  $("whole").hidden = true;
  $("browser").hidden = listed < 2;
  $("place").max = listed;
  $("place").value = 1;
  $("solve").hidden = false;
  $("stop").hidden = true;
  $("saves").hidden = !result;
  $("save-png").disabled = $("save-svg").disabled = !has || $("board").hidden;
  $("save-certificate").disabled = !puzzle.certifies || !(has || result?.status === "infeasible");
  $("listing").replaceChildren(...(result?.options ?? []).map(option => make("li", {}, option.join(" "))));
  showFront(null);
  showFacts(null);
  showBars();
  showPlace();
}

function showPlace() {
  const count = result?.solutions?.length ?? 0;
  const place = Number($("place").value);
  $("position").textContent = `${number(place)} / ${number(count)}`;
  $("previous").disabled = place <= 1;
  $("next").disabled = place >= count;
  $("picture").alt = [$("name").textContent, $("headline").textContent, count > 1 ? $("position").textContent : ""].filter(Boolean).join(", ");
  drawBoard();
}

function step(by) {
  $("place").value = Number($("place").value) + by;
  showPlace();
}

/* --- solving ---------------------------------------------------------------------------------- */

function showProgress(progress) {
  const share = Math.max(progress.permille ?? 0, 0);
  $("whole").hidden = false;
  if (share > 0) $("whole").value = share;
  else $("whole").removeAttribute("value");
  bars = progress.bars ?? [];
  showBars();
  showFront(progress.front);
  showFacts(progress);
}

/* Follows the job to its end, over interruptions. */
async function watch(current) {
  for (;;) {
    const reply = await ask(`/jobs/${current.id}/events?view=true`, { signal: current.stop.signal });
    try {
      for await (const { name, data, text } of events(reply)) {
        if (name === "state" && data.state === "waiting") say(`${_("Waiting")} (${number(data.position + 1)})`);
        if (name === "state" && data.state === "running") say(_("Searching…"));
        if (name === "progress") showProgress(data);
        if (name === "answer") {
          result = data;
          drawBoard();
        }
        if (name === "result") return { data, text };
      }
    } catch (error) {
      if (current.stop.signal.aborted) throw error;
    }
    await pause(0.3);
  }
}

async function solve() {
  if (!$("options").reportValidity()) return;
  const current = { id: null, stop: new AbortController(), stopped: false };
  job = current;
  result = null;
  bars = [];
  winner = -1;
  showResult();
  say(_("Searching…"));
  $("solve").hidden = true;
  $("stop").hidden = false;
  $("stop").disabled = false;
  $("saves").hidden = true;
  await attempt(async () => {
    try {
      const reply = await post(`/jobs?${query()}`, puzzle.text, { signal: current.stop.signal });
      current.id = (await reply.json()).id;
      const end = await watch(current);
      if (job !== current) return;
      forget(current.id);
      result = end.data;
      resultText = end.text;
      winner = result.transform ?? -1;
      for (const bar of bars) bar.phase = "done";
    } catch (error) {
      if (error.status === 404) error.message = _("The service has started again; the search is lost.");
      if (job === current) result = null;
      throw error;
    } finally {
      if (job === current) {
        job = null;
        showResult();
      }
    }
  });
}

function stop() {
  if (!job?.id) return;
  job.stopped = true;
  $("stop").disabled = true;
  say(_("Stopping…"));
  attempt(() => post(`/jobs/${job.id}/cancel`));
}

/* Ends a job, or drops the result that the page has: its place is for others. Also while the page is
 * being closed. */
function forget(id) {
  const token = sessionStorage.getItem("token");
  const headers = token ? { Authorization: `Bearer ${token}` } : {};
  fetch(`/jobs/${id}`, { method: "DELETE", keepalive: true, headers }).catch(() => {});
}

/* Gives the search up. */
function leave() {
  if (!job) return;
  if (job.id) forget(job.id);
  job.stop.abort();
  job = null;
}

/* --- saving ------------------------------------------------------------------------------------ */

function save(blob, ending) {
  const base = (source.file ?? source.name ?? "tilewright").replace(/\.[^.]*$/, "");
  const link = make("a", { href: URL.createObjectURL(blob), download: `${base}.${ending}` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

async function saveFrom(button, path, ending) {
  const squares = result.numberOfSquares;
  const body = oneResult(Number($("place").value) - 1);
  body.caption = [$("headline").textContent, squares > 0 ? `${_("Squares")}: ${number(squares)}` : ""].filter(Boolean).join(", ");
  button.disabled = true;
  await attempt(async () => save(await (await postJson(path, body)).blob(), ending));
  button.disabled = false;
}

/* --- start --------------------------------------------------------------------------------------- */

async function follow() {
  takeToken();
  const link = new URLSearchParams(location.hash.slice(1));
  const file = link.get("puzzle");
  if (!file && location.hash !== "#own") {
    showGallery();
  } else if (file && !(await open({ file }))) {
    if (!puzzle) showGallery();
  } else if (!file && !puzzle) {
    showGallery();
  }
  if (puzzle && file) $("name").focus({ preventScroll: true });
}

async function openOwn(body, name) {
  if (await open({ body, name })) {
    history.pushState(null, "", "#own");
    $("name").focus({ preventScroll: true });
  }
}

function redraw() {
  for (const image of $("cards").querySelectorAll("img[src]")) seen.observe(image);
  if (!puzzle) return;
  for (const other of puzzles) delete other.picture;
  drawBoard();
}

function showTexts() {
  const texts = {
    advanced: _("Advanced"), certificate: _("Save Certificate"), chooseFile: _("_Choose a File…"), choosePuzzle: _("Choose a Puzzle"),
    close: _("Close"), continue: _("_Continue"), drop: _("Drop a file here, or paste a puzzle as text"), kind: _("Kind of puzzle"),
    next: _("Next solution"), nothingFound: _("No results found"), options: _("Options"), png: "PNG", previous: _("Previous solution"),
    puzzle: _("Puzzles"), save: _("Save the solution"), search: _("Search puzzles"), solution: _("Solutions"), solutions: _("Solutions of this puzzle"),
    solve: _("Solve"), stop: _("Stop"), svg: "SVG", token: _("Access _token"), transforms: _("Transforms"),
  };
  for (const element of document.querySelectorAll("[data-text]")) element.textContent = texts[element.dataset.text];
  for (const element of document.querySelectorAll("[data-label]")) {
    element.setAttribute("aria-label", texts[element.dataset.label]);
    element.placeholder = texts[element.dataset.label];
  }
  document.documentElement.lang = language;
  document.documentElement.dir = ["ar", "fa", "he", "ur"].includes(language) ? "rtl" : "ltr";
}

function listen() {
  const on = (element, name, work) => element.addEventListener(name, work);
  on($("choose"), "click", () => $("file").click());
  on($("file"), "change", () => {
    const [file] = $("file").files;
    if (file) openOwn(file, file.name);
    $("file").value = "";
  });
  on($("paste"), "change", () => {
    if ($("paste").value.trim()) openOwn($("paste").value);
    $("paste").value = "";
  });
  on(document, "paste", event => {
    if (event.target.matches?.("input")) return;
    const [file] = event.clipboardData.files;
    const text = event.clipboardData.getData("text");
    if (!file && !text.trim()) return;
    event.preventDefault();
    if (file) openOwn(file, file.name);
    else openOwn(text);
  });
  on(document, "dragover", event => {
    event.preventDefault();
    document.body.classList.add("over");
  });
  on(document, "dragleave", event => {
    if (!event.relatedTarget) document.body.classList.remove("over");
  });
  on(document, "drop", event => {
    event.preventDefault();
    document.body.classList.remove("over");
    const [file] = event.dataTransfer.files;
    const text = event.dataTransfer.getData("text");
    if (file) openOwn(file, file.name);
    else if (text.trim()) openOwn(text);
  });
  on($("notice-close"), "click", () => untell(topic));
  on($("login"), "submit", event => event.preventDefault());
  on($("search"), "input", showCards);
  on($("which"), "change", () => {
    leave();
    show(puzzles[$("which").selectedIndex]);
  });
  on($("options"), "submit", event => {
    event.preventDefault();
    if (!job) solve();
  });
  on($("solve"), "click", solve);
  on($("stop"), "click", stop);
  on($("place"), "input", showPlace);
  on($("previous"), "click", () => step(-1));
  on($("next"), "click", () => step(1));
  on(document, "keydown", event => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!by || $("browser").hidden || event.target.matches("input, select, textarea") || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    step(document.documentElement.dir === "rtl" ? -by : by);
  });
  on($("save-png"), "click", () => saveFrom($("save-png"), `/picture?format=png&${theme()}`, "png"));
  on($("save-svg"), "click", () => saveFrom($("save-svg"), `/picture?${theme()}`, "svg"));
  on($("save-json"), "click", () => save(new Blob([resultText, "\n"], { type: "application/json" }), "solution.json"));
  on($("save-certificate"), "click", () => saveFrom($("save-certificate"), "/certificate", "twc"));
  on(dark, "change", redraw);
  on(window, "hashchange", follow);
  on(window, "pagehide", leave);
  on(window, "pageshow", event => {
    if (event.persisted && puzzle) show(puzzle); /* from the history, where its search was given up */
  });
}

/* Reads a catalogue in the format of GNU MO files: a table of originals and one of translations. */
async function readWords() {
  const reply = await ask("/page/words");
  language = reply.headers.get("Content-Language");
  const view = new DataView(await reply.arrayBuffer());
  const word = at => view.getUint32(at, true);
  const text = at => new TextDecoder().decode(new Uint8Array(view.buffer, word(at + 4), word(at)));
  for (let i = 0; view.byteLength > 0 && i < word(8); i++) words.set(text(word(12) + 8 * i), text(word(16) + 8 * i));
}

async function readOptions() {
  const { components } = await (await ask("/openapi.json")).json();
  options = Object.entries(components.schemas.Options.properties).map(([name, option]) => ({ name, ...option }));
  most = (await (await ask("/health")).json()).seconds;
  const { default: time } = options.find(({ name }) => name === "time");
  if (time > most) chosen.time = most;
}

async function readCollection() {
  /* Records are only to look at. */
  collection = (await (await ask("/page/catalogue.json")).json()).puzzles.filter(({ known }) => !known);
}

takeToken();
await Promise.all([readWords(), readOptions(), readCollection()]);
showTexts();
showFamilies();
showCards();
listen();
follow();

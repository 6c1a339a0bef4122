/** The board of a deal: live where it shows the top, with the player's own line in view when it was asked for. */
import { createApi } from "../net/api.ts";
import { createClient } from "../net/client.ts";
import { LiveBoard, type Top } from "../net/live.ts";
import { ServerClock } from "../net/server-clock.ts";
import type { BoardData, LineData } from "../net/types.ts";
import { browserStore, liveSocket } from "./browser.ts";
import { showVerdict } from "./commitment.ts";
import { element, pageData, setText } from "./elements.ts";
import { duration, points } from "./figures.ts";
import { t } from "./i18n.ts";
import { keepLive, showLiveness } from "./liveness.ts";
import { showCountdowns, showLocalTimes } from "./times.ts";

interface BoardPageData {
  readonly code: string;
  readonly variant: string;
  /** The attempt of the player's own line. */
  readonly own: number | null;
  readonly player: string | null;
  readonly around: string | null;
  readonly live: boolean;
  readonly daily: { readonly commitment: string; readonly seed: string | null; readonly server_now: string; readonly closes_at: string; readonly final_at: string } | null;
}

const LINES = 50;
/** After a change the own line is looked up within this, ms, so that not all who watch ask at once. */
const OWN_WITHIN_MS = 1_500;

const data = pageData<BoardPageData>("board");
const { code, variant, daily, around } = data;
const api = createApi(createClient({ fetch: (...request) => fetch(...request), cookies: () => document.cookie }));
let own = data.own;

showLocalTimes();
if (daily !== null) {
  const clock = new ServerClock(daily.server_now);
  showCountdowns(clock);
  setInterval(() => showCountdowns(clock), 1000);
  void showVerdict(browserStore, code, daily);
}
if (around === "me") document.querySelector("tr.own")?.scrollIntoView({ block: "center" });

// ---- lines ----

const body = element("lines-body", "tbody");
const template = element("line", "template");

let listed: readonly LineData[] | null = null;

function showLines(lines: readonly LineData[], changed: ReadonlySet<number>): void {
  listed = lines;
  const before = new Map([...body.rows].map((row) => [Number(row.dataset["attempt"]), row]));
  const rows = lines.map((line) => {
    const row = before.get(line.attempt) ?? newRow();
    fill(row, line);
    row.classList.toggle("fresh", changed.has(line.attempt));
    return row;
  });
  body.replaceChildren(...rows);
  element("lines", "table").hidden = rows.length === 0;
  element("board-empty", "div").hidden = rows.length > 0;
}

function newRow(): HTMLTableRowElement {
  return (template.content.cloneNode(true) as DocumentFragment).querySelector("tr") as HTMLTableRowElement;
}

/** Rows of the server have no marked parts: they are filled into a row of the template. */
function fill(row: HTMLTableRowElement, line: LineData): void {
  if (row.querySelector("[data-part]") === null) row.replaceChildren(...newRow().children);
  const part = <E extends HTMLElement>(name: string): E => row.querySelector(`[data-part="${name}"]`) as E;
  const mine = line.attempt === own;
  row.dataset["attempt"] = String(line.attempt);
  row.classList.toggle("own", mine);
  if (mine) row.setAttribute("aria-current", "true");
  else row.removeAttribute("aria-current");
  setText(part("rank"), String(line.rank));
  const player = part<HTMLAnchorElement>("player");
  setText(player, line.player.name);
  if (line.player.deleted === true) player.removeAttribute("href");
  else player.href = (player.dataset["href"] ?? "").replace("/-/", `/${encodeURIComponent(line.player.name)}/`);
  part("own").hidden = !mine;
  part("won").hidden = !line.won;
  part("lost").hidden = line.won;
  setText(part("score"), points(line.score, variant));
  setText(part("moves"), String(line.moves));
  setText(part("undos"), String(line.undos));
  const time = part("time");
  setText(time, duration(line.time_ms));
  time.title = line.time_ms === null ? (time.dataset["title"] ?? "") : "";
  const replay = part<HTMLAnchorElement>("replay");
  replay.href = (replay.dataset["href"] ?? "").replace("/0/", `/${line.attempt}/`);
  replay.setAttribute("aria-label", (replay.dataset["label"] ?? "").replace("{name}", line.player.name));
}

// ---- what is said above them ----

function showTotal(total: number): void {
  const text = element("total", "span");
  setText(text, t(text.dataset[total === 1 ? "one" : "many"] ?? "", { total }));
}

function showOwn(board: BoardData): void {
  own = board.own?.attempt ?? null;
  const text = element("own-rank", "span");
  text.hidden = board.own === null;
  setText(text, t(text.dataset["rank"] ?? "", { rank: board.own?.rank ?? "" }));
  const lines = around !== null ? board.lines : listed;
  if (lines !== null) showLines(lines, new Set());
}

let ownTimer = 0;

/** The own rank, and the lines around whoever was asked for, come by HTTP: sockets carry the same to all. */
function lookForOwn(): void {
  if (data.player === null && around === null) return;
  clearTimeout(ownTimer);
  ownTimer = window.setTimeout(() => {
    api.board(code, around === null ? 1 : LINES, around ?? undefined).then(showOwn, () => undefined);
  }, OWN_WITHIN_MS * Math.random());
}

// ---- live ----

function shown({ total, lines }: Top, changed: ReadonlySet<number>): void {
  showTotal(total);
  if (around === null) showLines(lines, changed);
  lookForOwn();
}

if (data.live) {
  keepLive(
    new LiveBoard({
      connect: liveSocket(code),
      fetchTop: () => api.board(code, LINES),
      timers: { set: (run, ms) => window.setTimeout(run, ms), clear: (timer) => window.clearTimeout(timer) },
      shown,
      liveness: showLiveness,
    }),
  );
}

/** The first lines of the deal's board beside the table, live; it never moves the table. */
import type { Api } from "../net/api.ts";
import { LiveBoard, type Top } from "../net/live.ts";
import type { LineData } from "../net/types.ts";
import { browserTimers, liveSocket } from "./browser.ts";
import { element, setText } from "./elements.ts";
import { points } from "./figures.ts";
import { t } from "./i18n.ts";
import { keepLive, showLiveness } from "./liveness.ts";

export const LINES = 10;
/** After a change the own line is looked up within this, ms, so that not all who play ask at once. */
const OWN_WITHIN_MS = 2_000;

export interface StandingsOptions {
  readonly api: Api;
  readonly code: string;
  readonly variant: string;
  /** The name of who plays, once there is one. */
  readonly player: () => string | null;
  /** Whether the player may have a line. */
  readonly hasLine: () => boolean;
}

export function liveStandings(options: StandingsOptions): void {
  const { api, code } = options;
  let timer: number | null = null;
  keepLive(
    new LiveBoard({
      connect: liveSocket(code),
      fetchTop: () => api.board(code, LINES),
      timers: browserTimers,
      shown: (top, changed) => {
        showStandings(top, changed, options);
        if (timer !== null || !options.hasLine()) return;
        timer = browserTimers.set(() => {
          timer = null;
          api.board(code, 1).then(({ own, total }) => showOwn(own, total), () => undefined);
        }, OWN_WITHIN_MS * Math.random());
      },
      liveness: showLiveness,
    }),
  );
}

/** The first ten of the lines; `changed` ones light up for a moment. */
export function showStandings({ total, lines }: Top, changed: ReadonlySet<number>, { variant, player }: Pick<StandingsOptions, "variant" | "player">): void {
  const name = player();
  const items = lines.slice(0, LINES).map((line) => lineItem(line, variant, line.player.deleted !== true && line.player.name === name, changed.has(line.attempt)));
  element("standings", "ol").replaceChildren(...items);
  element("standings-empty", "p").hidden = total > 0;
  if (total <= LINES) showOwn(null, 0);
}

/** Under the first ten lines, where the player's own comes later. */
function showOwn(own: LineData | null, total: number): void {
  setText(element("standings-rest", "p"), own === null || own.position <= LINES ? "" : t("You are number {rank} of {total}.", { rank: own.rank, total }));
}

function lineItem(line: LineData, variant: string, own: boolean, fresh: boolean): HTMLLIElement {
  const part = (tag: "span" | "a", name: string, text: string | number): HTMLElement =>
    Object.assign(document.createElement(tag), { className: `standing-${name}`, textContent: String(text) });
  const name = part("a", "name", line.player.name) as HTMLAnchorElement;
  name.href = `/replays/${line.attempt}/`;
  name.dir = "auto";
  const item = document.createElement("li");
  item.className = `standing${own ? " own" : ""}${fresh ? " fresh" : ""}`;
  item.append(part("span", "rank", line.rank), " ", name, " ", part("span", "score", points(line.score, variant)));
  return item;
}

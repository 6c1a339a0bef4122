/** A game of a replay as the page shows it: its table and its figures. */
import { createBoard, type Board } from "../../board/board.ts";
import { element, setText } from "../elements.ts";
import { duration, points } from "../figures.ts";
import { t } from "../i18n.ts";
import { followSettings, ownOptions, strings } from "../settings-menu.ts";
import { boardView } from "../table-view.ts";
import type { Game } from "./game.ts";

export class GameView {
  readonly game: Game;
  readonly board: Board;
  private readonly score: Element;
  private readonly moves: Element;
  private readonly undos: Element;
  private readonly clock: Element;
  private shown = -1;

  /** `suffix` tells the elements of the second game from those of the first. */
  constructor(game: Game, suffix: string, label: string) {
    this.game = game;
    this.score = element(`score${suffix}`, "dd");
    this.moves = element(`moves${suffix}`, "dd");
    this.undos = element(`undos${suffix}`, "dd");
    this.clock = element(`clock${suffix}`, "dd");
    this.board = createBoard(element(`board${suffix}`, "div"), { move: () => undefined, stock: () => undefined }, { t, label, readOnly: true, ...ownOptions() });
    followSettings(this.board);
  }

  /** The table at a ply. One action flies, if `flies`; a jump never does. */
  show(ply: number, flies: boolean): void {
    if (ply === this.shown) return;
    const { game } = this;
    const table = game.table(ply);
    const time = game.time(ply);
    this.board.show(boardView(game.rules, game.faces, table, false), { animate: flies && Math.abs(ply - this.shown) === 1 });
    if (ply === this.shown + 1 && flies) strings.hear(game.faces, game.table(this.shown), table);
    setText(this.score, points(table.score, game.rules.variant));
    setText(this.moves, String(table.moves));
    setText(this.undos, String(table.undos));
    setText(this.clock, duration(time));
    this.shown = ply;
  }
}

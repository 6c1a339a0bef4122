/** What the board is given and what it reports. It knows geometry, not rules. */

/** A face is suit * 13 + rank: suits S H D C = 0..3, ranks A..K = 0..12. -1 is a card that lies face down. */
export const FACE_DOWN = -1;

export interface CardView {
  /** Position in the shuffled deck: the card's identity, so that it moves from where it really was. */
  readonly at: number;
  /** The face, or FACE_DOWN. */
  readonly face: number;
}

export type PileKind = "stock" | "waste" | "column" | "foundation";

/** What an empty place shows. */
export type Sign =
  | "spades" | "hearts" | "diamonds" | "clubs" | "ace" | "king" | "recycle" | "stop" | "none";

export interface PileView {
  /** Columns "1".."9", "0"; foundations "a".."h"; "stock"; "waste". */
  readonly id: string;
  readonly kind: PileKind;
  /** Deepest card first; of the stock, the next card last. */
  readonly cards: readonly CardView[];
  /** The pile's name in the player's language ("column 3", "first foundation of spades"). */
  readonly label: string;
  readonly empty: Sign;
  /** A few characters shown at the pile: cards or rows left, passes left. */
  readonly note?: string;
}

export interface Move {
  readonly from: string;
  /** Cards lifted from the end of the pile `from`, 1 or more. */
  readonly count: number;
  readonly to: string;
}

/** The last `count` cards of a pile. */
export interface Lift {
  readonly pile: string;
  readonly count: number;
}

export interface BoardView {
  readonly piles: readonly PileView[];
  /** Every move that the rules allow now: it lights targets; the board still reports other ones. */
  readonly legal: readonly Move[];
  /** Whether a tap on the stock does anything; the stock looks spent when it does not. */
  readonly stockTap: boolean;
}

/** The board only reports; whoever listens answers with `show` or `refuse`, at once or later. */
export interface BoardEvents {
  /** A drop, or select and place. Also moves that are not legal: the listener explains. */
  move(move: Move): void;
  /**
   * A tap on a face-up card; `count` cards from it to the end of its pile. True: it has been dealt with; otherwise the
   * board selects those cards.
   */
  tap?(pile: string, count: number, at: number): boolean | void;
  /**
   * A second quick tap. It belongs to the card `at` that the first one touched, wherever that card is by now; it never is a
   * tap on what lies there since.
   */
  doubleTap?(pile: string, count: number, at: number): void;
  stock(): void;
  undo?(): void;
  redo?(): void;
  /** Shift+Enter: the best move for those cards. */
  best?(pile: string, count: number): void;
  hint?(): void;
  /** The keys are asked for. */
  help?(): void;
  /** N: a new game is asked for. */
  newGame?(): void;
  /** S: another number of suits is asked for. */
  suits?(): void;
}

/** Gives a sentence in the player's language; `values` fill its {places}. */
export type Translate = (text: string, values?: Readonly<Record<string, string | number>>) => string;

export interface BoardOptions {
  readonly t: Translate;
  /** The name of the whole table for screen readers. */
  readonly label?: string;
  /** The hand that plays: stock and waste lie on its side on a phone. */
  readonly hand?: "right" | "left";
  readonly fourColours?: boolean;
  readonly largePrint?: boolean;
  readonly motion?: "normal" | "fast" | "off";
  /** Letters of jack, queen and king on the cards. */
  readonly letters?: "JQK" | "KnDK";
  /** A replay shows a table that takes no gestures. */
  readonly readOnly?: boolean;
  /**
   * Where keys are the board's: on the whole page, as far as nothing else wants them, or only while it has the focus, so that
   * a page may be scrolled and have several boards.
   */
  readonly keys?: "page" | "inside";
}

export interface Board {
  /** Shows a table; cards move there from where they are. Drag, selection and keyboard place go on where they still can. */
  show(view: BoardView, options?: { readonly animate?: boolean }): void;
  /** Marks the cards of a refused move, and says why. An empty message only marks. */
  refuse(move: Move | null, message: string): void;
  /** A short sentence near the table, also for screen readers. */
  say(message: string): void;
  /** For screen readers alone. */
  announce(text: string): void;
  select(lift: Lift | null): void;
  /** Marks a proposed move until the next input, or takes the mark away. */
  hint(move: Move | null): void;
  /** Draws attention to piles for a moment ("fill these columns first"). */
  pulse(piles: readonly string[]): void;
  /** Cards run up the strings of the harp, for less than two seconds; resolves when it has ended. */
  celebrate(): Promise<void>;
  configure(options: Partial<BoardOptions>): void;
  focus(): void;
  destroy(): void;
}

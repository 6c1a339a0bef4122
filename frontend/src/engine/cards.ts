/** Cards: what a face is, and how faces and decks are written. */

/** A face: suit * 13 + rank, suits S H D C = 0..3, ranks ace to king = 0..12; `UNKNOWN` where it has not turned up. */
export type Face = number;

/** Faces by deck position: a whole deck, or what a player knows of it. */
export type Faces = readonly Face[];

export const UNKNOWN: Face = -1;
export const ACE = 0;
export const KING = 12;

const RANKS = "A23456789TJQK";
const SUITS = "SHDC";

/** 0 to 3 for spades, hearts, diamonds, clubs; -1 for an unknown face. */
export function suitOf(face: Face): number {
  return Math.floor(face / 13);
}

/** 0 (ace) to 12 (king); -1 for an unknown face. */
export function rankOf(face: Face): number {
  return face % 13;
}

/** Hearts and diamonds are red. */
export function isRed(face: Face): boolean {
  return face >= 13 && face < 39;
}

/** "7H" -> its face. Throws a RangeError for anything that names no card. */
export function faceOf(text: string): Face {
  const rank = RANKS.indexOf(text.charAt(0));
  const suit = SUITS.indexOf(text.charAt(1));
  if (text.length !== 2 || rank < 0 || suit < 0) throw new RangeError(`no card is called ${JSON.stringify(text)}`);
  return suit * 13 + rank;
}

/** A face -> "7H"; "??" when it is unknown. */
export function faceText(face: Face): string {
  return face < 0 ? "??" : RANKS.charAt(rankOf(face)) + SUITS.charAt(suitOf(face));
}

/** "4D 7H ..." -> faces by deck position. Throws a RangeError for a text that names no card. */
export function parseDeck(text: string): Face[] {
  return text.split(" ").map(faceOf);
}

/** Faces -> "4D 7H ..."; the empty string when there are none. */
export function deckText(faces: Faces): string {
  return faces.map(faceText).join(" ");
}

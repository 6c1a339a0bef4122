/** Deal codes, "EH1-N-AAAAAAF": game letters, rules version, kind, payload, check letter. */
import { VARIANTS } from "./variants.ts";

/** N: numbered, a deck that everybody may know. D: the deal of a day. */
export type Kind = "N" | "D";

export interface DealCode {
  /** The letters of its game, "EH". */
  readonly variant: string;
  readonly kind: Kind;
  /** Numbered: the number - 1. Daily: days since 1970-01-01. */
  readonly payload: number;
}

export const FIRST_NUMBER = 1;
export const LAST_NUMBER = 999_999;
/** 9999-12-31, in days since 1970-01-01. */
const LAST_DAY = 2_932_896;
const VERSION = 1;
const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
const PAYLOAD_LETTERS = 6;
const SHAPE = new RegExp(`^([A-Z]{2})${VERSION}([ND])([A-Z]{${PAYLOAD_LETTERS}})([A-Z])$`, "i");

/** The code of deal `number`, 1 to 999,999, of a variant. Throws a RangeError. */
export function numberedCode(variant: string, number: number): DealCode {
  const code: DealCode = { variant, kind: "N", payload: number - FIRST_NUMBER };
  if (!isCode(code)) throw new RangeError(`there is no deal ${number} of ${variant}`);
  return code;
}

/** Reads a code as people type it: white space, hyphens and case do not matter. Null for what is none. */
export function parseCode(text: string): DealCode | null {
  const shape = SHAPE.exec(text.replace(/[\s-]/g, ""));
  const [, variant, kind, payload, check] = shape?.map((part) => part.toUpperCase()) ?? [];
  if (variant === undefined || kind === undefined || payload === undefined || check !== checkLetter(variant + kind + payload)) return null;
  const code: DealCode = { variant, kind: kind as Kind, payload: [...payload].reduce((number, letter) => number * 26 + LETTERS.indexOf(letter), 0) };
  return isCode(code) ? code : null;
}

/** A code as it is printed. */
export function codeText({ variant, kind, payload }: DealCode): string {
  let letters = "";
  for (let rest = payload; letters.length < PAYLOAD_LETTERS; rest = Math.floor(rest / 26)) letters = LETTERS.charAt(rest % 26) + letters;
  return `${variant}${VERSION}-${kind}-${letters}${checkLetter(variant + kind + letters)}`;
}

function isCode({ variant, kind, payload }: DealCode): boolean {
  return VARIANTS.has(variant) && Number.isInteger(payload) && payload >= 0 && payload <= (kind === "N" ? LAST_NUMBER - FIRST_NUMBER : LAST_DAY);
}

function checkLetter(letters: string): string {
  return LETTERS.charAt([...letters].reduce((total, letter, index) => total + (index + 1) * LETTERS.indexOf(letter), 0) % 26);
}

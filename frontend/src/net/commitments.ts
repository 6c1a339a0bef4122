/** What this browser saw committed to when its player began, held against what is told when the day is final. */
import type { Store } from "./outbox.ts";

const PREFIX = "harp:commitment:";

/** SHA-256 of a text as lower-case hexadecimal digits; null where the browser has none to offer (pages that are not secure). */
export type Digest = (text: string) => Promise<string | null>;

/** match: the seed gives what was seen. same: it is the same commitment, and the browser can't work out more. */
export type Verdict = "match" | "same" | "mismatch";

/** Keeps the commitment that is seen at the start; what was kept first stays. */
export function keepCommitment(store: Store, code: string, commitment: string): void {
  if (store.get(PREFIX + code) === null) store.set(PREFIX + code, commitment);
}

/** Whether a deal is the one that was committed to when its player began; null where this browser saw nothing, or too early. */
export async function checkCommitment(
  store: Store,
  digest: Digest,
  code: string,
  { commitment, seed }: { readonly commitment: string; readonly seed: string | null },
): Promise<Verdict | null> {
  const seen = store.get(PREFIX + code);
  if (seen === null) return null;
  if (seen !== commitment) return "mismatch";
  if (seed === null) return null;
  const worked = await digest(`${code}:${seed}`);
  if (worked === null) return "same";
  return worked === seen ? "match" : "mismatch";
}

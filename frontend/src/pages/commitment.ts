/** The quiet line, or the loud one: whether the day's deal is the one that this browser saw committed to. */
import { checkCommitment, type Digest } from "../net/commitments.ts";
import type { Store } from "../net/outbox.ts";
import { element } from "./elements.ts";

const digest: Digest = async (text) => {
  // Missing on pages that are not secure, whatever the types say.
  const subtle = crypto.subtle as SubtleCrypto | undefined;
  if (subtle === undefined) return null;
  const bytes = new Uint8Array(await subtle.digest("SHA-256", new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
};

export async function showVerdict(
  store: Store,
  code: string,
  daily: { readonly commitment: string; readonly seed: string | null },
): Promise<void> {
  const verdict = await checkCommitment(store, digest, code, daily);
  if (verdict === null) return;
  const line = element("proof-mine", "p");
  line.textContent = line.dataset[verdict] ?? "";
  line.classList.toggle("wrong", verdict === "mismatch");
  line.hidden = false;
}

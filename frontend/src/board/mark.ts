/** Marks a text for translation that is translated elsewhere, or later. */
export function mark<T extends string>(text: T): T {
  return text;
}

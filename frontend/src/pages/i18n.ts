/** Sentences for people. English for now: catalogs of other languages will be looked up here. */

export function t(text: string, values: Readonly<Record<string, string | number>> = {}): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

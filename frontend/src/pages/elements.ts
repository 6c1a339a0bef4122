/** The page's own elements: the template promises them. */

/** The element of an id, of the kind that the caller needs. Throws where the template does not keep its promise. */
export function element<K extends keyof HTMLElementTagNameMap>(id: string, tag: K): HTMLElementTagNameMap[K] {
  const found = document.getElementById(id);
  if (found === null || found.localName !== tag) throw new Error(`the page has no <${tag} id="${id}">`);
  return found as HTMLElementTagNameMap[K];
}

/** Data that the server put into the page. */
export function pageData<T>(id: string): T {
  return JSON.parse(element(id, "script").textContent) as T;
}

/** Sets a text only where it differs, so that nothing is announced or laid out for nothing. */
export function setText(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text;
}

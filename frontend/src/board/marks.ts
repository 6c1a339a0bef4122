/** Classes that some elements bear for a while: selected, refused, hinted, pulsing. */

interface Mark {
  readonly name: string;
  readonly elements: readonly Element[];
  readonly timer: ReturnType<typeof setTimeout> | undefined;
}

export class Marks {
  private marks: Mark[] = [];

  /** Gives a class to these elements alone, for a time if one is given, ms. */
  put(name: string, elements: readonly Element[], time?: number): void {
    this.marks = this.marks.filter((mark) => {
      if (mark.name !== name) return true;
      clearTimeout(mark.timer);
      for (const element of mark.elements) element.classList.remove(name);
      return false;
    });
    if (elements.length === 0) return;
    for (const element of elements) element.classList.add(name);
    const timer = time === undefined ? undefined : setTimeout(() => this.put(name, []), time);
    this.marks.push({ name, elements, timer });
  }

  clear(): void {
    for (const { name } of [...this.marks]) this.put(name, []);
  }
}

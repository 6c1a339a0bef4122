/** The server's time, told by how long ago it said what time it was; whatever this device's clock shows. */

export class ServerClock {
  private readonly elapsed: () => number;
  private said = 0;
  private at = 0;

  /** `elapsed`: milliseconds since some moment, by a clock that nobody can set. */
  constructor(now: string, elapsed: () => number = () => performance.now()) {
    this.elapsed = elapsed;
    this.set(now);
  }

  /** The server has said what time it is now. */
  set(now: string): void {
    this.said = Date.parse(now);
    this.at = this.elapsed();
  }

  /** Milliseconds since 1970. */
  now(): number {
    return this.said + this.elapsed() - this.at;
  }

  /** Milliseconds until a moment, 0 when it has passed. */
  until(moment: string): number {
    return Math.max(0, Date.parse(moment) - this.now());
  }
}

/** Counts failed logins by address within a sliding minute, so that nobody can use the server as an oracle at speed. */
export class Failures {
  private readonly seen = new Map<string, number[]>();
  private readonly most: number;
  private readonly windowMs: number;

  constructor(most = 20, windowMs = 60_000) {
    this.most = most;
    this.windowMs = windowMs;
  }

  /** Seconds to wait, or 0 when the address may try. */
  wait(address: string, now: number): number {
    const recent = this.recent(address, now);
    return recent.length < this.most ? 0 : Math.ceil((recent[0]! + this.windowMs - now) / 1000);
  }

  add(address: string, now: number): void {
    // A flood of addresses must not grow memory without end; forgetting all is harmless with 256-bit keys.
    if (this.seen.size > 10_000) this.seen.clear();
    this.seen.set(address, [...this.recent(address, now), now].slice(-this.most));
  }

  private recent(address: string, now: number): number[] {
    return (this.seen.get(address) ?? []).filter((at) => at > now - this.windowMs);
  }
}

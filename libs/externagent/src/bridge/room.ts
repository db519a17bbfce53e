/** How much of bodies one endpoint holds at once: many connections at their bound are more than a machine has. */
export class Room {
  #left: number;

  /** @param bytes for all bodies together */
  constructor(bytes: number) {
    this.#left = bytes;
  }

  /** Of one body, from its first byte until nobody needs it. */
  lease(): Lease {
    let taken = 0;
    const lease = {
      refused: false,
      take: (bytes: number): boolean => {
        lease.refused ||= bytes > this.#left;
        if (lease.refused) return false;
        taken += bytes;
        this.#left -= bytes;
        return true;
      },
      keep: (bytes: number): void => {
        this.#left += taken - bytes;
        taken = bytes;
      },
      release: (): void => lease.keep(0),
    };
    return lease;
  }
}

export interface Lease {
  /** Something of it found no room; nothing more of it is taken. */
  readonly refused: boolean;
  take(bytes: number): boolean;
  /** Gives back all but so many bytes. */
  keep(bytes: number): void;
  release(): void;
}

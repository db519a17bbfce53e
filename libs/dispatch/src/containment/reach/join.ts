import type { Duplex } from 'node:stream';

/** Copies both ways; a half that ends ends the other half, a half that breaks breaks the other. */
export function join(a: Duplex, b: Duplex): void {
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    from.pipe(to);
    from.on('error', () => to.destroy());
    // After a clean end the other side may still have bytes to deliver.
    from.on('close', (broken?: boolean) => (broken === true ? to.destroy() : undefined));
  }
}

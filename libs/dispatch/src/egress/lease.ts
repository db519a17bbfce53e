import type { Reach } from '../containment/sandbox.ts';

/** What one program gets to go out with. */
export interface EgressLease {
  readonly reach: Reach;
  /** Proxy settings as programs know them. */
  readonly env: Readonly<Record<string, string>>;
  /** What must not stand on the record, in every form it travels in. */
  readonly secrets: readonly string[];
  /** Ends its connections; the lease is good for nothing afterwards. */
  release(): void;
}

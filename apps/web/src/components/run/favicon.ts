import type { RunDetail } from '../../api/wire.ts';

type State = Pick<RunDetail, 'state' | 'sealed' | 'awaitingApproval' | 'tiers'>;

export type FaviconMark = 'running' | 'waiting' | 'failed' | 'halted' | 'unsealed' | 'enforced' | 'attested';

/** What the tab of a run shows: what needs eyes first, then how the sealed record was observed. */
export function faviconMark({ state, sealed, awaitingApproval, tiers }: State): FaviconMark {
  if (awaitingApproval) return 'waiting';
  if (state === 'queued' || state === 'running') return 'running';
  if (!sealed) return 'unsealed';
  if (state === 'failed' || state === 'halted') return state;
  return tiers.attested + tiers.unobserved === 0 ? 'enforced' : 'attested';
}

/** Shapes first: they must read at 16 pixels, and without colour. */
const SHAPES: Readonly<Record<FaviconMark, string>> = {
  running: '<circle cx="8" cy="8" r="6" fill="none" stroke="#0b54cf" stroke-width="2.5" stroke-dasharray="7 2.4"/>',
  waiting:
    '<path d="M8 1 15.5 15H.5z" fill="#ffd24a" stroke="#1a1c1f"/><path d="M8 6v4.5M8 12v1.5" stroke="#1a1c1f" stroke-width="1.8"/>',
  failed: '<path d="M2 2 14 14M14 2 2 14" stroke="#b3201a" stroke-width="3.5"/>',
  halted: '<rect x="1" y="1" width="14" height="14" fill="#b3201a"/><path d="M4 8h8" stroke="#fff" stroke-width="3"/>',
  unsealed: '<path d="M1.5 1.5h13v13h-13z" fill="#ffd24a" stroke="#1a1c1f" stroke-width="1.5" stroke-dasharray="3 2"/>',
  enforced: '<rect x="2" y="2" width="12" height="12" fill="#0b54cf"/>',
  attested: '<path d="M1 1h14v7H1z" fill="#0b54cf"/><path d="M1 11h14M1 14h14" stroke="#a1560c" stroke-width="1.5"/>',
};

/** The icon as an address that needs no request. */
export const faviconHref = (mark: FaviconMark): string =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="2" fill="#fff"/>${SHAPES[mark]}</svg>`,
  )}`;

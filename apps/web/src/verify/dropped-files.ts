import type { Beside } from './beside.ts';

/** What a file is for: its name says it, its bytes are judged later. */
export type Kind = keyof Beside | 'record' | 'pins';

const NAMES: readonly (readonly [RegExp, Kind])[] = [
  [/\.(leaves|txt)$/i, 'leaves'],
  [/\.tlog-proof$/i, 'receipt'],
  [/\.policy$/i, 'policy'],
  [/\.tst$/i, 'timeToken'],
  [/\.(pem|crt)$/i, 'timeAnchors'],
  [/^pins.*\.json$/i, 'pins'],
];

/** In words, for the list of what a record is checked with. */
export const KIND_WORDS: Readonly<Record<keyof Beside, string>> = {
  leaves: 'leaf hashes',
  receipt: 'the receipt',
  policy: 'your witness policy',
  timeToken: 'the time token',
  timeAnchors: 'certificates of time authorities',
};

export const kindOf = ({ name }: { readonly name: string }): Kind =>
  NAMES.find(([pattern]) => pattern.test(name))?.[1] ?? 'record';

export type Chosen = Readonly<Record<Kind, File | null>>;

export const NOTHING_CHOSEN: Chosen = {
  record: null,
  leaves: null,
  receipt: null,
  policy: null,
  timeToken: null,
  timeAnchors: null,
  pins: null,
};

/** Adds files to those chosen before. A new record forgets what lay beside the one before; what is the reader's stays. */
export function withFiles(before: Chosen, files: readonly File[]): Chosen {
  const added = Object.fromEntries(files.map((file) => [kindOf(file), file])) as Partial<Chosen>;
  const { policy, timeAnchors } = before;
  const kept = added.record == null ? before : { ...NOTHING_CHOSEN, policy, timeAnchors };
  return { ...kept, pins: null, ...added };
}

/** The texts and bytes of what lies beside the record. */
export async function besideOf(chosen: Chosen): Promise<Beside> {
  const text = async (file: File | null): Promise<string | null> => (await file?.text()) ?? null;
  return {
    leaves: await text(chosen.leaves),
    receipt: await text(chosen.receipt),
    policy: await text(chosen.policy),
    timeToken: chosen.timeToken === null ? null : new Uint8Array(await chosen.timeToken.arrayBuffer()),
    timeAnchors: await text(chosen.timeAnchors),
  };
}

import { GENESIS_LINK, linkHash } from './chain.ts';
import { draftOf } from './draft.ts';
import { encodeEvent } from './event.ts';
import { checkFork, forkPointOf } from './fork.ts';
import { leafHash, rootOf } from './merkle.ts';
import type { SealedRecord } from './record.ts';
import type { CborMap } from './values.ts';

const sealedBy = new Uint8Array();

/** A record of events that say nothing, the first of which opens the run. */
function recordOf(stream: string, count: number, opening: CborMap = {}): SealedRecord {
  const events = Array.from({ length: count }, (_, n) => {
    const draft = draftOf('run.halted', 'system', { reason: `${stream} ${n}`, by: 'test' });
    return encodeEvent({
      ...(n === 0 ? { ...draft, type: 'run.opened', payload: { run: stream, ...opening } } : draft),
      stream,
      seq: n + 1,
      time: 1n,
      schemaVersion: 1,
    });
  });
  return { events, checkpoint: sealedBy };
}

function pointOf(parent: SealedRecord, run: string, size: number) {
  const leaves = parent.events.slice(0, size).map((canonical) => leafHash(canonical));
  return { run, size, root: rootOf(leaves), link: leaves.reduce((link, leaf) => linkHash(link, leaf), GENESIS_LINK) };
}

const parent = recordOf('parent', 7);
const childOf = (forked_from: CborMap) => recordOf('child', 2, { forked_from });

describe('a fork', () => {
  it.each([1, 4, 7])('of the first %i events of its parent is proven', (size) => {
    expect(checkFork(childOf(pointOf(parent, 'parent', size)), parent)).toMatchObject({
      state: 'pass',
      point: { size },
    });
  });

  it.each<[string, CborMap, string]>([
    ['another run', pointOf(parent, 'stranger', 3), 'runseal.fork_other_parent'],
    ['more events than there are', { ...pointOf(parent, 'parent', 7), size: 8 }, 'runseal.fork_too_long'],
    ['another prefix', { ...pointOf(parent, 'parent', 3), size: 4 }, 'runseal.fork_mismatch'],
    [
      'a root that is not theirs',
      { ...pointOf(parent, 'parent', 3), root: new Uint8Array(32) },
      'runseal.fork_mismatch',
    ],
    [
      'a link that is not theirs',
      { ...pointOf(parent, 'parent', 3), link: new Uint8Array(32) },
      'runseal.fork_mismatch',
    ],
    ['a short root', { ...pointOf(parent, 'parent', 3), root: new Uint8Array(31) }, 'runseal.fork_invalid'],
    ['a link that is a text', { ...pointOf(parent, 'parent', 3), link: 'x'.repeat(32) }, 'runseal.fork_invalid'],
    ['a short link', { ...pointOf(parent, 'parent', 3), link: new Uint8Array(31) }, 'runseal.fork_invalid'],
    ['a run that is a number', { ...pointOf(parent, 'parent', 3), run: 1 }, 'runseal.fork_invalid'],
    ['a size that is a text', { ...pointOf(parent, 'parent', 3), size: '3' }, 'runseal.fork_invalid'],
    ['a size that no number holds', { ...pointOf(parent, 'parent', 3), size: 2n ** 60n }, 'runseal.fork_invalid'],
    ['no events', { ...pointOf(parent, 'parent', 3), size: 0 }, 'runseal.fork_invalid'],
  ])('that commits to %s fails', (_, forked, code) => {
    expect(checkFork(childOf(forked), parent)).toMatchObject({ state: 'fail', code });
  });

  it.each<[string, CborMap]>([
    ['nothing', { forked_from: null }],
    ['a text', { forked_from: 'parent' }],
    ['a list', { forked_from: [1] }],
  ])('that names %s for a parent fails', (_, opening) => {
    expect(checkFork(recordOf('child', 2, opening), parent)).toMatchObject({
      state: 'fail',
      code: 'runseal.fork_invalid',
      point: null,
    });
  });

  it('of what does not open a run, or by what does not, fails', () => {
    const headless = { ...parent, events: parent.events.slice(1) };
    const child = childOf(pointOf(parent, 'parent', 3));
    for (const [one, other] of [
      [headless, parent],
      [child, headless],
      [{ ...parent, events: [] }, parent],
    ] as const)
      expect(checkFork(one, other)).toMatchObject({ state: 'fail', code: 'runseal.not_opened' });
  });

  it('is not one when no parent is named', () => {
    expect(checkFork(recordOf('child', 1), parent)).toMatchObject({ state: 'absent', code: 'runseal.not_forked' });
    expect(forkPointOf({})).toBeNull();
  });

  it('of a parent whose events were changed fails, wherever the change is', () => {
    const child = childOf(pointOf(parent, 'parent', 7));
    for (let changed = 1; changed < 7; changed++) {
      const events = parent.events.map((event, n) => (n === changed ? recordOf('other', 7).events[n]! : event));
      expect(checkFork(child, { events, checkpoint: sealedBy })).toMatchObject({ code: 'runseal.fork_mismatch' });
    }
  });
});

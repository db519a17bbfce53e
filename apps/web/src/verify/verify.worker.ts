/** Verifies one record off the page's thread. Knows nothing of the server: bytes, keys and hints in, a report out. */
import { loadTimeReader, verifyRecord, type Evidence } from '@runseal/spine';
import { parsePolicy } from '@runseal/spine/ledger';
import { looksLikeSlice, verifySlice } from '@runseal/spine/slice';
import type { Beside } from './beside.ts';
import { parseLeaves } from './leaves.ts';
import type { VerifyMessage, VerifyRequest } from './messages.ts';

const say = (message: VerifyMessage): void => self.postMessage(message);

self.addEventListener('message', ({ data }: MessageEvent<VerifyRequest>) => {
  void verify(data).then(say);
});

/** What reads time tokens is large, and has to be here too before the network may go. */
const time = import('@runseal/spine/time');
void Promise.all([time, loadTimeReader()]).then(() => say({ kind: 'ready' }));

async function verify({ record, keys, ...beside }: VerifyRequest): Promise<VerifyMessage> {
  const started = performance.now();
  try {
    const judge = looksLikeSlice(record) ? verifySlice : verifyRecord;
    const report = await judge(record, {
      keyring: keys,
      evidence: await evidenceOf(beside),
      onProgress: nowAndThen((done, total) => say({ kind: 'progress', done, total })),
    });
    return { kind: 'verified', report, tookMs: performance.now() - started };
  } catch (error) {
    return {
      kind: 'failed',
      sentence: error instanceof Error ? error.message : 'The verifier stopped without saying why.',
    };
  }
}

async function evidenceOf({ leaves, receipt, policy, timeToken, timeAnchors }: Beside): Promise<Evidence> {
  return {
    leaves: leaves === null ? undefined : parseLeaves(leaves),
    receipt: receipt ?? undefined,
    policy: policy === null ? undefined : parsePolicy(policy),
    timeToken: timeToken ?? undefined,
    timeAnchors: timeAnchors === null ? undefined : (await time).parseAnchors(timeAnchors),
    timeRevocations: timeAnchors === null ? undefined : (await time).parseRevocations(timeAnchors),
  };
}

/** Each word makes the page draw; more often than this nobody sees it. */
const WORDS_EVERY_MS = 100;

function nowAndThen(word: (done: number, total: number) => void): (done: number, total: number) => void {
  let last = -Infinity;
  return (done, total) => {
    if (done < total && performance.now() - last < WORDS_EVERY_MS) return;
    last = performance.now();
    word(done, total);
  };
}

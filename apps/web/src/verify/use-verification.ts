import { useCallback, useEffect, useRef, useState } from 'react';
import type { Report, TrustedKey } from '@runseal/spine';
import { NOTHING_BESIDE, type Beside } from './beside.ts';
import type { VerifyMessage, VerifyRequest } from './messages.ts';

/** Bytes come first, then the check. */
export type Step =
  | { readonly step: 'fetching'; readonly loaded: number; readonly total: number | null }
  | { readonly step: 'verifying'; readonly done: number; readonly total: number | null };

export type Verification =
  | { readonly state: 'idle' }
  | { readonly state: 'busy'; readonly at: Step }
  | {
      readonly state: 'done';
      readonly report: Report;
      readonly checkedAt: Date;
      readonly tookMs: number;
      readonly bytes: number;
    }
  | { readonly state: 'failed'; readonly error: Error };

/** Gets the record's bytes, which are the verification's from then on, and the hints beside it; says how far it is. */
export type Source = (
  signal: AbortSignal,
  progress: (loaded: number, total: number | null) => void,
) => Promise<{ readonly record: Uint8Array<ArrayBuffer> } & Partial<Beside>>;

/**
 * Runs one verification at a time in a worker; cancelling ends it and gets another.
 *
 * @param begin `ahead`: it is there before it is needed, so that a dropped file can be checked after the network went
 *   away. `later`: it comes with the first verification, whose record comes over the network too.
 */
export function useVerification(begin: 'ahead' | 'later') {
  const [verification, setVerification] = useState<Verification>({ state: 'idle' });
  const abort = useRef<AbortController | null>(null);
  const worker = useRef<Worker | null>(null);
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (begin === 'ahead') {
      worker.current = newWorker();
      worker.current.addEventListener('message', () => setReady(true), { once: true });
    }
    return () => {
      abort.current?.abort();
      worker.current?.terminate();
    };
  }, [begin]);

  const verify = useCallback(async (source: Source, keys: readonly TrustedKey[]): Promise<Report | null> => {
    abort.current?.abort();
    const { signal } = (abort.current = new AbortController());
    const say = (next: Verification): void => {
      if (!signal.aborted) setVerification(next);
    };
    try {
      say({ state: 'busy', at: { step: 'fetching', loaded: 0, total: null } });
      const { record, ...beside } = await source(signal, (loaded, total) =>
        say({ state: 'busy', at: { step: 'fetching', loaded, total } }),
      );
      say({ state: 'busy', at: { step: 'verifying', done: 0, total: null } });
      // They go to the worker and are gone from here.
      const bytes = record.byteLength;
      const progress = (done: number, total: number): void =>
        say({ state: 'busy', at: { step: 'verifying', done, total } });
      const { report, tookMs } = await asked(
        (worker.current ??= newWorker()),
        { ...NOTHING_BESIDE, ...beside, record, keys },
        signal,
        progress,
      );
      say({ state: 'done', report, tookMs, checkedAt: new Date(), bytes });
      return signal.aborted ? null : report;
    } catch (error) {
      worker.current?.terminate();
      worker.current = newWorker();
      say({ state: 'failed', error: error instanceof Error ? error : new Error('The verification stopped.') });
      return null;
    }
  }, []);

  const cancel = useCallback((): void => {
    abort.current?.abort();
    setVerification({ state: 'idle' });
  }, []);

  return { verification, verify, cancel, ready };
}

const newWorker = (): Worker => new Worker(new URL('./verify.worker.ts', import.meta.url), { type: 'module' });

type Verified = Extract<VerifyMessage, { kind: 'verified' }>;

/** Hands the worker one request. After a rejection the worker may still be at it and is of no more use. */
function asked(
  worker: Worker,
  request: VerifyRequest,
  signal: AbortSignal,
  progress: (done: number, total: number) => void,
): Promise<Verified> {
  const settled = new AbortController();
  return new Promise<Verified>((resolve, reject) => {
    const untilSettled = { signal: settled.signal };
    signal.addEventListener('abort', () => reject(new DOMException('Cancelled', 'AbortError')), untilSettled);
    worker.addEventListener(
      'error',
      () => reject(new Error('The verifier could not be started in this browser. Reload the page and try again.')),
      untilSettled,
    );
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<VerifyMessage>) => {
        if (data.kind === 'progress') progress(data.done, data.total);
        else if (data.kind === 'failed') reject(new Error(data.sentence));
        else if (data.kind === 'verified') resolve(data);
      },
      untilSettled,
    );
    worker.postMessage(request, [request.record.buffer]);
  }).finally(() => settled.abort());
}

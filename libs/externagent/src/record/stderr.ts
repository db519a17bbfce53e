/** What a program printed on stderr, as one attested event. */
import { commitContent, type EventDraft } from '@runseal/spine';
import { draft, withContents } from '@runseal/harness';
import { STDERR_TAIL_BYTES, type Stderr } from '../episode/stderr.ts';
import type { Redactor } from '../redact.ts';
import { gap } from './gaps.ts';

/** Nothing when it printed nothing; with a gap when only its end is kept. */
export function stderrDrafts(stderr: Stderr, frame: number, secrets: Redactor): EventDraft[] {
  if (stderr.bytes === 0) return [];
  const redacted = keptOf(stderr, secrets);
  const kept = redacted.subarray(-STDERR_TAIL_BYTES);
  const raw = commitContent(kept, 'application/octet-stream');
  const cut = stderr.bytes > STDERR_TAIL_BYTES;
  const summary = {
    kept_bytes: kept.length,
    truncated: cut,
    ...(redacted === stderr.tail ? {} : { redacted: true }),
  };
  const payload = { kind: 'stderr', frame, raw_sha256: stderr.sha256, raw_bytes: stderr.bytes, raw: raw.ref, summary };
  const detail = 'Only the end of stderr is kept; its hash is of all of it.';
  return [
    draft('provenance.attested', 'agent', payload, withContents(raw)),
    ...(cut ? [gap('frames', 'stderr_truncated', { count: 1, frames: [frame], detail })] : []),
  ];
}

/** What is kept of it, without secrets. */
export const keptOf = ({ bytes, tail }: Stderr, secrets: Redactor): Uint8Array =>
  bytes > tail.length ? secrets.ending(tail) : secrets.bytes(tail);

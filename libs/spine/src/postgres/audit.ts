/**
 * Holds what the database stores of a run against the run's own bytes: every leaf, link, index column, subtree, content,
 * and the head. For whoever runs the database: it says where a row was changed. It trusts nothing but the canonical bytes,
 * and it is no verification: who changed bytes and hashes alike is caught by the seal, the ledger and the witnesses.
 */
import { equalBytes, toHex } from '../bytes.ts';
import { GENESIS_LINK } from '../chain.ts';
import { readCheckpoint } from '../checkpoint.ts';
import { openContent } from '../content.ts';
import { SpineError } from '../errors.ts';
import type { Hasher } from '../hash.ts';
import { Frontier } from '../merkle.ts';
import { auditEvent } from './audit-event.ts';
import type { Audit, Finding } from './audit-finding.ts';
import { compareSubtrees, Subtrees } from './audit-subtrees.ts';
import type { Sql } from './connect.ts';
import { mapped } from './error-map.ts';
import { rowPages } from './pages.ts';
import { readContents, readHead } from './reads.ts';
import { bytesOf, nodesOf } from './rows.ts';
import type { Head } from './store.ts';

const SHOWN = 100;

/**
 * Reads the whole run once, a page at a time.
 *
 * @param signal ends it between two pages, or two contents, and is thrown.
 * @throws SpineError `runseal.run_unknown`
 */
export async function auditRun(sql: Sql, run: string, hasher: Hasher, signal?: AbortSignal): Promise<Audit> {
  const findings = new Findings();
  const head = await readHead(sql, run);
  if (await isPruned(sql, run))
    return { run, state: head.state, pruned: true, events: 0, contents: 0, findings: [], found: 0 };
  const subtrees = new Subtrees();
  const frontier = new Frontier(undefined, { hasher, onSubtree: (level, _, hash) => subtrees.add(level, hash) });
  let link: Uint8Array = GENESIS_LINK;
  let after = 0;
  for await (const page of rowPages(sql, run, { after: 0, upTo: head.size })) {
    signal?.throwIfAborted();
    for (const row of page) {
      const seq = Number(row.seq);
      findings.missing(after + 1, seq - 1);
      const audited = auditEvent(run, row, link, hasher);
      audited.findings.forEach((finding) => findings.add(finding));
      frontier.append(audited.leaf);
      link = audited.link;
      after = seq;
    }
  }
  findings.missing(after + 1, head.size);
  for (const seq of await beyond(sql, run))
    findings.add({
      code: 'runseal.event_beyond_head',
      seq,
      column: null,
      sentence: `Event ${seq} lies beyond the run's head.`,
    });
  compareHead(head, { link, frontier }, await frontierOf(sql, run, head.size), findings);
  for await (const finding of compareSubtrees(sql, run, head.size, subtrees)) findings.add(finding);
  const contents = await auditContents(sql, run, { hasher, signal, findings });
  return {
    run,
    state: head.state,
    pruned: false,
    events: frontier.size,
    contents,
    findings: findings.shown,
    found: findings.count,
  };
}

class Findings {
  readonly shown: Finding[] = [];
  count = 0;
  add(finding: Finding): void {
    this.count += 1;
    if (this.shown.length < SHOWN) this.shown.push(finding);
  }
  /** Events from `first` to `last`. A head may claim any size: what is not shown is only counted. */
  missing(first: number, last: number): void {
    for (let seq = first; seq <= last && this.shown.length < SHOWN; seq += 1) {
      this.shown.push({
        code: 'runseal.event_missing',
        seq,
        column: null,
        sentence: `Event ${seq} is missing in the database.`,
      });
    }
    this.count += Math.max(0, last - first + 1);
  }
  head(column: string, sentence: string): void {
    this.add({ code: 'runseal.head_mismatch', seq: null, column, sentence });
  }
}

async function isPruned(sql: Sql, run: string): Promise<boolean> {
  const rows = await mapped(sql`select from spine.prune where run = ${run} and confirmed_at is not null`);
  return rows.length > 0;
}

/** In one statement, so that an append between two looks is not taken for one. */
async function beyond(sql: Sql, run: string): Promise<number[]> {
  const rows = await mapped(sql<{ seq: string }[]>`
    select e.seq from spine.event e join spine.head h on h.run = e.run
    where e.run = ${run} and e.seq > h.size order by e.seq limit ${SHOWN}`);
  return rows.map(({ seq }) => Number(seq));
}

/** The stored peaks, while the run still stands where it was read; a run that went on is compared at its next audit. */
async function frontierOf(sql: Sql, run: string, size: number): Promise<readonly Uint8Array[] | null> {
  const [row] = await mapped(sql<{ frontier: Buffer }[]>`
    select frontier from spine.head where run = ${run} and size = ${size}`);
  return row === undefined ? null : nodesOf(row.frontier);
}

function compareHead(
  head: Head,
  computed: { link: Uint8Array; frontier: Frontier },
  stored: readonly Uint8Array[] | null,
  findings: Findings,
): void {
  const { link, frontier } = computed;
  if (frontier.size !== head.size) return;
  const root = frontier.root();
  if (!equalBytes(head.link, link)) findings.head('link', "The head's link is not the last event's.");
  if (stored !== null && toHex(joined(stored)) !== toHex(joined(frontier.state.nodes)))
    findings.head('frontier', "The head's Merkle peaks are not those of its events.");
  if (head.root !== null && !equalBytes(head.root, root))
    findings.head('root', 'The events rebuild another root than the one the head was sealed with.');
  if (head.checkpoint !== null) compareCheckpoint(head.checkpoint, head.size, root, findings);
}

function compareCheckpoint(checkpoint: Uint8Array, size: number, root: Uint8Array, findings: Findings): void {
  try {
    const signed = readCheckpoint(checkpoint);
    if (signed.size !== BigInt(size) || !equalBytes(signed.root, root))
      findings.head('checkpoint', 'What was signed is another size or root than the events have.');
  } catch (error) {
    if (!(error instanceof SpineError)) throw error;
    findings.head('checkpoint', `The checkpoint cannot be read (${error.code}).`);
  }
}

async function auditContents(
  sql: Sql,
  run: string,
  { hasher, signal, findings }: { hasher: Hasher; signal: AbortSignal | undefined; findings: Findings },
): Promise<number> {
  let read = 0;
  for await (const content of readContents(sql, run)) {
    signal?.throwIfAborted();
    read += 1;
    if (openContent(content, hasher)) continue;
    findings.add({
      code: 'runseal.content_mismatch',
      seq: null,
      column: 'bytes',
      sentence: `Content ${toHex(content.ref.commitment)} is not what its commitment names.`,
    });
  }
  return read;
}

const joined = (parts: readonly Uint8Array[]): Uint8Array => bytesOf(Buffer.concat(parts));

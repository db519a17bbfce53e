import { Inject, Injectable } from '@nestjs/common';
import { payloadToJson, SpineError, toHex } from '@runseal/spine';
import { decodeLedgerEntry, formatVkey, toBase64, type Policy, type PolicyWitness } from '@runseal/spine/ledger';
import type { Ledger, LedgerRow, SignedHead } from '@runseal/spine/postgres';
import type { Auth } from '../auth/auth.ts';
import { LEDGER, POLICY } from '../config/tokens.ts';
import { ProblemError } from '../problem/problem.ts';
import { RunsRepository } from '../runs/runs.repository.ts';
import type { LedgerRange, Sizes } from '../wire/ledger.ts';

/** What people and programs ask of the ledger. */
@Injectable()
export class LedgerService {
  private readonly ledger: Ledger;
  private readonly policy: Policy | null;
  private readonly runs: RunsRepository;
  constructor(@Inject(LEDGER) ledger: Ledger, @Inject(POLICY) policy: Policy | null, runs: RunsRepository) {
    this.ledger = ledger;
    this.policy = policy;
    this.runs = runs;
  }

  async show() {
    const [head, lag] = await Promise.all([this.ledger.head(), this.ledger.lag()]);
    const witnesses = this.policy?.witnesses ?? [];
    return {
      origin: this.ledger.origin,
      vkey: formatVkey(this.ledger.key),
      head: head === null ? null : headView(head),
      quorum: this.policy?.quorum ?? null,
      witnesses: await Promise.all(witnesses.map((witness) => this.witness(witness, head))),
      lag: { pending: lag.pending, since: lag.since?.toISOString() ?? null },
    };
  }

  async entries({ workspaces }: Auth, { after, limit }: LedgerRange) {
    const head = await this.ledger.head();
    const rows = await this.ledger.entries({ from: after, limit, workspaces });
    return { items: rows.map(entryView), size: head?.size ?? 0, nextAfter: nextAfter(rows, limit) };
  }

  async unsealed({ workspaces }: Auth, { after, limit }: LedgerRange) {
    const items = await this.ledger.unsealed({ from: after, limit, workspaces });
    const going = await this.runs.going(items.map(({ run }) => run));
    return {
      items: items.map((item) => ({ ...item, going: item.state === 'open' && going.has(item.run) })),
      nextAfter: nextAfter(items, limit),
    };
  }

  async consistency({ from, to }: Sizes) {
    const size = (await this.ledger.head())?.size ?? 0;
    if (from > to || to > size)
      throw new ProblemError(
        404,
        'ledger_size_unknown',
        `The ledger has ${size} entries: ask for sizes up to that, the smaller one first.`,
      );
    return { from, to, proof: (await this.ledger.consistency(from, to)).map(toBase64) };
  }

  private async witness({ name, key, url }: PolicyWitness, head: SignedHead | null) {
    const size = await this.ledger.lastCosigned(key);
    return { name, vkey: formatVkey(key), url, size, current: head !== null && size === head.size };
  }
}

const headView = ({ size, root, signedAt, cosignatures }: SignedHead) => ({
  size,
  root: toHex(root),
  signedAt: signedAt.toISOString(),
  cosignatures: cosignatures.map(({ name, keyId, at }) => ({ name, keyId, at: at.toISOString() })),
});

const entryView = ({ index, kind, subject, workspace, entry, leaf }: LedgerRow) => ({
  index,
  kind,
  subject,
  workspace,
  fields: fieldsOf(entry),
  leaf: toHex(leaf),
  entry: toBase64(entry),
});

/** Bytes that somebody else put into the table may be anything; they are shown as they are. */
function fieldsOf(entry: Uint8Array) {
  try {
    return payloadToJson(decodeLedgerEntry(entry));
  } catch (error) {
    if (error instanceof SpineError) return {};
    throw error;
  }
}

function nextAfter(rows: readonly { index: number }[], limit: number): number | null {
  const last = rows.at(-1);
  return last === undefined || rows.length < limit ? null : last.index + 1;
}

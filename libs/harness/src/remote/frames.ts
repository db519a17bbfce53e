/** What a remote harness says, on the record: each line whole, by its hash, as a claim of the harness. */
import { actionName } from '@runseal/dispatch';
import { commitContent } from '@runseal/spine';
import { createHash } from 'node:crypto';
import type { RunContext } from '../driver.ts';
import { MARK, writtenForms } from '../key-mask/forms.ts';
import { draft, record, withContents } from '../recording.ts';
import type { FromHarness } from './wire.ts';

/** Longest id of a summary; the whole is in the line. */
const MAX_ID_CHARS = 512;

type Summary = Record<string, string | number | boolean | null>;

/**
 * Records frames. Of a turn that is driven again, frames that come back exactly as they are on the record are not
 * recorded twice; from the first that differs on, everything is.
 */
export class Frames {
  readonly #context: RunContext;
  readonly #secret: readonly string[];
  readonly #told: readonly string[];
  #at = 0;
  #fresh = 0;

  constructor(context: RunContext, secret: string | null) {
    this.#context = context;
    const forms = secret === null ? [] : writtenForms(secret);
    this.#secret = forms.map((form) => Buffer.from(form).toString('latin1'));
    this.#told = context.session?.told ?? [];
  }

  /** Frames recorded now. */
  get count(): number {
    return this.#fresh;
  }

  /** `event` null: the line could not be read; it is kept, and a gap says that its meaning is unknown. */
  async record(line: Uint8Array, event: FromHarness | null): Promise<void> {
    const digest = createHash('sha256').update(line).digest();
    if (this.#told[this.#at] === digest.toString('hex')) {
      this.#at += 1;
      return;
    }
    this.#at = this.#told.length;
    this.#fresh += 1;
    const frame = (this.#context.session?.frames ?? 0) + this.#told.length + this.#fresh;
    const kept = this.withoutSecret(line);
    const raw = commitContent(kept, 'text/plain; charset=utf-8');
    const attested = draft(
      'provenance.attested',
      'agent',
      {
        kind: event === null ? 'progress' : KIND[event.type],
        frame,
        raw_sha256: new Uint8Array(digest),
        raw_bytes: line.length,
        raw: raw.ref,
        summary: { ...(event === null ? {} : summaryOf(event)), ...(kept === line ? {} : { redacted: true }) },
      },
      withContents(raw),
    );
    const unread = draft('provenance.gap', 'system', {
      surface: 'frames',
      reason: 'unparseable',
      count: 1,
      frames: [frame],
      calls: [],
      detail: 'A line that is not in the protocol: its bytes are kept, their meaning is unknown.',
    });
    await record(this.#context.recorder, attested, ...(event === null ? [unread] : []));
  }

  /** The same bytes when the harness does not say the token it was given. */
  withoutSecret(line: Uint8Array): Uint8Array {
    const text = Buffer.from(line).toString('latin1');
    if (!this.#secret.some((form) => text.includes(form))) return line;
    return Buffer.from(
      this.#secret.reduce((rest, form) => rest.replaceAll(form, MARK), text),
      'latin1',
    );
  }
}

const KIND: Readonly<Record<FromHarness['type'], string>> = {
  model_call: 'model_call',
  tool_call: 'bridge_call',
  tool_report: 'tool_report',
  output: 'text',
  delta: 'progress',
  usage: 'usage',
  error: 'error',
  end: 'done',
};

/** Names, ids and numbers. What was said is in the line, which is content, and in no event for good. */
function summaryOf(event: FromHarness): Summary {
  switch (event.type) {
    case 'tool_call':
      return { tool: actionName(event.name), call_id: shortly(event.id) };
    case 'tool_report':
      return { tool: actionName(event.name), failed: event.failed ?? false };
    case 'usage':
      return { input_tokens: event.input_tokens, output_tokens: event.output_tokens };
    case 'end':
      return { status: event.status };
    case 'model_call':
      return { call_id: shortly(event.id) };
    case 'output':
    case 'error':
    case 'delta':
      return {};
  }
}

function shortly(text: string): string {
  return (text.length > MAX_ID_CHARS ? `${text.slice(0, MAX_ID_CHARS - 1)}…` : text).toWellFormed();
}

/** A chat completion that comes in pieces (server-sent events), and is put together as it would have come whole. */
import { createParser } from 'eventsource-parser';
import { z } from 'zod';

/** Most calls of one answer, as of one that comes whole. */
export const MOST_CALLS = 128;

const PieceOfCall = z.object({
  index: z
    .int()
    .min(0)
    .max(MOST_CALLS - 1),
  id: z.string().nullish(),
  function: z.object({ name: z.string().nullish(), arguments: z.string().nullish() }).nullish(),
});
const Piece = z.object({
  choices: z
    .array(
      z.object({
        delta: z
          .object({
            content: z.string().nullish(),
            refusal: z.string().nullish(),
            tool_calls: z.array(PieceOfCall).nullish(),
          })
          .nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.unknown().optional(),
  error: z.unknown().optional(),
});

interface Call {
  id: string;
  name: string;
  arguments: string;
}

/** Whether bytes are such a stream: one that is not begins with a brace. */
export function isStream(raw: Uint8Array): boolean {
  return /^\uFEFF?[\r\n]*(?:data|event|id|retry)?:/.test(new TextDecoder().decode(raw.subarray(0, 64)));
}

/** Never throws on what it is fed: what is wrong with it is said at the end. */
export class CompletionStream {
  readonly #heard: (text: string) => void;
  readonly #calls = new Map<number, Call>();
  readonly #parser = createParser({ onEvent: ({ data }) => this.#read(data) });
  #text = '';
  #refusal = '';
  #usage: unknown;
  #over = false;
  #defect: string | null = null;

  /** @param heard is told each piece of text as it comes */
  constructor(heard: (text: string) => void = () => undefined) {
    this.#heard = heard;
  }

  feed(text: string): void {
    this.#parser.feed(text);
  }

  /** The completion as it would have come whole, or what is wrong with the stream. */
  whole(): { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly defect: string } {
    // A last event may lack the lines that end it.
    this.#parser.feed('\n\n');
    if (this.#defect !== null) return { ok: false, defect: this.#defect };
    if (!this.#over) return { ok: false, defect: 'broke off before its end' };
    const calls = [...this.#calls].sort(([a], [b]) => a - b).map(([, call]) => call);
    const message = {
      content: this.#text === '' ? null : this.#text,
      ...(this.#refusal !== '' && { refusal: this.#refusal }),
      ...(calls.length > 0 && { tool_calls: calls.map(({ id, ...named }) => ({ id, function: named })) }),
    };
    return { ok: true, value: { choices: [{ message }], usage: this.#usage } };
  }

  #read(data: string): void {
    if (data.trim() === '[DONE]') {
      this.#over = true;
      return;
    }
    const piece = Piece.safeParse(parsed(data));
    if (!piece.success) this.#defect ??= 'has a piece that is none of a chat completion';
    else if (piece.data.error !== undefined && piece.data.error !== null) this.#defect ??= 'ends in an error';
    else this.#take(piece.data);
  }

  #take({ choices, usage }: z.output<typeof Piece>): void {
    if (usage !== undefined && usage !== null) this.#usage = usage;
    const [choice] = choices ?? [];
    if (choice === undefined) return;
    if ((choice.finish_reason ?? null) !== null) this.#over = true;
    const { content, refusal, tool_calls } = choice.delta ?? {};
    this.#text += content ?? '';
    this.#refusal += refusal ?? '';
    for (const call of tool_calls ?? []) this.#call(call);
    const said = `${content ?? ''}${refusal ?? ''}`;
    if (said !== '') this.#heard(said);
  }

  #call({ index, id, function: named }: z.output<typeof PieceOfCall>): void {
    const call = this.#calls.get(index) ?? { id: '', name: '', arguments: '' };
    // Some providers repeat id and name with every piece.
    call.id ||= id ?? '';
    call.name ||= named?.name ?? '';
    call.arguments += named?.arguments ?? '';
    this.#calls.set(index, call);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

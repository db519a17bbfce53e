/**
 * Trust policies (c2sp.org/tlog-policy): which logs, which witnesses, and how many of them must have signed.
 */
import { equalBytes } from '../bytes.ts';
import { SpineError } from '../errors.ts';
import { NOTE_COSIGNATURE, NOTE_ED25519, parseVkey, type NoteKey } from './note.ts';

export interface PolicyWitness {
  readonly name: string;
  readonly key: NoteKey;
  readonly url: string | null;
}

export interface Policy {
  readonly logs: readonly { readonly key: NoteKey; readonly url: string | null }[];
  readonly witnesses: readonly PolicyWitness[];
  /** Does this set of witness names suffice? */
  satisfiedBy(cosigned: ReadonlySet<string>): boolean;
  /** For people: `2 of w1, w2, w3`. */
  readonly quorum: string;
}

type Rule = (cosigned: ReadonlySet<string>) => boolean;

interface Draft {
  readonly logs: { key: NoteKey; url: string | null }[];
  readonly witnesses: PolicyWitness[];
  readonly rules: Map<string, Rule>;
  readonly words: Map<string, string>;
  readonly used: Set<string>;
  quorum: string | null;
}

/** @throws SpineError `runseal.policy_invalid`, naming the line. */
export function parsePolicy(source: string): Policy {
  const draft: Draft = {
    logs: [],
    witnesses: [],
    rules: new Map([['none', () => true]]),
    words: new Map([['none', 'no witness']]),
    used: new Set(),
    quorum: null,
  };
  for (const [index, line] of source.split('\n').entries()) {
    const words = line.split(/[ \t]+/u).filter((word) => word !== '');
    if (words.length > 0 && !words[0]!.startsWith('#')) readLine(words, index + 1, draft);
  }
  if (draft.quorum === null) throw invalid(0, 'The policy has no quorum line.');
  const rule = draft.rules.get(draft.quorum)!;
  return { logs: draft.logs, witnesses: draft.witnesses, satisfiedBy: rule, quorum: draft.words.get(draft.quorum)! };
}

function readLine(words: readonly string[], line: number, draft: Draft): void {
  const [kind, ...rest] = words;
  if (kind === 'log') readLog(rest, line, draft);
  else if (kind === 'witness') readWitness(rest, line, draft);
  else if (kind === 'group') readGroup(rest, line, draft);
  else if (kind === 'quorum') readQuorum(rest, line, draft);
  else throw invalid(line, `"${kind!}" is none of log, witness, group, quorum.`);
}

function readLog([vkey, url]: readonly string[], line: number, draft: Draft): void {
  const key = readKey(vkey, NOTE_ED25519, line);
  if (draft.logs.some((log) => sameKey(log.key, key))) throw invalid(line, 'This log is listed twice.');
  draft.logs.push({ key, url: url ?? null });
}

function readWitness([name, vkey, url]: readonly string[], line: number, draft: Draft): void {
  const key = readKey(vkey, NOTE_COSIGNATURE, line);
  if (draft.witnesses.some((witness) => sameKey(witness.key, key)))
    throw invalid(line, 'This witness is listed twice.');
  define(name, line, draft, name!, (cosigned) => cosigned.has(name!));
  draft.witnesses.push({ name: name!, key, url: url ?? null });
}

function readGroup([name, least, ...members]: readonly string[], line: number, draft: Draft): void {
  if (members.length === 0) throw invalid(line, 'A group has at least one member.');
  const k =
    least === 'any' ? 1 : least === 'all' ? members.length : /^[1-9][0-9]{0,3}$/u.test(least ?? '') ? Number(least) : 0;
  if (k < 1 || k > members.length)
    throw invalid(line, `A group asks for all, any or 1 to ${members.length} of its members.`);
  const rules = members.map((member) => {
    const rule = member === 'none' ? undefined : draft.rules.get(member);
    if (!rule) throw invalid(line, `"${member}" is not defined above.`);
    if (draft.used.has(member)) throw invalid(line, `"${member}" is a member of another group already.`);
    draft.used.add(member);
    return rule;
  });
  define(
    name,
    line,
    draft,
    `${k} of ${members.join(', ')}`,
    (cosigned) => rules.filter((rule) => rule(cosigned)).length >= k,
  );
}

function readQuorum([name, ...more]: readonly string[], line: number, draft: Draft): void {
  if (draft.quorum !== null) throw invalid(line, 'The policy has a second quorum line.');
  if (name === undefined || more.length > 0 || !draft.rules.has(name))
    throw invalid(line, 'The quorum names one witness or group defined above, or none.');
  draft.quorum = name;
}

function define(name: string | undefined, line: number, draft: Draft, words: string, rule: Rule): void {
  if (name === undefined || draft.rules.has(name)) throw invalid(line, `The name "${name ?? ''}" is missing or taken.`);
  draft.rules.set(name, rule);
  draft.words.set(name, words);
}

function readKey(vkey: string | undefined, type: number, line: number): NoteKey {
  try {
    const key = parseVkey(vkey ?? '');
    if (key.type === type) return key;
  } catch (cause) {
    throw invalid(line, 'The verifier key cannot be read.', cause);
  }
  throw invalid(
    line,
    type === NOTE_ED25519 ? 'A log has an Ed25519 key (type 1).' : 'A witness has a cosignature key (type 4).',
  );
}

function sameKey(a: NoteKey, b: NoteKey): boolean {
  return equalBytes(a.publicKey, b.publicKey);
}

function invalid(line: number, message: string, cause?: unknown): SpineError {
  return new SpineError('runseal.policy_invalid', line > 0 ? `Line ${line} of the policy: ${message}` : message, {
    cause,
  });
}

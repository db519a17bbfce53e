/**
 * What app-server asks of people, read strictly: a request that is foreign, too large, or more than one plain permission is
 * no ask of ours and gets declined.
 */
import type { Ask } from '../../conversation.ts';
import { isFields, textOf, type Fields } from '../../frames/fields.ts';

/** Longest text of any part that people are shown. UTF-16 units. */
const MOST = { command: 16_384, diff: 32_768, field: 2048, question: 8192 } as const;
const MOST_CHANGES = 32;
const MOST_OPTIONS = 8;

/** `changes` are those of the item as it was told of when it began. null: not to be asked. */
export function askOf(method: unknown, params: Fields, changes: unknown): Ask | null {
  const item = bounded(params['itemId'], 256);
  const args = item === null ? null : argsOf(method, params, changes);
  return args === null || item === null ? null : { ...args, item };
}

function argsOf(method: unknown, params: Fields, changes: unknown): Omit<Ask, 'item'> | null {
  switch (method) {
    case 'item/commandExecution/requestApproval':
      return commandOf(params);
    case 'item/fileChange/requestApproval':
      return changeOf(params, changes);
    case 'item/tool/requestUserInput':
      return questionOf(params);
    default:
      return null;
  }
}

/** A command to run, once; not a network, not input to something that runs, not a rule for the next ones. */
function commandOf({ kind, command, cwd, reason, networkApprovalContext }: Fields): Omit<Ask, 'item'> | null {
  const plain = (kind === undefined || kind === 'command') && (networkApprovalContext ?? null) === null;
  const [line, folder, why] = [bounded(command, MOST.command), bounded(cwd, MOST.field), note(reason)];
  if (!plain || line === null || folder === null || why === null) return null;
  return { action: 'allow_command', args: { command: line, cwd: folder, ...why } };
}

function changeOf({ reason, grantRoot }: Fields, changes: unknown): Omit<Ask, 'item'> | null {
  const why = note(reason);
  if (why === null || (grantRoot ?? null) !== null || !Array.isArray(changes)) return null;
  if (changes.length === 0 || changes.length > MOST_CHANGES) return null;
  const shown = (changes as unknown[]).map((change) => {
    if (!isFields(change)) return null;
    const [path, diff] = [bounded(change['path'], MOST.field), bounded(change['diff'], MOST.diff, 'may be empty')];
    const kind = isFields(change['kind']) ? bounded(change['kind']['type'], 32) : null;
    return path === null || diff === null || kind === null ? null : { path, kind, diff };
  });
  return shown.includes(null) ? null : { action: 'allow_file_change', args: { changes: shown, ...why } };
}

/** One question: an answer is one text. */
function questionOf({ questions }: Fields): Omit<Ask, 'item'> | null {
  const [asked, another] = Array.isArray(questions) ? (questions as unknown[]) : [];
  if (!isFields(asked) || another !== undefined || asked['isSecret'] === true) return null;
  const [id, question] = [bounded(asked['id'], 256), bounded(asked['question'], MOST.question)];
  const options = asked['options'] === null || asked['options'] === undefined ? [] : optionsOf(asked['options']);
  if (id === null || question === null || options === null) return null;
  return { action: 'answer_question', args: { question, options } };
}

function optionsOf(value: unknown): readonly string[] | null {
  if (!Array.isArray(value) || value.length > MOST_OPTIONS) return null;
  const labels = (value as unknown[]).map((option) => (isFields(option) ? bounded(option['label'], MOST.field) : null));
  return labels.includes(null) ? null : (labels as string[]);
}

/** A reason is shown where there is one; null: it is not one. */
function note(reason: unknown): { readonly reason?: string } | null {
  if (reason === undefined || reason === null) return {};
  const text = bounded(reason, MOST.field, 'may be empty');
  return text === null ? null : { reason: text };
}

function bounded(value: unknown, most: number, empty?: 'may be empty'): string | null {
  const text = textOf(value);
  if (text === undefined || text.length > most || (text === '' && empty === undefined)) return null;
  return text.toWellFormed();
}

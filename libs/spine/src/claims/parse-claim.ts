import { SpineError } from '../errors.ts';
import type { Claim } from './claim.ts';

/** What can be asked, for `--help` and error messages. */
export const CLAIM_FORMS = [
  'tool:NAME called',
  'tool:NAME called with TEXT',
  'path:PATH touched',
  'host:NAME reached',
  'finished by itself',
] as const;

/** Reads a question such as `tool:workspace_write called with src/`. @throws SpineError `runseal.claim_unreadable` */
export function parseClaim(question: string): Claim {
  const text = question.trim().replace(/\?$/u, '').trim();
  const tool = /^tool:(\S{1,128}) called(?: with (.{1,1000}))?$/su.exec(text);
  if (tool) return { kind: 'tool_called', tool: tool[1]!, argumentsLike: tool[2] ?? null };
  const path = /^path:(.{1,1000}) touched$/su.exec(text);
  if (path) return { kind: 'path_touched', path: normalPath(path[1]!) };
  const host = /^host:([^\s/]{1,253}) reached$/u.exec(text);
  if (host) return { kind: 'host_reached', host: host[1]!.toLowerCase() };
  if (/^(it )?finished by itself$/u.test(text)) return { kind: 'finished_by_itself' };
  throw new SpineError(
    'runseal.claim_unreadable',
    `This question cannot be read. Ask one of: ${CLAIM_FORMS.join('; ')}.`,
  );
}

function normalPath(path: string): string {
  return path.replace(/^\.?\/+/u, '').replace(/\/+$/u, '');
}

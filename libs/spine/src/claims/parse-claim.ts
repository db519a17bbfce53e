import { SpineError } from '../errors.ts';
import type { Claim } from './claim.ts';
import { normalHost } from './host.ts';
import { normalPath } from './path.ts';

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
  if (tool?.[1]!.includes('*') === true) throw unreadable('A tool is named exactly: a pattern cannot be asked.');
  if (tool) return { kind: 'tool_called', tool: tool[1]!, argumentsLike: tool[2] ?? null };
  const path = /^path:(.{1,1000}) touched$/su.exec(text);
  if (path) return { kind: 'path_touched', path: askedPath(path[1]!) };
  const host = /^host:(\S{1,253}) reached$/u.exec(text);
  if (host) return { kind: 'host_reached', host: askedHost(host[1]!) };
  if (/^(it )?finished by itself$/u.test(text)) return { kind: 'finished_by_itself' };
  throw unreadable(`Ask one of: ${CLAIM_FORMS.join('; ')}.`);
}

function askedPath(path: string): string {
  if (path.includes('*'))
    throw unreadable('A path is named exactly, and no pattern: a folder stands for everything under it.');
  if (!path.split('/').includes('..')) return normalPath(path);
  throw unreadable('A path is named from the workspace down, without "..".');
}

function askedHost(text: string): string {
  const host = normalHost(text);
  if (host !== null) return host;
  throw unreadable(`"${text}" is no host: name one alone, without a port, a path, a user or a pattern.`);
}

const unreadable = (why: string): SpineError =>
  new SpineError('runseal.claim_unreadable', `This question cannot be read. ${why}`);

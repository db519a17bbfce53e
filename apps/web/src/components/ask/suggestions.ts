import { parseClaim } from '@runseal/spine';
import type { EventView } from '../../api/wire.ts';
import { isObject, listOf, textOf } from '../../words/payload.ts';

const MOST_EACH = 3;
const ABOUT_FILES = ['workspace_read', 'workspace_write'];

/** Questions worth asking of this run: about its own tools, the files it named, the hosts it called. */
export function suggestionsOf(events: readonly EventView[]): readonly string[] {
  const opened = events.find(({ type }) => type === 'run.opened')?.payload ?? {};
  const starts = events.filter(({ type }) => type === 'dispatch.start').map(({ payload }) => payload);
  const called = starts.flatMap((payload) => textOf(payload, 'action') ?? []);
  const granted = listOf(opened, 'grant').filter((action) => typeof action === 'string');
  const claimed = events.flatMap(({ type, payload }) =>
    type === 'provenance.reconciled' ? (textOf(payload, 'tool') ?? []) : [],
  );
  const paths = starts.flatMap((payload) =>
    ABOUT_FILES.includes(textOf(payload, 'action') ?? '') ? (textOf(payload, 'scope') ?? []) : [],
  );
  const hosts = events.flatMap(({ type, payload }) =>
    type === 'model.called' ? hostOf(textOf(payload, 'endpoint')) : [],
  );
  return [
    ...few('tool:', called, ' called'),
    // What was granted and never called is where a no is worth something.
    ...few(
      'tool:',
      granted.filter((action) => !called.includes(action)),
      ' called',
    ),
    // What the harness only claims to have called is worth asking about.
    ...few(
      'tool:',
      claimed.filter((tool) => !called.includes(tool)),
      ' called',
    ),
    ...few('path:', paths, ' touched'),
    ...few('host:', hosts, ' reached'),
    ...(isObject(opened['enforcement_profile']) ? ['tool:shell called'] : []),
    'finished by itself',
  ];
}

function few(before: string, words: readonly string[], after: string): readonly string[] {
  const questions = [...new Set(words)]
    .filter((word) => word.length <= 128 && !/\p{Cc}/u.test(word))
    .map((word) => before + word + after);
  return questions.filter(canBeAsked).slice(0, MOST_EACH);
}

/** The words are the run's, and not each of them can stand in a question: one that is a pattern names more than one thing. */
function canBeAsked(question: string): boolean {
  try {
    parseClaim(question);
    return true;
  } catch {
    return false;
  }
}

function hostOf(endpoint: string | null): readonly string[] {
  return endpoint !== null && URL.canParse(endpoint) ? [new URL(endpoint).hostname] : [];
}

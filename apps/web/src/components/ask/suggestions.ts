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
    ...few(called).map((tool) => `tool:${tool} called`),
    // What was granted and never called is where a no is worth something.
    ...few(granted.filter((action) => !called.includes(action))).map((tool) => `tool:${tool} called`),
    // What the harness only claims to have called is worth asking about.
    ...few(claimed.filter((tool) => !called.includes(tool))).map((tool) => `tool:${tool} called`),
    ...few(paths).map((path) => `path:${path} touched`),
    ...few(hosts).map((host) => `host:${host} reached`),
    ...(isObject(opened['enforcement_profile']) ? ['tool:shell called'] : []),
    'finished by itself',
  ];
}

const few = (words: readonly string[]): readonly string[] =>
  [...new Set(words)].filter((word) => word !== '' && word.length <= 128 && !/\s/.test(word)).slice(0, MOST_EACH);

function hostOf(endpoint: string | null): readonly string[] {
  return endpoint !== null && URL.canParse(endpoint) ? [new URL(endpoint).hostname] : [];
}

import fc from 'fast-check';
import type { EventView } from '../../api/wire.ts';
import { answerHere, areVerified } from './answer-here.ts';
import { suggestionsOf } from './suggestions.ts';

const event = (type: string, payload: Record<string, unknown>): EventView => ({
  seq: 1,
  type,
  tier: 'enforced',
  actor: 'agent',
  time: '0',
  principal: null,
  payload,
  leaf: '',
  link: '',
  canonical: '',
});

test('what was called, what was granted and not called, and the files it named are suggested', () => {
  const suggestions = suggestionsOf([
    event('run.opened', { grant: ['workspace_write', 'run_command'] }),
    event('dispatch.start', { action: 'workspace_write', scope: 'a.txt' }),
    event('model.called', { endpoint: 'https://models.example/v1' }),
  ]);
  expect(suggestions).toEqual([
    'tool:workspace_write called',
    'tool:run_command called',
    'path:a.txt touched',
    'host:models.example reached',
    'finished by itself',
  ]);
});

test.each(['*', 'a_*', '', 'two words', 'x with y=1', 'a\u0000b'])('%j is nothing to suggest', (action) => {
  expect(suggestionsOf([event('dispatch.start', { action })])).toEqual(['finished by itself']);
});

test('every suggestion can be asked, whatever the record says', async () => {
  const word = fc.stringMatching(/^[a-z*?.:/ ]{0,6}$/);
  const value = fc.oneof(word, fc.array(word), fc.jsonValue());
  const payload = fc.dictionary(fc.constantFrom('action', 'scope', 'endpoint', 'grant'), value);
  const type = fc.constantFrom('run.opened', 'dispatch.start', 'model.called');
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(type, payload)), async (events) => {
      for (const question of suggestionsOf(events.map(([name, fields]) => event(name, fields))))
        expect((await answerHere('r', question, []))?.state).toBe('answered');
    }),
  );
});

test('a question that cannot be read, and bytes that are no event, are said and not thrown', async () => {
  expect((await answerHere('r', 'was it good', []))?.state).toBe('unreadable');
  expect((await answerHere('r', 'finished by itself', [event('x', {})]))?.state).toBe('unreadable');
});

test('nothing counts as verified without a report', () => {
  expect(areVerified([], null)).toBe(false);
});

import fc from 'fast-check';
import { eventSentence } from './event-sentence.ts';

test('a dispatch says what it is about', () => {
  expect(eventSentence({ type: 'dispatch.start', payload: { action: 'workspace_write', scope: 'a.txt' } })).toBe(
    'workspace_write a.txt',
  );
});

test('a gap says what was not seen and why', () => {
  const payload = { surface: 'model_calls', reason: 'not_observable', count: 0 };
  expect(eventSentence({ type: 'provenance.gap', payload })).toBe('not seen: model calls · not observable');
});

test('a type nobody knows says nothing, also when it is named like something every object has', () => {
  for (const type of ['future.event', 'constructor', '__proto__', 'toString'])
    expect(eventSentence({ type, payload: {} })).toBe('');
});

test('no payload, however hostile, breaks a row', () => {
  const types = [
    'run.opened',
    'episode.ended',
    'model.answered',
    'dispatch.end',
    'provenance.attested',
    'provenance.gap',
    'provenance.declared',
    'content.erased',
  ];
  const keys = fc.constantFrom(
    'action',
    'scope',
    'duration_us',
    'count',
    'usage',
    'summary',
    'raw',
    'unobserved',
    'commitments',
    'grant',
    '__proto__',
  );
  fc.assert(
    fc.property(fc.constantFrom(...types), fc.dictionary(keys, fc.jsonValue()), (type, payload) => {
      expect(typeof eventSentence({ type, payload })).toBe('string');
    }),
  );
});

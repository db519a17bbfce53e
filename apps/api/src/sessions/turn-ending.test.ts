import { commitContent, contentRefToCbor } from '@runseal/spine';
import { endedOnRecord } from './turn-ending.ts';

const said = commitContent(new TextEncoder().encode('no quota'), 'text/plain');
const read = () => Promise.resolve(said);
const nothing = () => Promise.reject(new Error('nothing is to be read'));

test.each([
  ['content', contentRefToCbor(said.ref), read, 'no quota'],
  ['text, as in records of before', 'no quota', nothing, 'no quota'],
  ['nothing', null, nothing, 'The turn failed.'],
])('a turn that failed on its record says why: %s', async (_, error, from, sentence) => {
  expect(await endedOnRecord({ failed: true, error, error_class: 'timed_out' }, from)).toEqual({
    state: 'failed',
    errorCode: 'timed_out',
    error: sentence,
  });
});

test('a turn that ended well has nothing to say', async () => {
  const ended = { failed: false, error: null, error_class: null };
  expect(await endedOnRecord(ended, nothing)).toEqual({ state: 'completed', errorCode: null, error: null });
});

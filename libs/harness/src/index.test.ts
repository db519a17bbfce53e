import * as harness from './index.ts';

it('the package exports exactly this', () => {
  expect(Object.keys(harness).sort()).toEqual([
    'HarnessError',
    'MARK',
    'MOST_TOKENS',
    'addUsage',
    'chatDriver',
    'createDriverRegistry',
    'draft',
    'echoDriver',
    'errorContent',
    'isKey',
    'isReady',
    'keyMask',
    'readChatSettings',
    'readDirectives',
    'readStrictJson',
    'readStrictJsonBytes',
    'record',
    'recorderFailed',
    'runClock',
    'textOfParts',
    'withContents',
    'writtenForms',
  ]);
});

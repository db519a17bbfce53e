import * as externagent from './index.ts';

it('the package exports exactly this', () => {
  expect(Object.keys(externagent).sort()).toEqual([
    'CONFORMANCE_TOOL',
    'claudeAdapter',
    'codexAdapter',
    'codexAppAdapter',
    'externalDriver',
    'geminiAdapter',
    'opencodeAdapter',
    'referenceAdapter',
    'runEpisode',
    'startBridge',
    'startGateway',
    'withEgress',
  ]);
});

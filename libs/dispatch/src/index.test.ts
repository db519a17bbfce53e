import * as dispatch from './index.ts';
import * as testing from './testing/index.ts';

test('the package exports these and nothing else', () => {
  expect(Object.keys(dispatch).sort()).toEqual([
    'ActionError',
    'ArgumentSchema',
    'DEFAULT_LIMITS',
    'DispatchError',
    'HeadAndTail',
    'NO_BRAKES',
    'WORKSPACE',
    'actionName',
    'allowAll',
    'argumentsBy',
    'atLeast',
    'boundText',
    'bubblewrapSandbox',
    'createKillSwitch',
    'createSandbox',
    'createWaist',
    'floorOfTrust',
    'grantOf',
    'grantScopes',
    'intersectGrants',
    'memoryBudget',
    'narrowGrant',
    'permissionTools',
    'plainName',
    'processSandbox',
    'readHostList',
    'runCommand',
    'runProgram',
    'startEgress',
    'systemMounts',
    'toolInputSchema',
    'toolchain',
    'unsupported',
    'workspaceTools',
  ]);
  expect(Object.keys(testing).sort()).toEqual(['memoryRecorder', 'testWorkspace']);
});

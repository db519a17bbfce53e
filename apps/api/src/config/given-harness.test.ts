import { codeOf } from '../problem/code-of.ts';
import { configOf } from './config.ts';

const MODEL = {
  DATABASE_URL: 'postgres://owner:secret@127.0.0.1/runseal',
  RUNSEAL_CHAT_BASE_URL: 'http://127.0.0.1:1/v1',
  RUNSEAL_CHAT_API_KEY: 'k',
  RUNSEAL_CHAT_MODEL: 'm',
};

const refusal = (env: Record<string, string>): unknown => {
  try {
    return configOf(env);
  } catch (error) {
    return error;
  }
};

test('remote harnesses are read with their tokens', () => {
  const { harnesses } = configOf({
    ...MODEL,
    RUNSEAL_HARNESSES: 'py=127.0.0.1:9301, far-away=tls://agents.example:443',
    RUNSEAL_HARNESS_TOKEN_FAR_AWAY: 'swordfish',
  });
  expect(harnesses).toMatchObject([
    { name: 'py', token: null, address: { text: 'tcp://127.0.0.1:9301' } },
    { name: 'far-away', token: 'swordfish', address: { tls: true } },
  ]);
});

test.each([
  ['no model', { RUNSEAL_CHAT_MODEL: undefined }, 'py=127.0.0.1:1', /needs a model/],
  [
    'no endpoint',
    { RUNSEAL_CHAT_BASE_URL: undefined, RUNSEAL_CHAT_API_KEY: undefined },
    'py=127.0.0.1:1',
    /needs a model/,
  ],
  ['no address', {}, 'py', /NAME=ADDRESS/],
  ['a name that is no label', {}, 'Py=127.0.0.1:1', /DNS label/],
  ['a name twice', {}, 'py=127.0.0.1:1,py=127.0.0.1:2', /twice/],
  ['plain TCP to elsewhere', {}, 'py=10.0.0.1:1', /loopback/],
  ['another machine without a token', {}, 'py=tls://agents.example:1', /RUNSEAL_HARNESS_TOKEN_PY/],
])('%s is refused', (_, more, harnesses, said) => {
  const env = Object.fromEntries(
    Object.entries({ ...MODEL, ...more, RUNSEAL_HARNESSES: harnesses }).filter(([, value]) => value !== undefined),
  ) as Record<string, string>;
  const error = refusal(env);
  expect(codeOf(error)).toBe('config_invalid');
  expect(String(error)).toMatch(said);
  expect(String(error)).not.toContain('secret');
});

test.each(['localhost:4401', '0.0.0.0:4401', '[::]:4401', '192.168.1.2:4401', ':4401', '127.0.0.1'])(
  'an operator listener at %s is refused',
  (address) => {
    expect(codeOf(refusal({ ...MODEL, RUNSEAL_OPERATOR_ADDR: address }))).toBe('config_invalid');
  },
);

test('an operator listener on a literal loopback address is taken', () => {
  expect(configOf({ ...MODEL, RUNSEAL_OPERATOR_ADDR: '[::1]:4401' }).operator).toEqual({ host: '::1', port: 4401 });
});

import { killRest, run } from './api-process.ts';

afterEach(killRest);

const DATABASE = { DATABASE_URL: 'postgres://nobody:nothing@127.0.0.1:1/none' };
const HARNESS = ['--harness', 'py=127.0.0.1:1', '--model', 'm', '--model-base-url', 'http://127.0.0.1:1/v1'];
const MODEL = { RUNSEAL_CHAT_API_KEY: 'k' };

describe('the flags of the API and the worker', () => {
  test.each(['main', 'worker-main'] as const)('%s explains itself and ends with 0', async (program) => {
    const [code] = await run(program, { env: {} }, ['-h']).exited;
    expect(code).toBe(0);
  });

  test.each([
    ['main', ['--colour']],
    ['main', ['--harness']],
    ['main', ['extra']],
    ['main', ['--tool-executors']],
    ['worker-main', ['--operator-addr', '127.0.0.1:1']],
  ] as const)('%s %j cannot be read: 2', async (program, args) => {
    const program_ = run(program, { env: DATABASE }, args);
    const [code] = await program_.exited;
    expect([code, program_.log()]).toEqual([2, expect.stringContaining('Usage:')]);
  });

  test.each([
    ['main', ['--harness', 'py=127.0.0.1:1'], 'needs a model'],
    ['worker-main', ['--harness', 'py=127.0.0.1:1', '--model', 'm'], 'needs a model'],
    ['main', ['--harness', 'py=10.0.0.1:1', '--model', 'm', '--model-base-url', 'http://127.0.0.1:1/v1'], 'loopback'],
    ['main', ['--tool-executors', '/nowhere/tools.sock'], 'there is none'],
    ['main', [...HARNESS, '--tool-executors', '/nowhere/tools.sock'], 'host tools of the harness py cannot be built'],
    ['worker-main', [...HARNESS, '--tool-executors', '/nowhere/tools.sock'], '/nowhere/tools.sock'],
    ['main', ['--operator-addr', 'localhost:4401'], 'literal loopback'],
    ['main', ['--operator-addr', '0.0.0.0:4401'], 'literal loopback'],
  ] as const)('%s %j is read and wrong: 1, with one sentence', async (program, args, said) => {
    const env = args.includes('--model-base-url' as never) ? { ...DATABASE, ...MODEL } : DATABASE;
    const running = run(program, { env }, args);
    const [code] = await running.exited;
    expect([code, running.log()]).toEqual([1, expect.stringContaining(said)]);
    expect(running.log().trim().split('\n')).toHaveLength(1);
  });
});

/** The examples of docs/host-tools.md and docs/remote-harness.md, started as a reader does: again and again, and wrongly. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const examples = join(import.meta.dirname, '../../examples');
const children: ChildProcess[] = [];

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'runseal-examples-'));
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
});

/** Starts one; answers it, and the first thing it wrote. */
async function begin(script: string, ...args: readonly string[]) {
  const child = spawn('python3', [join(examples, script), ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const exited = once(child, 'exit');
  const [first] = (await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data')])) as [Buffer];
  return { child, exited, first: first.toString() };
}

const executor = (socket: string) => begin('host-tools/executor.py', '--socket', socket, '--harness', 'py');

async function tools(socket: string): Promise<unknown> {
  const asked = connect(socket);
  asked.write('{"type":"describe","protocol":1,"harness":"py"}\n');
  const [line] = (await once(asked, 'data')) as [Buffer];
  asked.destroy();
  return JSON.parse(line.toString());
}

test.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)(
  'the executor starts again where it was ended by %s',
  async (signal) => {
    const socket = join(folder, 'tools.sock');
    const { child, exited } = await executor(socket);
    child.kill(signal);
    await exited;
    expect((await executor(socket)).first).toContain('listening');
    expect(await tools(socket)).toMatchObject({ type: 'tools' });
  },
);

test('a second executor leaves the first one alone, and says why in one sentence', async () => {
  const socket = join(folder, 'tools.sock');
  await executor(socket);
  const second = await executor(socket);
  expect(await second.exited).toEqual([1, null]);
  expect(second.first).toBe(`cannot listen on ${socket}: another executor listens there\n`);
  expect(await tools(socket)).toMatchObject({ type: 'tools' });
});

test('what is no socket stays as it is', async () => {
  const file = join(folder, 'notes.txt');
  await writeFile(file, 'mine');
  const { exited, first } = await executor(file);
  expect([await exited, first]).toEqual([[1, null], expect.stringContaining('no socket')]);
  expect(await readFile(file, 'utf8')).toBe('mine');
});

test('a harness whose port is taken says so in one sentence', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  const { exited, first } = await begin('remote-harness/harness.py', '--port', String(port));
  other.close();
  expect(await exited).toEqual([1, null]);
  expect(first).toMatch(new RegExp(`^cannot listen on 127\\.0\\.0\\.1:${port}: .+\n$`));
});

test('a harness that is sent a start without a turn hangs up, and goes on', async () => {
  const { first, child } = await begin('remote-harness/harness.py', '--port', '0');
  const port = Number(/:(\d+)\n/.exec(first)![1]);
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  for (const line of ['{"type":"start","protocol":1}', '{"type":"start","protocol":1,"turn":[]}', '[]', 'x']) {
    const asked = connect(port, '127.0.0.1');
    asked.resume().write(`${line}\n`);
    await once(asked, 'close');
  }
  const asked = connect(port, '127.0.0.1');
  asked.write('{"type":"describe","protocol":1}\n');
  const [answer] = (await once(asked, 'data')) as [Buffer];
  asked.destroy();
  expect(JSON.parse(answer.toString())).toMatchObject({ type: 'descriptor' });
  expect(errors).toBe('');
});

/** What is delivered beside the programs says nothing that they do not know. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..', '..');
const read = (path: string): Promise<string> => readFile(join(ROOT, path), 'utf8');
/** Variables of other people's programs: Postgres's image and client, Next, Node. */
const FOREIGN = /^(POSTGRES_(USER|DB|PASSWORD)|PGPASSWORD|HOSTNAME|PORT|NODE_ENV|NEXT_TELEMETRY_DISABLED)$/;

async function sources(folder: string): Promise<string> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) => entry.isFile() && /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name),
  );
  return (await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), 'utf8')))).join('\n');
}

/** Each service of the compose file, as text. */
async function services(): Promise<Readonly<Record<string, string>>> {
  const compose = await read('infra/docker/compose.yaml');
  const list = compose.slice(compose.indexOf('\nservices:\n'), compose.indexOf('\nvolumes:\n'));
  const parts = list.split(/\n {2}([a-z]+):\n/).slice(1);
  return Object.fromEntries(parts.flatMap((name, at) => (at % 2 === 0 ? [[name, parts[at + 1]!]] : [])));
}

test('Every variable that the compose file and the image set is read by a program', async () => {
  const code = (await Promise.all(['apps/api/src/config', 'apps/web/src'].map(sources))).join('\n');
  const compose = (await read('infra/docker/compose.yaml')).replaceAll(/^ *#.*$/gm, '');
  const set = [...compose.matchAll(/(?:^ {4,6}|[{,] )([A-Z][A-Z_]+):/gm)].map(([, name]) => name!);
  const image = [...(await read('infra/docker/Dockerfile')).matchAll(/ ([A-Z][A-Z_]+)=/g)].map(([, name]) => name!);
  expect(set).toEqual(expect.arrayContaining(['DATABASE_URL', 'RUNSEAL_API_URL', 'RUNSEAL_METRICS_TOKEN']));
  expect(image).toContain('RUNSEAL_DATA_DIR');
  for (const name of [...set, ...image].filter((name) => !FOREIGN.test(name)))
    expect(code).toMatch(new RegExp(`\\b${name}\\b`));
});

test('Every variable of ours that the page for operators names is one', async () => {
  const names = new Set((await read('docs/operating.md')).match(/\bRUNSEAL_[A-Z_]+\b/g));
  expect(names.size).toBeGreaterThan(5);
  const code = await sources('apps/api/src/config');
  for (const name of names) expect(code).toContain(`  ${name}: `);
});

test('Every program that a container starts is built from a source that is there', async () => {
  const started = [...(await read('infra/docker/compose.yaml')).matchAll(/'(apps\/api\/dist\/[a-z-]+)\.js'/g)];
  expect(started).toHaveLength(2);
  for (const [, path] of started) await stat(join(ROOT, `${path!.replace('/dist/', '/src/')}.ts`));
});

test('Containers have longer to stop than the programs take, and only those that seal have the key', async () => {
  const { api, worker, dashboard } = await services();
  const seconds = (service: string | undefined): number => Number(/stop_grace_period: (\d+)s/.exec(service ?? '')?.[1]);
  const patience = Number(
    /PATIENCE_MS = ([\d_]+)/.exec(await read('apps/api/src/runtime/let-go.ts'))![1]!.replaceAll('_', ''),
  );
  const drain = Number(
    / DRAIN_MS = ([\d_]+)/.exec(await read('apps/api/src/worker/worker.ts'))![1]!.replaceAll('_', ''),
  );
  expect(seconds(api) * 1000).toBeGreaterThanOrEqual(patience + 5_000);
  expect(seconds(worker) * 1000).toBeGreaterThanOrEqual(drain + 20_000);
  const own = /const GRACE_MS = ([\d_]+)/.exec(await read('infra/src/services.ts'))![1]!.replaceAll('_', '');
  expect(Number(own)).toBeGreaterThan(patience);
  expect(dashboard).toMatch(/^ {4}volumes: \[\]$/m);
});

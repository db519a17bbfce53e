/** `npm run harnesses`: the same goal through every harness, side by side. Arguments: out folder or '', json or '', ways… */
import { removeData, stopPostgres } from '@runseal/infra/postgres';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { driveSideBySide } from './drive.ts';
import { sideBySideTable } from './table.ts';
import { WAYS } from './ways.ts';

const [out = '', json = '', ...only] = process.argv.slice(2);
const unknown = only.filter((name) => !WAYS.some((way) => way.name === name || way.harness === name));
if (unknown.length > 0) {
  console.error(
    `There is no way named ${unknown.join(', ')}. There are: ${WAYS.map(({ name }) => name).join(', ')}. (usage)`,
  );
  process.exitCode = 2;
} else {
  await main();
}
if (process.connected) process.disconnect();

async function main(): Promise<void> {
  const ways = WAYS.filter(({ name, harness }) => only.length === 0 || only.includes(name) || only.includes(harness));
  const folder = out === '' ? null : resolve(out);
  const server = join(tmpdir(), `runseal-harnesses-${process.pid}`);
  process.env['RUNSEAL_TEST_POSTGRES'] = server;
  try {
    if (folder !== null) await mkdir(folder, { recursive: true });
    const driven = await driveSideBySide({ ways, out: folder, onStep: (line) => process.stderr.write(`${line}\n`) });
    const text = `${JSON.stringify({ ways: driven }, null, 2)}\n`;
    if (folder !== null) await writeFile(join(folder, 'side-by-side.json'), text);
    process.stdout.write(json === '' ? `${sideBySideTable(driven, process.stdout.isTTY)}\n` : text);
    if (folder !== null)
      process.stderr.write(`Records, receipts and keys are in ${folder}; npx runseal verify needs nothing else.\n`);
    if (driven.some(({ problem }) => problem !== null)) process.exitCode = 1;
  } finally {
    if (existsSync(server)) {
      await stopPostgres(server);
      await removeData(server);
    }
  }
}

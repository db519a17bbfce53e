import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres, stopPostgres } from '@runseal/infra/postgres';
import { commitContent } from '@runseal/spine';
import { connect, migrate, openStore } from '@runseal/spine/postgres';
import { all, note } from '../postgres/drafts.ts';

const mounted = mountSmallDisk();
const title =
  'A disk that fills up refuses appends with a code, loses nothing acknowledged, and room lets the run go on';

(mounted === null ? test.skip : test)(
  mounted === null ? `${title} (skipped: only root with the right to mount can set a small disk)` : title,
  async () => {
    const dataDir = mounted!;
    let server = await startPostgres({ dataDir });
    const owner = connect(server.ownerUrl, { max: 1 });
    await migrate(owner);
    await owner.end();
    const sql = connect(server.serviceUrl);
    const store = openStore({ sql, patience: 0 });
    try {
      await store.openRun({ run: 'run', workspace: 'w' });
      const writer = await store.takeOver('run');
      const acknowledged: string[] = [];
      let refusal: unknown = null;
      for (let n = 0; refusal === null; n++) {
        const content = commitContent(randomBytes(1_000_000), 'application/octet-stream');
        await writer.append(note(`n${n}`, { contents: [content] })).then(
          () => acknowledged.push(`n${n}`),
          (error: unknown) => (refusal = error),
        );
      }
      // A full log directory takes the server down, a full table does not.
      expect(['runseal.store_full', 'runseal.store_unavailable']).toContain((refusal as { code?: string }).code);
      expect(acknowledged.length).toBeGreaterThan(0);
      execFileSync('mount', ['-o', 'remount,size=1g', dataDir]);
      await stopPostgres(dataDir);
      server = await startPostgres({ dataDir, port: server.port });
      const next = await store.takeOver('run');
      await next.append(note('room'));
      const events = await all(store.scan('run'));
      expect(events.length).toBeGreaterThanOrEqual(acknowledged.length + 1);
      expect(await all(store.contents('run'))).toHaveLength(events.length - 1);
    } finally {
      await sql.end();
      await stopPostgres(dataDir);
      execFileSync('umount', [dataDir]);
      rmdirSync(dataDir);
    }
  },
);

function mountSmallDisk(): string | null {
  if (process.getuid?.() !== 0) return null;
  const folder = mkdtempSync(join(tmpdir(), 'runseal-small-disk-'));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=110m,mode=755', 'tmpfs', folder], { stdio: 'ignore' });
    return folder;
  } catch {
    rmdirSync(folder);
    return null;
  }
}

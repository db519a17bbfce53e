#!/usr/bin/env node
import { existsSync } from 'node:fs';

const entry = new URL('../dist/main.js', import.meta.url);
if (existsSync(entry)) {
  const { main } = await import(entry);
  await main();
} else {
  process.stderr.write(
    'runseal: this checkout is not built yet; run `npm run build` in the project first. (not_built)\n',
  );
  process.exitCode = 4;
}

// npm run build: installs what is missing and builds what changed.
import { entry } from './bootstrap/failure.mjs';
import { setUp } from './bootstrap/setup.mjs';

await entry(async () => {
  await setUp({ dashboard: true });
});

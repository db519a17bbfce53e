// Runs benchmark files under the pinned Node, which reads TypeScript as it is.
import { basename } from 'node:path';
import { pathToFileURL } from 'node:url';

const emit = (result) => process.stdout.write(`${JSON.stringify(result)}\n`);

for (const file of process.argv.slice(2)) {
  process.stderr.write(`… ${basename(file)}\n`);
  try {
    const { default: bench } = await import(pathToFileURL(file).href);
    await bench(emit);
  } catch (cause) {
    process.exitCode = 1;
    process.stderr.write(`✗ ${basename(file)} failed: ${cause instanceof Error ? cause.stack : String(cause)}\n`);
  }
}
process.disconnect?.();

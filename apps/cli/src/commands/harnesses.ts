import { EXIT } from '../errors.ts';
import type { HarnessView } from '../server/server.ts';
import type { Registrar } from '../registrar.ts';
import type { Span } from '../render/screen.ts';

/** `runseal harnesses`: what can drive a run here, and what is missing. */
export function registerHarnesses({ program, act }: Registrar): void {
  program
    .command('harnesses')
    .description('list what can drive a run, and whether it is ready')
    .addHelpText('after', '\nExample:\n  runseal harnesses --json')
    .action(
      act(async (_input, context) => {
        const server = await context.server();
        const harnesses = await server.harnesses();
        const rows = harnesses.map(harnessRow);
        return {
          exitCode: EXIT.ok,
          document: harnesses,
          screen: [{ head: ['harness', 'kind', 'vendor', 'profiles', 'version', 'ready'], rows }],
        };
      }),
    );
}

function harnessRow({ name, kind, vendor, profiles, readiness }: HarnessView): Span[] {
  const ready: Span = readiness.ready
    ? { text: 'yes', tone: 'good' }
    : { text: `no: ${readiness.reason} (${readiness.code ?? ''})`, tone: 'warn' };
  return [name, kind, vendor, profiles.join(', '), readiness.version ?? '', ready];
}

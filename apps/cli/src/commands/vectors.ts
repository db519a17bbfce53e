import { join } from 'node:path';
import { runConformance, SpineError, type VectorResult } from '@runseal/spine';
import { nodeHasher } from '@runseal/spine/node';
import { readBytes } from '../files/read.ts';
import { CliError, EXIT } from '../errors.ts';
import type { Registrar } from '../registrar.ts';
import type { Span } from '../render/screen.ts';

/** `runseal vectors DIR`: this verifier against the published conformance vectors, each with its exact code. */
export function registerVectors({ program, act }: Registrar): void {
  program
    .command('vectors')
    .description('run the published Provetrail conformance vectors')
    .argument('<dir>', 'the folder with structural/ and crypto/')
    .addHelpText(
      'after',
      '\nExample:\n  runseal vectors ../shared/vectors/provetrail\n\nExits 1 unless every vector reaches its verdict with exactly its registered code.',
    )
    .action(
      act(async ({ args: [dir = ''] }) => {
        const { suite, results, passed, total } = await runConformance(
          (path) => readBytes(join(dir, path)),
          undefined,
          { hasher: nodeHasher },
        ).catch(asCliError);
        const misses = results.filter(({ ok }) => !ok);
        const conforms = misses.length === 0 && total > 0;
        return {
          exitCode: conforms ? EXIT.ok : EXIT.failed,
          document: { suite, passed, total, conforms, misses },
          screen: [
            ...(misses.length === 0
              ? []
              : [{ head: ['vector', 'tier', 'expected', 'answered', 'what it is'], rows: misses.map(missRow) }, []]),
            [{ text: `${passed} of ${total}`, tone: conforms ? 'good' : 'bad' }],
          ],
        };
      }),
    );
}

const missRow = ({ id, tier, expected, actual, description }: VectorResult): Span[] => [
  id,
  tier,
  expected ?? 'accept',
  { text: actual ?? 'accept', tone: 'bad' },
  description,
];

function asCliError(cause: unknown): never {
  if (!(cause instanceof SpineError)) throw cause;
  throw new CliError(cause.code, cause.message, { exitCode: EXIT.unreadable, cause });
}

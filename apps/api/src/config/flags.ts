import { parseArgs } from 'node:util';

type Program = 'api' | 'worker';
type Env = Readonly<Record<string, string | undefined>>;

const FLAGS_OF_BOTH = {
  harness: { type: 'string', multiple: true },
  model: { type: 'string' },
  'model-base-url': { type: 'string' },
  'tool-executors': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/**
 * The environment with what the flags say in it; flags win. Never a key: flags are in the process list and in shells'
 * histories. Prints help and exits 0 for -h; exits 2 with the error and the usage for flags that cannot be read.
 */
export function environmentOf(program: Program, args: readonly string[], env: Env): Env {
  const read = readFlags(program, args);
  if (typeof read === 'string') {
    process.stderr.write(`${read}\n\n${USAGE[program]}`);
    process.exit(2);
  }
  if (read.help === true) {
    process.stdout.write(USAGE[program]);
    process.exit(0);
  }
  const {
    harness = [],
    model,
    'model-base-url': baseUrl,
    'tool-executors': executors,
    'operator-addr': operator,
  } = read;
  return {
    ...env,
    ...(harness.length > 0 && { RUNSEAL_HARNESSES: [env['RUNSEAL_HARNESSES'] ?? '', ...harness].join(',') }),
    ...(model !== undefined && { RUNSEAL_CHAT_MODEL: model }),
    ...(baseUrl !== undefined && { RUNSEAL_CHAT_BASE_URL: baseUrl }),
    ...(executors !== undefined && { RUNSEAL_TOOL_EXECUTORS: executors }),
    ...(operator !== undefined && { RUNSEAL_OPERATOR_ADDR: operator }),
  };
}

interface Flags {
  readonly harness?: string[] | undefined;
  readonly model?: string | undefined;
  readonly 'model-base-url'?: string | undefined;
  readonly 'tool-executors'?: string | undefined;
  readonly 'operator-addr'?: string | undefined;
  readonly help?: boolean | undefined;
}

function readFlags(program: Program, args: readonly string[]): Flags | string {
  try {
    const strict = { args: [...args], strict: true, allowPositionals: false } as const;
    return program === 'worker'
      ? parseArgs({ ...strict, options: FLAGS_OF_BOTH }).values
      : parseArgs({ ...strict, options: { ...FLAGS_OF_BOTH, 'operator-addr': { type: 'string' } } }).values;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

const FLAGS = `  --harness NAME=ADDRESS   a remote harness (may be repeated); needs a model
  --model NAME             model of sessions that name none (RUNSEAL_CHAT_MODEL)
  --model-base-url URL     OpenAI-compatible endpoint (RUNSEAL_CHAT_BASE_URL)
  --tool-executors SOCKET  unix socket of a program that carries out host tools for each --harness
`;

const REST = `  -h, --help               this text

Keys come from the environment only: RUNSEAL_CHAT_API_KEY, RUNSEAL_HARNESS_TOKEN_NAME.
Everything else is configured by environment variables; see apps/api/README.md.
`;

const USAGE: Readonly<Record<Program, string>> = {
  api: `Usage: node dist/main.js [flags]

${FLAGS}  --operator-addr ADDRESS  listener for harness register, list and retire: a literal loopback address only
${REST}`,
  worker: `Usage: node dist/worker-main.js [flags]

${FLAGS}${REST}`,
};

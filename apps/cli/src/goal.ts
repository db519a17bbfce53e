import { CliError, EXIT } from './errors.ts';
import { readBytes, readJson } from './files/read.ts';
import type { GoalInput } from './server/server.ts';

export interface GoalFlags {
  readonly file?: string;
  readonly harness?: string;
  readonly profile?: string;
  readonly model?: string;
  readonly stopCondition?: string;
  readonly guidance?: string;
  readonly grant?: readonly string[];
  readonly maxSteps?: number;
  readonly maxCalls?: number;
  readonly timeoutMs?: number;
  readonly callTimeoutMs?: number;
  readonly maxOutputBytes?: number;
  readonly maxTokens?: number;
  readonly gateway?: boolean;
  readonly egress?: readonly string[];
  readonly keepThread?: boolean;
  readonly continues?: string;
  readonly containmentFloor?: string;
  readonly put?: readonly string[];
  readonly verify?: string;
  readonly verifyTimeoutMs?: number;
  readonly workspace?: string;
}

const PLAIN = ['harness', 'profile', 'model', 'stopCondition', 'guidance', 'containmentFloor', 'workspace'] as const;
const LIMITS = ['maxSteps', 'maxCalls', 'timeoutMs', 'callTimeoutMs', 'maxOutputBytes', 'maxTokens'] as const;

/** Builds a goal from `--file` and the flags; flags win. Its fields are judged by the server, which names each bad one. */
export async function readGoal(objective: string | undefined, flags: GoalFlags): Promise<GoalInput> {
  const base = flags.file === undefined ? {} : asObject(await readJson(flags.file), flags.file);
  const limits = chosen(flags, LIMITS);
  const files = await Promise.all((flags.put ?? []).map(readWorkspaceFile));
  const goal: Record<string, unknown> = {
    ...base,
    ...(objective === undefined ? {} : { objective }),
    ...chosen(flags, PLAIN),
    // The flag is --no-gateway, so only its absence from the command line leaves the file's word standing.
    ...(flags.gateway === false ? { gateway: false } : {}),
    ...(flags.grant === undefined ? {} : { grant: listed(flags.grant) }),
    ...(flags.egress === undefined ? {} : { egress: listed(flags.egress) }),
    ...threadOf(base['thread'], flags),
    ...(Object.keys(limits).length === 0 ? {} : { limits: { ...asObject(base['limits'] ?? {}, 'limits'), ...limits } }),
    ...(files.length === 0
      ? {}
      : { files: [...(Array.isArray(base['files']) ? (base['files'] as unknown[]) : []), ...files] }),
    ...verifyOf(base['verify'], flags),
  };
  for (const field of ['objective', 'harness']) {
    if (goal[field] === undefined)
      throw new CliError('usage', `The goal has no ${field}: give it on the command line or in --file.`, {
        exitCode: EXIT.usage,
      });
  }
  // The server's schema is the judge of every field; this program only carries them.
  return goal as unknown as GoalInput;
}

/** Lists with commas, given several times. */
const listed = (lists: readonly string[]): string[] => lists.flatMap((list) => list.split(',')).filter(Boolean);

function threadOf(base: unknown, { keepThread, continues }: GoalFlags): { thread?: Record<string, unknown> } {
  if (keepThread !== true && continues === undefined) return {};
  const said = { ...(keepThread === true ? { keep: true } : {}), ...(continues === undefined ? {} : { continues }) };
  return { thread: { ...asObject(base ?? {}, 'thread'), ...said } };
}

function chosen(flags: GoalFlags, names: readonly (keyof GoalFlags)[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]]])));
}

async function readWorkspaceFile(text: string): Promise<{ path: string; content: string; encoding: 'base64' }> {
  const [, path, file] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (path === undefined || file === undefined)
    throw new CliError('usage', `--put ${text} must read PATH=FILE, e.g. README.md=./README.md.`, {
      exitCode: EXIT.usage,
    });
  return { path, content: Buffer.from(await readBytes(file)).toString('base64'), encoding: 'base64' };
}

function verifyOf(base: unknown, flags: GoalFlags): { verify?: Record<string, unknown> } {
  const timeout = flags.verifyTimeoutMs === undefined ? {} : { timeoutMs: flags.verifyTimeoutMs };
  if (flags.verify === undefined)
    return flags.verifyTimeoutMs === undefined ? {} : { verify: { ...asObject(base ?? {}, 'verify'), ...timeout } };
  return { verify: { ...asObject(base ?? {}, 'verify'), command: parseCommand(flags.verify), ...timeout } };
}

function parseCommand(text: string): string[] {
  try {
    const command: unknown = JSON.parse(text);
    if (Array.isArray(command) && command.every((part) => typeof part === 'string')) return command;
  } catch {
    // said below
  }
  throw new CliError('usage', `--verify must be a JSON list of strings, e.g. '["test","-f","hello.txt"]'.`, {
    exitCode: EXIT.usage,
  });
}

function asObject(value: unknown, where: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new CliError('goal_invalid', `${where} must be a JSON object.`, { exitCode: EXIT.usage });
}

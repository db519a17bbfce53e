import { HarnessError, readChatSettings } from '@runseal/harness';
import { remoteAddress, type RemoteAddress } from '@runseal/harness/remote';
import { readFileSync } from 'node:fs';
import { ConfigError } from './config-error.ts';

/** A remote harness given at start-up. */
export interface GivenHarness {
  readonly name: string;
  readonly address: RemoteAddress;
  /** From RUNSEAL_HARNESS_TOKEN_NAME; null without one. */
  readonly token: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** DNS label. */
export const HARNESS_NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Reads `NAME=ADDRESS,…`. Throws ConfigError. Without a model endpoint none is taken: their model calls would have to be
 * answered by something else.
 */
export function harnessesOf(text: string, model: string | undefined, env: Env): readonly GivenHarness[] {
  const entries = text.split(',').flatMap((entry) => (entry.trim() === '' ? [] : [entry.trim()]));
  const given = entries.map((entry) => givenHarness(entry, env));
  const twice = given.find(({ name }, n) => given.findIndex((other) => other.name === name) !== n);
  if (twice !== undefined) throw new ConfigError(`--harness: ${twice.name} is given twice.`);
  if (given.length === 0) return given;
  const settings = readChatSettings(env);
  if (model === undefined || !settings.ok)
    throw new ConfigError(
      `--harness needs a model, so that its model calls never fall to a stand-in: give --model (RUNSEAL_CHAT_MODEL)${settings.ok ? '' : `. ${settings.readiness.reason}`}`,
    );
  return given;
}

function givenHarness(entry: string, env: Env): GivenHarness {
  const [name = '', ...rest] = entry.split('=');
  const where = rest.join('=');
  if (!HARNESS_NAME.test(name) || where === '')
    throw new ConfigError(`--harness ${JSON.stringify(entry)}: give NAME=ADDRESS, the name a DNS label.`);
  try {
    const address = addressOf(name, where, env);
    const token = tokenOf(name, env);
    requireToken(name, address, token);
    return { name, address, token };
  } catch (error) {
    if (error instanceof HarnessError) throw new ConfigError(`--harness ${name}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** What we show the harness so that it knows us: RUNSEAL_HARNESS_TOKEN_ and its name in capitals. */
export function tokenOf(name: string, env: Env): string | null {
  const token = env[tokenVariable(name)]?.trim() ?? '';
  return token === '' ? null : token;
}

/** Throws HarnessError `address_invalid`: another machine must be able to tell us from anybody else. */
export function requireToken(name: string, { tls }: RemoteAddress, token: string | null): void {
  if (tls && token === null)
    throw new HarnessError(
      'address_invalid',
      `a harness on another machine needs a token: set ${tokenVariable(name)}.`,
    );
}

/**
 * The address with whom we let vouch for it: the certificates in the file that RUNSEAL_HARNESS_CA_ and the harness's name in
 * capitals says, else those this system trusts. Throws HarnessError `address_invalid`.
 */
export function addressOf(name: string, text: string, env: Env): RemoteAddress {
  const address = remoteAddress(text);
  const variable = `RUNSEAL_HARNESS_CA_${inCapitals(name)}`;
  const file = env[variable]?.trim() ?? '';
  if (file === '' || !address.tls) return address;
  try {
    return { ...address, ca: readFileSync(file, 'utf8') };
  } catch (cause) {
    throw new HarnessError('address_invalid', `the file that ${variable} names cannot be read.`, { cause });
  }
}

const inCapitals = (name: string): string => name.toUpperCase().replaceAll('-', '_');
const tokenVariable = (name: string): string => `RUNSEAL_HARNESS_TOKEN_${inCapitals(name)}`;

import { createClient } from '@runseal/api/client';
import { CliError, EXIT } from '../errors.ts';
import { readText } from '../files/read.ts';
import { openServer } from './api-server.ts';
import type { Io } from '../io.ts';
import type { Server } from './server.ts';

/** Connects to the API: checks the address and finds the key; nothing is sent yet. */
export async function connect(options: {
  url: string | undefined;
  keyFile: string | undefined;
  io: Io;
}): Promise<Server> {
  const baseUrl = parseAddress(options.url ?? '');
  const apiKey = await readApiKey(options.keyFile, options.io.env);
  return openServer(createClient({ baseUrl, apiKey }), baseUrl);
}

function parseAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '')
    throw new CliError('url_invalid', `--url ${text} is not an http(s) address such as http://127.0.0.1:4400.`, {
      exitCode: EXIT.usage,
    });
  return url.href.replace(/\/+$/, '');
}

/** The API key, from the file or the environment. Throws CliError when there is none. */
export async function readApiKey(file: string | undefined, env: Io['env']): Promise<string> {
  const text = file === undefined ? env['RUNSEAL_API_KEY'] : await readText(file);
  const key = text?.trim() ?? '';
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  const sentence =
    key === ''
      ? 'No API key: set RUNSEAL_API_KEY, or name a file that holds it with --key-file (npm start writes .runseal/first-login.txt).'
      : 'The API key must be one word of visible characters; check RUNSEAL_API_KEY or the key file.';
  throw new CliError(key === '' ? 'api_key_missing' : 'api_key_malformed', sentence, { exitCode: EXIT.usage });
}

/**
 * What a name stands for: as /etc/hosts says, else as the servers in /etc/resolv.conf do. Nothing else that nsswitch.conf may
 * name, and no search domains. `dns.lookup` would keep one of the few threads that all runs of a process share, for as long as
 * nobody answers.
 */
import { Resolver } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';

/** All addresses of a name. Rejects when there are none; once `signal` aborts nobody is asked any more. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface NameSources {
  readonly hosts: string;
  /** `address:port`; absent: those in /etc/resolv.conf. */
  readonly servers?: readonly string[];
}

const ATTEMPT = { timeout: 2000, tries: 2 };

export const resolveFrom =
  ({ hosts, servers }: NameSources): Resolve =>
  async (name, signal) => {
    const known = addressesIn(await textOf(hosts), name);
    if (known.length > 0) return known;
    signal.throwIfAborted();
    const resolver = new Resolver(ATTEMPT);
    if (servers !== undefined) resolver.setServers(servers);
    const stop = (): void => resolver.cancel();
    signal.addEventListener('abort', stop);
    const [four, six] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    signal.removeEventListener('abort', stop);
    if (four.status === 'rejected' && six.status === 'rejected') throw four.reason;
    return inTurn(valueOf(four), valueOf(six));
  };

export const resolveByHost = resolveFrom({ hosts: '/etc/hosts' });

/** Without the file nothing is known from it; one that cannot be read may say what must not be passed over. */
async function textOf(hosts: string): Promise<string> {
  try {
    return await readFile(hosts, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

/** Those of every line that names it (hosts(5)). */
function addressesIn(hosts: string, name: string): readonly string[] {
  return hosts.split('\n').flatMap((line) => {
    const [address = '', ...names] = line.replace(/#.*/, '').trim().split(/\s+/);
    return isIP(address) !== 0 && names.some((each) => each.toLowerCase() === name) ? [address] : [];
  });
}

const valueOf = (found: PromiseSettledResult<string[]>): readonly string[] =>
  found.status === 'fulfilled' ? found.value : [];

/** Only the first few are dialled: where one family leads nowhere, some of the other are among them. */
function inTurn(four: readonly string[], six: readonly string[]): readonly string[] {
  const both = Array.from({ length: Math.max(four.length, six.length) }, (_, i) => [four[i], six[i]]);
  return both.flat().filter((address) => address !== undefined);
}

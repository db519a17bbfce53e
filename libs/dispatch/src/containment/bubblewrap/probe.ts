/** Finds out what bubblewrap really holds on this host, by starting a child in it that tries to get out. */
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { makeControlGroup } from '../control-group.ts';
import { prlimitProgram, processLimitHolds } from '../limits.ts';
import type { Program, ProgramSpec, SandboxProbe } from '../sandbox.ts';
import { systemMounts } from '../system-mounts.ts';
import { systemCallFilter } from './seccomp.ts';

const PROBE_MS = 15_000;

/** What the child found. `none` and error codes are good; `ok` means the wall has a hole. */
interface Findings {
  readonly network: string;
  readonly writeUsr: string;
  readonly writeRoot: string;
  readonly kernelSetting: string;
  readonly shadow: string;
  readonly home: string;
  readonly status: string;
  readonly environment: readonly string[];
}

export async function probeBubblewrap(
  bwrap: string | null,
  start: (spec: ProgramSpec) => Promise<Program>,
): Promise<SandboxProbe> {
  if (process.platform !== 'linux') return without('Containment by bubblewrap needs Linux.');
  if (bwrap === null)
    return without('Install bubblewrap: apt-get install bubblewrap (or the package of that name of your system).');
  try {
    const holes = holesIn(await tryToGetOut(start));
    return holes.length === 0
      ? { level: 'kernel', reason: '', mechanism: await mechanism() }
      : without(`bubblewrap runs here but does not hold: ${holes.join(', ')}.`);
  } catch (error) {
    return without(
      `bubblewrap is installed but cannot start a program: ${(error as Error).message} ${userNamespaceHint()}`.trim(),
    );
  }
}

function without(reason: string): SandboxProbe {
  return { level: 'process', reason, mechanism: 'none' };
}

async function mechanism(): Promise<string> {
  const group = makeControlGroup({ memoryBytes: 1 << 30, processes: 64 });
  await group?.remove();
  const tree = [...(group?.holds.memory ? ['memory'] : []), ...(group?.holds.processes ? ['processes'] : [])];
  const exempt = !group?.holds.processes && !processLimitHolds();
  const single =
    prlimitProgram() === null
      ? []
      : ['memory', 'file size', 'open files', ...(processLimitHolds() ? ['processes'] : [])];
  const limits = [
    single.length === 0 ? 'no limits for a process (prlimit is not installed)' : `limits of ${single.join(', ')}`,
    tree.length === 0
      ? 'no limits for all processes together (no control group can be made here)'
      : `for all processes together of ${tree.join(' and ')} (control group)`,
    ...(exempt ? ['processes are not limited: root is exempt'] : []),
    'temporary file systems are limited, the disk behind writable mounts is not',
  ].join(', ');
  const filter =
    systemCallFilter(process.arch) === null
      ? `no system call filter (none is known for ${process.arch})`
      : 'a system call filter';
  return `bubblewrap: own user, mount, pid, network, ipc, uts and cgroup namespaces, no capabilities, no new privileges, ${filter}; ${limits}`;
}

function userNamespaceHint(): string {
  const off = ['/proc/sys/kernel/unprivileged_userns_clone', '/proc/sys/user/max_user_namespaces'].find(
    (file) => readOr(file, '1').trim() === '0',
  );
  if (off !== undefined) return `User namespaces are switched off; set ${off} to a value above 0.`;
  if (readOr('/proc/sys/kernel/apparmor_restrict_unprivileged_userns', '0').trim() === '1')
    return 'AppArmor restricts user namespaces here; install a profile for bwrap or set kernel.apparmor_restrict_unprivileged_userns=0.';
  return 'In a container, user namespaces and mounting must be allowed.';
}

async function tryToGetOut(start: (spec: ProgramSpec) => Promise<Program>): Promise<Findings> {
  // A real listener on the host: refused inside means that the loopback inside is not the host's.
  const listener = net.createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  try {
    const program = await start({
      path: '/probe/node',
      args: ['-e', PROBE_CODE, String((listener.address() as net.AddressInfo).port), os.homedir()],
      env: { PATH: '/usr/bin:/bin' },
      cwd: '/',
      mounts: [...systemMounts(), { kind: 'ro', host: fs.realpathSync(process.execPath), child: '/probe/node' }],
      reach: [],
      floor: 'process',
      signal: AbortSignal.timeout(PROBE_MS),
    });
    program.stdin.end();
    const [out, err, exit] = await Promise.all([text(program.stdout), text(program.stderr), program.exited]);
    if (exit.code !== 0)
      throw new Error(`the probe ended with ${exit.code ?? exit.signal ?? 'nothing'}: ${err.slice(0, 200)}`);
    return JSON.parse(out) as Findings;
  } finally {
    listener.close();
  }
}

function holesIn(found: Findings): string[] {
  const holes: [boolean, string][] = [
    [found.network === 'ok', 'the network of the host is reachable'],
    [found.writeUsr === 'ok' || found.writeRoot === 'ok', 'files of the host are writable'],
    [found.kernelSetting === 'ok', 'kernel settings are writable'],
    [found.shadow !== 'ENOENT', '/etc/shadow is there'],
    [found.home !== 'ENOENT', 'the home of the operator is there'],
    [!/^NoNewPrivs:\s*1$/m.test(found.status), 'new privileges can be gained'],
    [
      systemCallFilter(process.arch) !== null && !/^Seccomp:\s*2$/m.test(found.status),
      'the system call filter is not in force',
    ],
    [!/^CapEff:\s*0+$/m.test(found.status), 'capabilities are left'],
    [found.environment.some((name) => name !== 'PATH' && name !== 'PWD'), 'the environment leaks'],
  ];
  return holes.filter(([open]) => open).map(([, hole]) => hole);
}

const PROBE_CODE = `
const fs = require('fs');
const attempt = (f) => { try { f(); return 'ok'; } catch (e) { return e.code; } };
const found = {
  writeUsr: attempt(() => fs.writeFileSync('/usr/.runseal-probe', '')),
  writeRoot: attempt(() => fs.writeFileSync('/.runseal-probe', '')),
  kernelSetting: attempt(() => fs.closeSync(fs.openSync('/proc/sys/kernel/core_pattern', 'r+'))),
  shadow: attempt(() => fs.accessSync('/etc/shadow', fs.constants.F_OK)),
  home: attempt(() => fs.accessSync(process.argv[2], fs.constants.F_OK)),
  status: fs.readFileSync('/proc/self/status', 'utf8'),
  environment: Object.keys(process.env),
};
const done = (network) => { console.log(JSON.stringify({ ...found, network })); process.exit(0); };
require('net').connect(Number(process.argv[1]), '127.0.0.1').on('connect', () => done('ok')).on('error', (e) => done(e.code));
`;

function readOr(file: string, otherwise: string): string {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return otherwise;
  }
}

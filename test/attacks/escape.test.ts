/**
 * Hostile children against the sandbox of external harnesses: use up the host, outlive their end, look into others, go
 * where nothing was lent. What lies outside the mounts, links, devices and kernel settings are tried beside the sandbox.
 */
import { createServer as createHttp } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { homedir } from 'node:os';
import { startEgress } from '@runseal/dispatch';
import { memoryRecorder } from '@runseal/dispatch/testing';
import { runHostile, sandbox } from './hostile-program.ts';

const probe = await sandbox.probe();
const says = (words: string): boolean => probe.mechanism.includes(words);

beforeAll(() => {
  if (probe.level === 'process') throw new Error(`These attacks need a sandbox. ${probe.reason}`);
});

/** A program that leaves at once resets its connection. */
function answer(socket: Socket): void {
  socket.on('error', () => socket.destroy());
  socket.end('in');
}

describe('a hostile child', () => {
  it('fills neither the memory behind /tmp nor the disk with one file', async () => {
    const limits = { temporaryBytes: 8 << 20, fileBytes: 2 << 20 };
    const { out } = await runHostile(
      `trap '' XFSZ
       head -c 4000000 /dev/zero > /tmp/one; echo "one $(wc -c < /tmp/one)"
       for i in 1 2 3 4 5 6; do head -c 2000000 /dev/zero > /tmp/f$i; done; echo "all $(cat /tmp/f* /tmp/one | wc -c)"
       head -c 100000000 /dev/zero > /dev/shm/big; echo "shm $(wc -c < /dev/shm/big)"`,
      { limits },
    );
    const sizes: Record<string, string | undefined> = {};
    for (const [, what, bytes] of out.matchAll(/^(\w+) +(\d+)$/gm)) sizes[what!] = bytes;
    expect(Number(sizes['one'])).toBeLessThanOrEqual(limits.fileBytes);
    expect(Number(sizes['all'])).toBeLessThanOrEqual(limits.temporaryBytes);
    expect(Number(sizes['all'])).toBeGreaterThan(0);
    expect(Number(sizes['shm'])).toBeLessThanOrEqual(limits.fileBytes);
  });

  it('does not fork without end, where the probe says that processes are limited', async () => {
    const limits = { processes: 40 };
    const { out, left } = await runHostile(
      `n=0; while [ $n -lt 200 ]; do (sleep 5 & echo started) 2>/dev/null || break; n=$((n+1)); done`,
      { limits, killAfter: says('processes are not limited') ? 'started' : 'nothing kills it' },
    );
    expect(out.split('started').length - 1).toBeGreaterThan(10);
    expect(out.split('started').length - 1).toBeLessThanOrEqual(says('processes are not limited') ? 200 : 40);
    expect(left).toEqual([]);
  });

  it('is gone with its whole fork bomb when it is killed', async () => {
    const { exit, left } = await runHostile(
      `bomb() { while :; do (trap '' INT TERM HUP; setsid sh -c 'sleep 1000' "$MARK" &) 2>/dev/null; echo up; done; }; bomb`,
      { limits: { processes: 60 }, killAfter: 'up' },
    );
    expect(exit).toMatchObject({ killed: true, survivors: 0 });
    expect(left).toEqual([]);
  });

  it('uses no more memory than it may, alone or by many', async () => {
    const hog = (bytes: number) =>
      `node -e 'const a = Buffer.alloc(${bytes}, 1); console.log("held"); setTimeout(() => a[0], 3000)'`;
    expect((await runHostile(hog(10_000_000), { limits: { memoryBytes: 600_000_000 } })).out).toBe('held\n');
    const alone = await runHostile(hog(900_000_000), { limits: { memoryBytes: 600_000_000 } });
    expect(alone.out).toBe('');
    const many = await runHostile(Array.from({ length: 4 }, () => `${hog(200_000_000)} &`).join(' ') + ' wait', {
      limits: { memoryBytes: 600_000_000 },
    });
    if (says('for all processes together of memory')) expect(many.out.split('held').length - 1).toBeLessThan(4);
    expect(many.left).toEqual([]);
  });

  it('traces no other process', async () => {
    const call = (number: string) => `perl -e 'exit(syscall(${number}, 16, shift, 0, 0) == 0 ? 0 : 1)' $! && echo in`;
    const ptrace = process.arch === 'arm64' ? '117' : '101';
    const { out } = await runHostile(`command -v perl; sleep 300 & ${call(ptrace)}; kill $!; echo over`);
    expect(out).toContain('perl');
    expect(out).toContain('over');
    expect(out).not.toMatch(/^in$/m);
  });

  it('makes no namespace, mounts nothing and reads nothing of the operator', async () => {
    const { out } = await runHostile(
      `unshare -U true && echo userns; unshare -r mount -t tmpfs x /mnt && echo mounted; mount -t proc x /tmp && echo proc
       cat /etc/shadow && echo shadow; ls ${homedir()} && echo home; ls /proc/1/root${homedir()} && echo round; touch /usr/x && echo usr
       echo over`,
    );
    expect(out.trim()).toBe('over');
  });

  it('reaches the port that was lent and no other, on no other host, by no name', async () => {
    const servers = [0, 1].map(() => createServer(answer).listen(0, '127.0.0.1'));
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const [lent, other] = servers.map((server) => (server.address() as AddressInfo).port) as [number, number];
    const dial = (host: string, port: number) =>
      `node -e 'require("net").connect(${port}, "${host}").on("connect", () => { console.log("${host}:${port}"); process.exit() }).on("error", () => process.exit()).setTimeout(1000, () => process.exit())'`;
    const { out } = await runHostile(
      [
        dial('127.0.0.1', lent),
        dial('127.0.0.1', other),
        dial('localhost', other),
        dial('192.0.2.1', 80),
        dial('169.254.169.254', 80),
        dial('example.com', 80),
      ].join('; '),
      { reach: [{ port: lent, target: { host: '127.0.0.1', port: lent } }] },
    );
    for (const server of servers) server.close();
    expect(out.trim()).toBe(`127.0.0.1:${lent}`);
  });

  it('goes out to the hosts that are listed, through us, and nowhere else', async () => {
    const inside = createServer(answer).listen(0, '127.0.0.1');
    const world = createHttp((_request, response) => response.end('world')).listen(0, '127.0.0.1');
    await Promise.all([inside, world].map((server) => once(server, 'listening')));
    const [insidePort, worldPort] = [inside, world].map((server) => (server.address() as AddressInfo).port);
    const recorder = memoryRecorder();
    const names: Record<string, string[]> = {
      'good.example': ['93.184.215.14'],
      'bent.example': ['93.184.215.14', '127.0.0.1'],
      'inside.example': ['127.0.0.1'],
      'cloud.example': ['169.254.169.254'],
    };
    const egress = await startEgress({
      allow: Object.keys(names).flatMap((name) => [name, `${name}:${insidePort}`]),
      recorder,
      onFatal: () => undefined,
      resolve: (name) => Promise.resolve(names[name] ?? []),
      dial: async () => {
        const socket = connect(worldPort!, '127.0.0.1');
        await once(socket, 'connect');
        return socket;
      },
    });
    const lease = egress.lend(1);
    const attempts = {
      listed: ['GET', 'http://good.example/'],
      unlisted: ['GET', 'http://evil.example/'],
      bent: ['GET', 'http://bent.example/'],
      inside: ['GET', `http://inside.example:${insidePort}/`],
      cloud: ['GET', 'http://cloud.example/'],
      literal: ['GET', `http://127.0.0.1:${insidePort}/`],
      mapped: ['GET', `http://[::ffff:127.0.0.1]:${insidePort}/`],
      tunnel: ['CONNECT', `127.0.0.1:${insidePort}`],
      decimal: ['GET', 'http://2130706433/'],
      'no token': ['ANONYMOUS', 'http://good.example/'],
      straight: ['PAST', '93.184.215.14:80'],
      past: ['PAST', `127.0.0.1:${insidePort}`],
    };
    const { out } = await runHostile(`node -e '${GO_OUT}' '${JSON.stringify(attempts)}'`, {
      reach: [lease.reach],
      env: lease.env,
    });
    await egress.close();
    for (const server of [inside, world]) server.close();
    const came = JSON.parse(out) as Record<string, string>;
    expect(came['listed']).toContain('world');
    expect(Object.entries(came).filter(([what, said]) => what !== 'listed' && /world|\bin$/.test(said))).toEqual([]);
    expect(Object.keys(came)).toEqual(Object.keys(attempts));
    const decisions = recorder.payloads('egress.decided');
    expect(decisions.filter(({ decision }) => decision === 'allowed').map(({ host }) => host)).toEqual([
      'good.example',
    ]);
    expect(decisions.filter(({ decision }) => decision !== 'lookup').map(({ reason }) => reason)).toEqual([
      ...['listed', 'not_listed', 'address_not_public', 'address_not_public', 'address_not_public'],
      ...['address_literal', 'address_literal', 'address_literal', 'address_literal'],
    ]);
  });

  it('does not survive its kill, whatever it ignores and however far it has gone away', async () => {
    const { exit, left } = await runHostile(
      `trap '' INT TERM HUP QUIT; (setsid sh -c 'trap "" INT TERM HUP; setsid sleep 1000 & sleep 1000' "$MARK" &); echo up; while :; do sleep 1000; done`,
      { killAfter: 'up' },
    );
    expect(exit).toMatchObject({ killed: true, survivors: 0 });
    expect(left).toEqual([]);
  });
});

/** Asks the proxy (or goes past it) for each target in turn, and prints what came back. Holds no single quote. */
const GO_OUT = `
const net = require("net");
const proxy = new URL(process.env.HTTPS_PROXY);
const token = Buffer.from(proxy.username + ":" + proxy.password).toString("base64");
const ask = ([how, target]) => new Promise((resolve) => {
  const [host, port] = how === "PAST" ? target.split(":") : [proxy.hostname, proxy.port];
  const socket = net.connect(Number(port), host);
  let said = "";
  const done = () => { socket.destroy(); resolve(said); };
  socket.setTimeout(2000, done).on("data", (chunk) => (said += chunk)).on("error", done).on("close", done);
  const proof = how === "ANONYMOUS" ? "" : "proxy-authorization: Basic " + token + "\\r\\n";
  if (how === "PAST") return;
  socket.write((how === "CONNECT" ? how : "GET") + " " + target + " HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n" + proof + "\\r\\n");
});
(async () => {
  const came = {};
  for (const [what, attempt] of Object.entries(JSON.parse(process.argv[1]))) came[what] = await ask(attempt);
  process.stdout.write(JSON.stringify(came));
})();`;

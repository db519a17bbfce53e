/** Real sandboxes with a hand on the line: to see what was started, and to cut or re-lay a connection. */
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import type { ProgramSpec, Reach, Sandbox } from '@runseal/dispatch';

export function spying(inner: Sandbox): Sandbox & { readonly specs: ProgramSpec[] } {
  const specs: ProgramSpec[] = [];
  return {
    specs,
    probe: () => inner.probe(),
    start(spec) {
      specs.push(spec);
      return inner.start(spec);
    },
  };
}

/** Leads the reach whose target `of` picks (by answering another one) somewhere else. */
export function redirected(inner: Sandbox, of: (target: Reach['target']) => Reach['target'] | null): Sandbox {
  return {
    probe: () => inner.probe(),
    start: (spec) => inner.start({ ...spec, reach: spec.reach.map((line) => elsewhere(line, of(line.target))) }),
  };
}

const elsewhere = (line: Reach, target: Reach['target'] | null): Reach =>
  target === null ? line : { port: line.port, target };

/** The first reach of a program is its bridge. It runs over a line of ours until `cut`, and then over none. */
export function cuttable(inner: Sandbox): Sandbox & { cut(): void } {
  const open = new Set<Socket>();
  let whole = true;
  return {
    probe: () => inner.probe(),
    async start(spec) {
      const [bridge, ...others] = spec.reach;
      if (bridge === undefined) return inner.start(spec);
      const server = createServer((near) => {
        if (!whole) return void near.destroy();
        const far = connect(bridge.target.port, bridge.target.host);
        for (const end of [near, far]) {
          open.add(end);
          end.on('error', () => undefined).on('close', () => open.delete(end));
        }
        near.pipe(far).pipe(near);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const { port } = server.address() as AddressInfo;
      const program = await inner.start({
        ...spec,
        reach: [{ port: bridge.port, target: { host: '127.0.0.1', port } }, ...others],
      });
      void program.exited.then(() => server.close());
      return program;
    },
    cut() {
      whole = false;
      for (const socket of open) socket.destroy();
    },
  };
}

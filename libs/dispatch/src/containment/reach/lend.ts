/**
 * Lends a sandbox single ports: a relay inside its network namespace listens on 127.0.0.1, passes each connection over a
 * unix socket to this process, and this process takes it itself or dials the target. The child can name no target; it can only use a port.
 */
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Reach } from '../sandbox.ts';
import { forwardTo } from './forward.ts';
import type { Forwarder } from './forward.ts';
import { startRelay } from './relay.ts';
import type { Relay } from './relay.ts';

export interface Lent {
  /** Ends the relay and every connection; never rejects. */
  close(): Promise<void>;
}

/** Resolves once every port accepts connections inside. Throws `runseal.reach_unavailable`; nothing is left then. */
export async function lendReach(init: number, reach: readonly Reach[]): Promise<Lent | null> {
  if (reach.length === 0) return null;
  // 0700: only this user can connect to what is forwarded.
  const folder = await fs.mkdtemp(path.join(os.tmpdir(), 'rs-'));
  const forwarders: Forwarder[] = [];
  let relay: Relay | null = null;
  const close = async (): Promise<void> => {
    await relay?.close();
    await Promise.all(forwarders.map((forwarder) => forwarder.close()));
    await fs.rm(folder, { recursive: true, force: true });
  };
  try {
    const lines = [];
    for (const { port, ...way } of reach) {
      const socket = path.join(folder, String(port));
      forwarders.push(await forwardTo(way, socket));
      lines.push({ port, socket });
    }
    relay = await startRelay(init, lines);
    return { close };
  } catch (error) {
    await close();
    throw error;
  }
}

import { fetchRaw } from '../api/client.ts';
import type { Source } from './use-verification.ts';

/** The record of a run as the server exports it, with its leaf hashes. */
export function runSource(run: string): Source {
  const path = `/api/v1/runs/${encodeURIComponent(run)}`;
  return async (signal, progress) => {
    const hint = (name: string): Promise<string | null> =>
      fetchRaw(`${path}/${name}`, { signal, cache: 'no-store' })
        .then((answer) => answer.text())
        .catch(() => null);
    // Leaf hashes are a hint to place blame. A record is judged as well without them.
    const leaves = hint('leaves');
    // So is the receipt: without it, independence is absent, and that is said.
    const receipt = hint('receipt');
    const response = await fetchRaw(`${path}/record`, { signal, cache: 'no-store' });
    return { record: await bytesOf(response, progress), leaves: await leaves, receipt: await receipt };
  };
}

async function bytesOf(
  response: Response,
  progress: (loaded: number, total: number | null) => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const total = Number(response.headers.get('content-length')) || null;
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  const reader = response.body?.getReader();
  while (reader !== undefined) {
    const { value, done } = await reader.read();
    if (done) break;
    chunks.push(value);
    loaded += value.byteLength;
    progress(loaded, total);
  }
  return new Uint8Array(await new Blob(chunks).arrayBuffer());
}

import type { DraftFile } from './goal-draft.ts';

/** A file from disk as the goal carries it: as text when its bytes are UTF-8, else in base64. */
export async function draftFileOf(file: File): Promise<DraftFile> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    // ignoreBOM keeps a leading BOM, so that the bytes come out as they went in.
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { path: file.name, content, encoding: 'utf8' };
  } catch {
    let binary = '';
    for (const byte of bytes) binary += String.fromCharCode(byte);
    return { path: file.name, content: btoa(binary), encoding: 'base64' };
  }
}

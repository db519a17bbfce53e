/** Plain words for the surfaces of a harness, as they stand in sentences: "its … were not seen". */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['model_calls', 'model calls'],
  ['context', 'context changes'],
  ['egress', 'network traffic'],
  ['shell', 'shell commands'],
  ['file_writes', 'file writes'],
  ['web_search', 'web searches'],
  ['foreign_mcp', 'calls to other tool servers'],
  ['sub_agents', 'sub-agents'],
  ['hooks', 'hooks'],
  ['project_config', 'project configuration'],
  ['frames', 'output lines'],
  ['dispatch', 'dispatches'],
  ['content', 'contents'],
  ['recorder', 'recorder'],
]);

/** Words for a surface; a surface this version does not know is quoted, shortened. */
export function surfaceWords(surface: string): string {
  return WORDS.get(surface) ?? JSON.stringify(surface.slice(0, 40));
}

/** "a", "a and b", "a, b and c"; never more than twelve. */
export function listed(things: readonly string[]): string {
  const shownThings = things.length > 12 ? [...things.slice(0, 11), `${things.length - 11} more`] : things;
  const last = shownThings.at(-1) ?? '';
  return shownThings.length < 2 ? last : `${shownThings.slice(0, -1).join(', ')} and ${last}`;
}

/** As a sentence begins. */
export function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What the parser of every adapter has to pass: total over anything a program may print, and over all that was captured. */
import fc from 'fast-check';
import type { Adapter } from './adapter.ts';
import { Observation } from './episode/observation.ts';
import { allAdapters } from './evidence/adapters.ts';
import { readFrame } from './frames/read.ts';
import { FrameSplitter } from './frames/split.ts';
import { projectionOf } from './record/attested.ts';
import { redactor } from './redact.ts';
import { capturedLines, capturesOf, familyOf, FAMILY_NAMES } from './testing/captures.ts';
import { damagedStream, nearlyCaptured } from './testing/damage.ts';

/** A message of Claude Code may hold many blocks, and each is an event. */
const mostEvents = (adapter: string): number => (adapter === 'claude' ? 600 : 1);

const streams = FAMILY_NAMES.flatMap(capturesOf).map(capturedLines);

it('every captured stream is there to be read', () => {
  expect(Object.fromEntries(FAMILY_NAMES.map((name) => [name, capturesOf(name).length > 4]))).toEqual({
    codex: true,
    'codex-app': true,
    claude: true,
    opencode: true,
    gemini: true,
  });
  expect(streams.length).toBeGreaterThan(150);
});

describe.each(allAdapters().map((adapter) => [adapter.name, adapter] as const))('the parser of %s', (name, adapter) => {
  const parse = (line: string) => adapter.parse(line);
  const own = familyOf(name);

  /** At least one event for a line that is not blank, none for one that is. */
  const total = (line: string): void => {
    const { length } = parse(line);
    if (length > 0 !== (line.trim() !== '') || length > mostEvents(name)) throw new Error(`${length} events: ${line}`);
  };

  if (own !== null)
    it.each(capturesOf(own))('reads %s whole, and nothing in it is unknown', (file) => {
      const lines = capturedLines(file).filter((line) => line.trim() !== '');
      for (const line of lines) total(line);
      expect(lines.flatMap((line) => parse(line)).filter((event) => event.unread !== undefined)).toEqual([]);
    });

  it('reads every captured line of every CLI, its own or not, and drops none', () => {
    for (const lines of streams) for (const line of lines) total(line);
  });

  it('reads captured streams that were cut, doubled, reordered and damaged at random', () => {
    fc.assert(
      fc.property(damagedStream(streams), ({ bytes, chunks }) => survives(adapter, bytes, chunks)),
      { numRuns: 200 },
    );
  });

  it('reads captured lines in which fields are missing or hold anything', () => {
    fc.assert(fc.property(nearlyCaptured(own === null ? streams : capturesOf(own).map(capturedLines)), total), {
      numRuns: 2000,
    });
  });

  it('reads any bytes, any text and any JSON', () => {
    fc.assert(fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => total(Buffer.from(bytes).toString('utf8'))));
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), total));
    fc.assert(fc.property(fc.json(), total));
  });

  it('reads what is nested deeper than any honest line', () => {
    total('['.repeat(200_000) + ']'.repeat(200_000));
    for (const before of DEEP) total(`${before}${'{"item":'.repeat(50_000)}1${'}'.repeat(50_001)}`);
  });
});

/** Where each of them looks into its lines. */
const DEEP = [
  '{"type":"item.completed","item":',
  '{"method":"item/completed","params":',
  '{"type":"assistant","message":',
  '{"type":"tool_use","part":',
  '{"type":"tool_use","tool_name":"mcp_runseal_x","parameters":',
  '{"type":"result","args":',
];

/** Through splitter, reader, observation and summary, as in an episode: no byte is lost, no line goes without an event. */
function survives(adapter: Adapter, bytes: Uint8Array, chunks: readonly number[]): void {
  const splitter = new FrameSplitter();
  const observed = new Observation();
  const secrets = redactor(['a-secret-of-the-episode']);
  const frames = [...pieces(bytes, chunks).flatMap((piece) => splitter.push(piece)), ...splitter.end()];
  let seen = 0;
  for (const frame of frames) {
    seen += frame.bytes + (frame.terminated ? 1 : 0);
    const read = readFrame(frame, adapter);
    if (read === null) {
      expect(Buffer.from(frame.line!).toString('utf8')).toMatch(/^[ \t\r]*$/);
      continue;
    }
    if (read.events.length === 0) throw new Error(`No event: ${String(frame.line)}`);
    observed.note(read);
    projectionOf(read, secrets);
  }
  expect(seen).toBe(bytes.length);
}

function pieces(bytes: Uint8Array, sizes: readonly number[]): Uint8Array[] {
  const cut: Uint8Array[] = [];
  for (let at = 0, i = 0; at < bytes.length; i += 1) {
    const size = sizes[i % sizes.length]!;
    cut.push(bytes.subarray(at, at + size));
    at += size;
  }
  return cut;
}

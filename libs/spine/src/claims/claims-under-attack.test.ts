/** Questions and runs made to draw a false no, or a yes that nobody can vouch for. */
import fc from 'fast-check';
import type { SpineEvent } from '../event.ts';
import type { CborMap } from '../values.ts';
import { ask, contentsAskedFor, parseClaim, type Answer } from './index.ts';

const HELD: CborMap = Object.fromEntries(
  ['shell', 'file_writes', 'web_search', 'foreign_mcp', 'sub_agents', 'frames', 'egress', 'model_calls'].map(
    (surface) => [surface, 'denied'],
  ),
);
type Draft = readonly [type: string, payload: CborMap];
const native: Draft = ['run.opened', { harness_kind: 'native', grant: ['workspace_write'], enforcement_profile: {} }];
const held: Draft = ['run.opened', { harness_kind: 'external', grant: [], enforcement_profile: HELD }];

function run(...drafts: Draft[]): SpineEvent[] {
  return drafts.map(([type, payload], i) => ({
    ...{ stream: 'r', seq: i + 1, time: 0n, type, actor: 'agent', payload, schemaVersion: 1 },
  }));
}

/** Calls that end well, and their arguments where they are at hand. */
class Calls {
  readonly drafts: Draft[] = [];
  readonly contents = new Map<string, Uint8Array>();
  call(action: string, scope: string, args?: object): this {
    const commitment = new Uint8Array(32).fill(this.drafts.length + 1);
    if (args !== undefined) this.contents.set(String(commitment), new TextEncoder().encode(JSON.stringify(args)));
    const payload = { call: this.drafts.length + 1, action, scope, arguments: { commitment, bytes: 1, media: 'm' } };
    this.drafts.push(['dispatch.start', payload]);
    return this;
  }
  asked(question: string): Answer {
    const ends = this.drafts.map(([, { call }]): Draft => ['dispatch.end', { call: call!, outcome: 'ok' }]);
    return ask(parseClaim(question), run(native, ...this.drafts, ...ends), (one) => this.contents.get(String(one)));
  }
}
const calls = (...one: Parameters<Calls['call']>) => new Calls().call(...one);
const PATCH = '--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n--- a/not-a-header\n-y\n+++ b/nor-this\n+y\n';

test.each<[string, Calls, string, Answer['answer']]>([
  ['spelled another way', calls('workspace_write', 'src//./a.ts'), 'src/a.ts', 'yes'],
  ['with a comma in its name', calls('workspace_patch', 'a, b.txt'), 'a, b.txt', 'yes'],
  ['in another form of Unicode', calls('workspace_write', 'cafe\u0301'), 'caf\u00e9', 'yes'],
  ['cut short', calls('workspace_write', `${'d/'.repeat(126)}d...`), `${'d/'.repeat(200)}f`, 'cannot_say'],
  [
    'cut short, with the arguments',
    calls('workspace_write', 'd...', { path: `${'d/'.repeat(200)}f` }),
    'f',
    'no_within_observed',
  ],
  ['cut short, asked for whole', calls('workspace_write', 'd...', { path: 'd/long' }), 'd/long', 'yes'],
  ['of a patch whose text is gone', calls('workspace_patch', 'x'), 'y', 'cannot_say'],
  [
    'in the seventeenth place of a patch',
    calls('workspace_patch', 'x', { patch: `${PATCH}--- a/far\n+++ b/far\n` }),
    'far',
    'yes',
  ],
  [
    'made by a line of git alone',
    calls('workspace_patch', '', { patch: 'diff --git a/empty b/empty\n' }),
    'empty',
    'yes',
  ],
  [
    'that only a line of a file names',
    calls('workspace_patch', 'x', { patch: PATCH }),
    'not-a-header',
    'no_within_observed',
  ],
  ['quoted in a patch', calls('workspace_patch', '', { patch: '--- "a/\\303"\n+++ "b/\\303"\n' }), 'z', 'cannot_say'],
  ['below a listing as deep', calls('workspace_list', '.', { depth: 3, path: '.' }), 'src/secret', 'cannot_say'],
  ['below a listing not as deep', calls('workspace_list', '.', { path: '.' }), 'src', 'no_within_observed'],
  ['below a listing of unknown depth', calls('workspace_list', 'src'), 'src/secret', 'cannot_say'],
  ['beside a listing', calls('workspace_list', 'src'), 'lib', 'no_within_observed'],
  ['while a tool ran that nobody here knows', calls('mystery', ''), 'a', 'cannot_say'],
  [
    'that a harness was allowed to change',
    calls('allow_file_change', 'x and 1 more', { changes: [{ path: 'x' }, { path: 'y' }] }),
    'y',
    'cannot_say',
  ],
  ['outside of the workspace', calls('workspace_write', 'etc/passwd'), '/etc/passwd', 'no_within_observed'],
])('A path %s', (_, made, path, answer) => {
  expect(made.asked(`path:${path} touched`).answer).toBe(answer);
});

describe('A path that a call names', () => {
  const start = (call: number, action = 'workspace_write', scope = 'a'): Draft => [
    'dispatch.start',
    { call, action, scope },
  ];
  const end = (call: number, outcome: string): Draft => ['dispatch.end', { call, outcome }];
  const asked = (...drafts: Draft[]) => ask(parseClaim('path:a touched'), run(native, ...drafts));

  test('was touched when one of them ended well, and those that did carry the answer', () => {
    const answer = asked(start(1), start(2, 'workspace_read'), end(2, 'ok'), end(1, 'ok'), start(3), end(3, 'error'));
    expect(answer).toMatchObject({ answer: 'yes', strength: 'enforced', events: [2, 3] });
    expect(answer.sentence).toBe('a was touched by workspace_read, workspace_write.');
  });

  test.each<[string, Draft[], RegExp, number[]]>([
    ['failed', [start(1), end(1, 'error')], /did not end well/u, [2]],
    ['was cancelled', [start(1), end(1, 'cancelled')], /did not end well/u, [2]],
    ['has no end', [start(1)], /end of this workspace_write is not on the record/u, [2]],
    ['has the end of another', [start(1), end(2, 'ok')], /is not on the record/u, [2]],
    ['shares its number', [start(1), start(1), end(1, 'ok')], /same number/u, [2, 3]],
    ['only allows it', [start(1, 'allow_file_change'), end(1, 'ok')], /allowed it at most/u, [2]],
  ])('which %s is not said to be touched, nor to be untouched', (_, drafts, reason, seqs) => {
    const { answer, sentence, blindSpots } = asked(...drafts);
    expect(answer).toBe('cannot_say');
    expect(sentence).toBe('a is named in calls, none of which is known to have touched it.');
    expect(blindSpots).toEqual(
      seqs.map((seq) => ({ surface: 'dispatch', seq, reason: expect.stringMatching(reason) as string })),
    );
  });

  test('and other blind spots are told beside it', () => {
    const lost: Draft = ['provenance.gap', { surface: 'dispatch', reason: 'lost' }];
    expect(asked(lost, start(1)).blindSpots.map(({ seq }) => seq)).toEqual([3, 2]);
  });

  test('is told in as much memory as its answer takes, however many calls there are', () => {
    const many = Array.from({ length: 300 }, (_, n) => start(n));
    const answer = asked(...many, ...many.map((_, n) => end(n, 'ok')));
    expect(answer).toMatchObject({ answer: 'yes', events: many.slice(0, 100).map((_, n) => n + 2) });
    expect(asked(...many).blindSpots).toHaveLength(100);
    expect(asked(...many.flatMap((one, n) => [one, end(n, 'error')])).blindSpots).toHaveLength(100);
    expect(asked(...many.flatMap((one, n) => [one, end(n, 'ok')])).events).toHaveLength(100);
  });
});

test.each<[string, string, string, Answer['answer']]>([
  ['path', 'src/a', 'wrote src/a.ts', 'no_within_observed'],
  ['path', 'a', 'wrote a banana', 'yes'],
  ['path', 'a.ts', '["/tmp/w/a.ts"]', 'yes'],
  ['path', 'b', 'wrote a banana', 'no_within_observed'],
  ['host', 't.co', 'GET https://cat.com/', 'no_within_observed'],
  ['host', 't.co', 'GET https://t.co.example/', 'no_within_observed'],
  ['host', 't.co', 'GET https://cat.co/', 'no_within_observed'],
  ['host', 't.co', 'GET https://user@T.CO:443/', 'yes'],
])('A %s %s in "%s" of a harness: %s', (kind, name, text, answer) => {
  const said: Draft = ['provenance.attested', { kind: 'native_command', summary: { command: ['sh', text] } }];
  const question = kind === 'path' ? `path:${name} touched` : `host:${name} reached`;
  expect(ask(parseClaim(question), run(held, said)).answer).toBe(answer);
});

test('Words are found as they are meant, not only as JSON writes them', () => {
  const made = calls('workspace_write', 'a', { content: 'say "hi"\nthen cafe\u0301', nested: [{ 'a"key': 1 }] });
  for (const words of ['say "hi"', '"hi"\nthen', 'caf\u00e9', 'a"key', '\\n'])
    expect([words, made.asked(`tool:workspace_write called with ${words}`).answer]).toEqual([words, 'yes']);
  expect(made.asked('tool:workspace_write called with bye').answer).toBe('no_within_observed');
});

test.each<[string, Calls, string, Answer['answer']]>([
  ['a command, by what is left of it', calls('allow_command', 'rm'), 'allow_command called with rm', 'yes'],
  ['a command, of which that is not left', calls('allow_command', 'rm'), 'allow_command called with x', 'cannot_say'],
  ['a command of a record of before', calls('allow_command', 'rm -r, x'), 'allow_command called with r, x', 'yes'],
  ['a mark of ours before a name', calls('ring', 'host: A-7'), 'ring called with host', 'cannot_say'],
  ['a name behind it', calls('ring', 'host: A-7, B'), 'ring called with A-7', 'yes'],
  [
    'a count of ours behind a name',
    calls('allow_file_change', 'a and 3 more'),
    'allow_file_change called with more',
    'cannot_say',
  ],
  ['what stands between two names', calls('workspace_patch', 'a, b'), 'workspace_patch called with a, b', 'cannot_say'],
  [
    'a scope that its arguments do not bear out',
    calls('ring', 'x', { y: 1 }),
    'ring called with x',
    'no_within_observed',
  ],
])('Once its arguments are gone, a call is not found by %s unless they held it', (_, made, question, answer) => {
  expect(made.asked(`tool:${question}`).answer).toBe(answer);
});

test('A tool of the waist that a harness says it called elsewhere is its word, not a no', () => {
  const said: Draft = ['provenance.attested', { kind: 'foreign_mcp_call', summary: { tool: 'run_command' } }];
  expect(ask(parseClaim('tool:run_command called'), run(held, said))).toMatchObject({
    answer: 'yes',
    strength: 'attested',
  });
});

test.each<[string, string, string, Answer['answer']]>([
  ['in another case', 'src/README.md', 'src/readme.md', 'cannot_say'],
  ['below a folder in another case', 'Src/a.ts', 'src', 'cannot_say'],
  ['by where it may lie on the machine', 'src/a.ts', '/home/ana/src/a.ts', 'cannot_say'],
  ['by where it may lie on the machine, in another case', 'A.ts', '/home/ana/a.ts', 'cannot_say'],
  ['by where another lies', 'src/a.ts', '/etc/passwd', 'no_within_observed'],
  ['by the end of its name', 'passwd', '/etc/xpasswd', 'no_within_observed'],
  ['in another case, below a file', 'A.ts', 'a.ts/b', 'no_within_observed'],
])('A path that is asked for %s is not said to be untouched where it may be the same', (_, named, asked, answer) => {
  const made = calls('workspace_write', named, { path: named });
  expect(made.asked(`path:${asked} touched`).answer).toBe(answer);
});

describe('A host', () => {
  const decided = (host: string, ...addresses: string[]): Draft[] => [
    ['egress.decided', { connection: 'c', host, decision: 'allowed', addresses }],
    ['egress.ended', { connection: 'c', outcome: 'closed' }],
  ];
  test.each<[string, Draft[], string, Answer['answer']]>([
    ['in letters of its own', decided('xn--bcher-kva.example'), 'Bücher.example', 'yes'],
    ['with the dot of the root', decided('evil.example'), 'evil.example.', 'yes'],
    ['by its address', decided('evil.example', '192.0.2.1'), '192.0.2.1', 'yes'],
    ['by one of several addresses', decided('evil.example', '192.0.2.1', '192.0.2.2'), '192.0.2.1', 'cannot_say'],
    ['by an address in another notation', decided('evil.example', '192.0.2.1'), '0xC0000201', 'yes'],
    ['by a long IPv6 address', decided('evil.example', '2001:db8::1'), '2001:0db8:0::0:1', 'yes'],
    ['by an IPv4 address within IPv6', decided('evil.example', '192.0.2.1'), '::ffff:192.0.2.1', 'yes'],
    ['at an IPv4 address within IPv6', decided('evil.example', '::ffff:192.0.2.1'), '192.0.2.1', 'yes'],
    ['by another address', decided('evil.example', '192.0.2.1'), '192.0.2.9', 'no_within_observed'],
    [
      'by address, where a model was called by name',
      [['model.called', { endpoint: 'https://api.example/v1' }]],
      '192.0.2.1',
      'cannot_say',
    ],
  ])('%s', (_, drafts, host, answer) => {
    expect(ask(parseClaim(`host:${host} reached`), run(native, ...drafts)).answer).toBe(answer);
  });
});

test.each([
  ...[
    'host:evil.example:443 reached',
    'host:evil.example/x reached',
    'host:me@evil.example reached',
    'host:a b reached',
  ],
  // What looks like a pattern would be answered "no": no host, no tool and hardly a file is called that.
  ...['host:.evil.example reached', 'host:*.evil.example reached', 'host:evil..example reached'],
  ...['host:evil.example.. reached', 'tool:workspace_* called', 'tool:* called with x', 'path:src/*.ts touched'],
  ...['host:[::1]:80 reached', 'host:. reached', 'path:../etc touched', 'path:a/../b touched', 'path: touched'],
  ...['tool: called', `tool:${'x'.repeat(129)} called`, `path:${'x'.repeat(1001)} touched`, 'tool:a called with ', ''],
])('"%s" is refused and not answered', (question) => {
  expect(() => parseClaim(question)).toThrow(expect.objectContaining({ code: 'runseal.claim_unreadable' }) as Error);
});

test('Whatever is asked of whatever payload is answered, or refused as a question', () => {
  const value: fc.Arbitrary<CborMap> = fc.dictionary(
    fc.constantFrom(
      'call',
      'action',
      'scope',
      'arguments',
      'summary',
      'host',
      'addresses',
      'endpoint',
      'kind',
      'grant',
    ),
    fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.integer(),
      fc.constant(null),
      fc.array(fc.string()),
      fc.constant({ a: ['b'] }),
    ),
  );
  const type = fc.constantFrom('run.opened', 'dispatch.start', 'provenance.attested', 'egress.decided', 'model.called');
  const text = fc.string({ unit: 'binary', minLength: 1, maxLength: 40 });
  const question = fc.oneof(
    text,
    fc
      .tuple(fc.constantFrom('tool', 'path', 'host'), text, fc.constantFrom('called', 'touched', 'reached'))
      .map(([a, b, c]) => `${a}:${b} ${c}`),
  );
  fc.assert(
    fc.property(fc.array(fc.tuple(type, value), { maxLength: 6 }), question, (drafts, asked) => {
      try {
        expect(['yes', 'no_within_observed', 'cannot_say']).toContain(ask(parseClaim(asked), run(...drafts)).answer);
      } catch (error) {
        expect(error).toMatchObject({ code: 'runseal.claim_unreadable' });
      }
    }),
  );
});

test('Questions and arguments that are as long as may be take no time to speak of', () => {
  const patch = `diff --git a/${' b/'.repeat(300_000)}\n${'@@ -1,9 +1,9 @@\n'.repeat(50_000)}`;
  const made = calls('workspace_patch', 'x', { patch }).call('workspace_write', 'a', {
    content: 'a'.repeat(2_000_000),
  });
  const began = performance.now();
  expect(made.asked(`path:${'a'.repeat(999)} touched`).answer).toBe('cannot_say');
  expect(made.asked(`tool:workspace_write called with ${'a'.repeat(990)}b`).answer).toBe('no_within_observed');
  // What grows with the square of it takes minutes.
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('A number that is used for two calls hides neither of them', () => {
  const start = (action: string, scope: string): Draft => ['dispatch.start', { call: 1, action, scope }];
  const end: Draft = ['dispatch.end', { call: 1, outcome: 'ok' }];
  const events = run(native, start('workspace_write', 'a'), start('workspace_read', 'b'), end);
  for (const [question, answer] of [
    ['tool:workspace_write called', 'yes'],
    ['tool:workspace_read called', 'yes'],
    ['path:a touched', 'yes'],
    ['path:b touched', 'yes'],
  ])
    expect([question, ask(parseClaim(question!), events).answer]).toEqual([question, answer]);
});

test('However many events an answer could name, it names a hundred, and the first of them', () => {
  const gaps = Array.from({ length: 300 }, (): Draft => ['provenance.gap', { surface: 'dispatch', reason: 'lost' }]);
  const { blindSpots } = ask(parseClaim('tool:run_command called'), run(native, ...gaps));
  expect(blindSpots).toHaveLength(100);
  expect(blindSpots.at(-1)).toEqual({ surface: 'dispatch', seq: 101, reason: 'lost' });
});

test('A connection whose end stands before its decision is no connection without an end', () => {
  const ended: Draft = ['egress.ended', { connection: 'c', outcome: 'closed' }];
  const decided: Draft = ['egress.decided', { connection: 'c', host: 'x.example', decision: 'allowed' }];
  expect(ask(parseClaim('host:x.example reached'), run(native, ended, decided))).toMatchObject({
    ...{ answer: 'yes', events: [3] },
  });
});

test('What is to be read for an answer is named', () => {
  const events = run(native, ...calls('workspace_write', 'a').call('workspace_read', 'b').drafts);
  const named = (question: string) => contentsAskedFor(parseClaim(question), events).map(([first]) => first);
  expect(named('tool:workspace_read called with b')).toEqual([2]);
  expect(named('path:a touched')).toEqual([1, 2]);
  expect(named('finished by itself')).toEqual([]);
});

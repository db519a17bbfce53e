/** What an answer rests on: which events count for it, which do not, and what it says of them. */
import type { SpineEvent } from '../event.ts';
import type { CborMap, CborValue } from '../values.ts';
import { ask, contentsAskedFor, parseClaim, type Answer } from './index.ts';

type Draft = readonly [type: string, payload: CborMap];

const SURFACES = ['shell', 'file_writes', 'web_search', 'foreign_mcp', 'sub_agents', 'frames', 'egress', 'model_calls'];
const DENIED: CborMap = Object.fromEntries(SURFACES.map((surface) => [surface, 'denied']));
const external = (profile: CborMap, grant: CborValue = []): Draft => [
  'run.opened',
  { harness_kind: 'external', grant, enforcement_profile: profile },
];
const native: Draft = ['run.opened', { harness_kind: 'native', grant: [], enforcement_profile: {} }];
const start = (call: number, action: string, more: CborMap = {}): Draft => [
  'dispatch.start',
  { call, action, scope: '', ...more },
];
const gap = (surface: string, more: CborMap = {}): Draft => ['provenance.gap', { surface, reason: 'lost', ...more }];

function run(...drafts: Draft[]): SpineEvent[] {
  return drafts.map(([type, payload], i) => ({
    ...{ stream: 'r', seq: i + 1, time: 0n, type, actor: 'agent', payload, schemaVersion: 1 },
  }));
}

const asked = (question: string, ...drafts: Draft[]): Answer => ask(parseClaim(question), run(...drafts));

describe('A tool', () => {
  const refused = (action: string, call = 1): Draft => ['dispatch.rejected', { call, action }];

  test.each<[string, Draft[], string, readonly number[]]>([
    ['never asked for', [], 'ring was not called.', []],
    ['refused once', [refused('ring')], 'ring was asked for once and refused each time.', [2]],
    [
      'refused twice',
      [refused('ring'), refused('ring', 2)],
      'ring was asked for 2 times and refused each time.',
      [2, 3],
    ],
    [
      'refused where others are, too',
      [refused('other'), refused('ring', 2)],
      'ring was asked for once and refused each time.',
      [3],
    ],
    ['like one that was refused', [refused('other')], 'ring was not called.', []],
  ])('%s', (_, drafts, sentence, events) => {
    const answer = asked('tool:ring called', external(DENIED), ...drafts);
    expect(answer).toMatchObject({ answer: 'no_within_observed', sentence, events });
  });

  test('called twice is told so', () => {
    const answer = asked('tool:ring called', native, start(1, 'ring'), start(2, 'ring'));
    expect(answer.sentence).toBe('ring was called 2 times; each call went through the waist.');
  });

  test.each<[string, Draft, Draft[], Answer['answer']]>([
    ['that the run was granted', external({}, ['ring']), [], 'no_within_observed'],
    ['that the waist was asked for', external({}), [refused('ring')], 'no_within_observed'],
    ['of nobody knows whom', external({}), [], 'cannot_say'],
    ['whose name a text holds, where a list of grants should be', external({}, 'a ring'), [], 'cannot_say'],
  ])('%s, beside ways round the waist', (_, opened, drafts, answer) => {
    expect(asked('tool:ring called', opened, ...drafts).answer).toBe(answer);
  });

  test('of the waist’s own needs no grant to be known', () => {
    for (const tool of ['run_command', 'workspace_write'])
      expect([tool, asked(`tool:${tool} called`, external({})).answer]).toEqual([tool, 'no_within_observed']);
  });

  test('that went through the waist goes nowhere else, whatever is open', () => {
    const commitment = new Uint8Array(32);
    const called = start(1, 'ring', { arguments: { commitment, bytes: 2, media: 'application/json' } });
    const question = parseClaim('tool:ring called with x');
    const answer = ask(question, run(external({}), called), () => new TextEncoder().encode('{"a":"b"}'));
    expect(answer.answer).toBe('no_within_observed');
    expect(ask(question, run(external({}), refused('other'))).answer).toBe('cannot_say');
  });
});

describe('A host', () => {
  const model = (endpoint: string): Draft => ['model.called', { step: 1, endpoint }];

  test.each<[string, CborMap, Answer['answer']]>([
    ['that ran as a plain process', { runs_program: true, containment: 'process' }, 'cannot_say'],
    ['that was contained', { runs_program: true, containment: 'kernel' }, 'no_within_observed'],
    ['that is no program', { runs_program: false, containment: 'process' }, 'no_within_observed'],
  ])('may have been reached by a call %s, or not', (_, payload, answer) => {
    expect(asked('host:x.example reached', external(DENIED), start(1, 'run_command', payload)).answer).toBe(answer);
  });

  test.each<[string, string, string, Answer['answer']]>([
    ['an address, where a model was called by name', '192.0.2.1', 'https://api.example/v1', 'cannot_say'],
    ['an address, where a model was called by another', '192.0.2.1', 'https://192.0.2.2/v1', 'no_within_observed'],
    ['a name, where a model was called by another', 'x.example', 'https://api.example/v1', 'no_within_observed'],
  ])('%s', (_, host, endpoint, answer) => {
    expect(asked(`host:${host} reached`, native, model(endpoint)).answer).toBe(answer);
  });

  test.each<[string, CborMap, (string | null)[]]>([
    ['egress is open: by whatever could use it', { ...DENIED, egress: 'open', shell: 'open' }, ['egress', 'shell']],
    ['egress is open and nothing inside is', { ...DENIED, egress: 'open' }, ['egress']],
    [
      'egress is not spoken of',
      Object.fromEntries(Object.entries(DENIED).filter(([name]) => name !== 'egress')),
      ['egress'],
    ],
    ['egress is held: by nothing inside', { ...DENIED, egress: 'bridged', shell: 'open', frames: 'open' }, []],
    ['the provider searches: by it', { ...DENIED, web_search: 'open', shell: 'open' }, ['web_search']],
  ])('where %s', (_, profile, surfaces) => {
    const { answer, blindSpots } = asked('host:x.example reached', external(profile));
    expect(blindSpots.map(({ surface }) => surface)).toEqual(surfaces);
    expect(answer).toBe(surfaces.length > 0 ? 'cannot_say' : 'no_within_observed');
  });

  test('is hidden by one gap among any number that hide only what was said there', () => {
    const telling = Array.from({ length: 150 }, () => gap('egress', { reason: 'content_not_seen' }));
    expect(asked('host:x.example reached', external(DENIED), ...telling).answer).toBe('no_within_observed');
    const { answer, blindSpots } = asked('host:x.example reached', external(DENIED), ...telling, gap('egress'));
    expect([answer, blindSpots]).toEqual(['cannot_say', [{ surface: 'egress', seq: 152, reason: 'lost' }]]);
  });

  test('connected to twice is told so; an unnamed one is counted among the others', () => {
    const decided = (connection: string, host: CborValue): Draft => [
      'egress.decided',
      { connection, host, decision: 'allowed' },
    ];
    const closed = (connection: string): Draft => ['egress.ended', { connection, outcome: 'closed' }];
    const two = [decided('a', 'x.example'), decided('b', 'x.example'), closed('b'), closed('a')];
    expect(asked('host:x.example reached', native, ...two)).toMatchObject({
      ...{ sentence: 'x.example was connected to 2 times, through us.', events: [2, 3] },
    });
    expect(asked('host:y.example reached', native, decided('c', 7), closed('c')).sentence).toMatch(
      /inside the connections to an unnamed host is not seen/u,
    );
  });
});

describe('A path', () => {
  test('that is the workspace itself is called so', () => {
    const written = [
      start(1, 'workspace_write', { scope: 'a' }),
      ['dispatch.end', { call: 1, outcome: 'ok' }],
    ] as const;
    expect(asked('path:. touched', native, ...written).sentence).toBe('the workspace was touched by workspace_write.');
  });

  test.each(['answer_question', 'conformance_check'])('is not touched by %s', (action) => {
    expect(asked('path:a touched', native, start(1, action)).answer).toBe('no_within_observed');
  });

  test('needs the arguments of those calls alone that name paths', () => {
    const of = (fill: number): CborMap => ({
      arguments: { commitment: new Uint8Array(32).fill(fill), bytes: 1, media: 'application/json' },
    });
    const events = run(native, start(1, 'run_command', of(1)), start(2, 'workspace_read', of(2)));
    expect(contentsAskedFor(parseClaim('path:a touched'), events).map(([first]) => first)).toEqual([2]);
  });
});

describe('A blind spot', () => {
  const reasonOf = (payload: CborMap): string =>
    asked('tool:ring called', native, ['provenance.gap', { surface: 'dispatch', ...payload }]).blindSpots[0]!.reason;

  test('says why in the words of its gap, else by its reason', () => {
    expect(reasonOf({ reason: 'lost', detail: 'Two calls were lost.' })).toBe('Two calls were lost.');
    expect(reasonOf({ reason: 'lost', detail: '' })).toBe('lost');
    expect(reasonOf({ reason: 'lost', detail: 7 })).toBe('lost');
    expect(reasonOf({ reason: 7 })).toBe('not observed');
  });

  test('is what a gap names, and not what any other event does', () => {
    const said: Draft = ['provenance.attested', { surface: 'dispatch', reason: 'lost' }];
    expect(asked('tool:ring called', native, said).answer).toBe('no_within_observed');
  });
});

describe('A run', () => {
  const began: Draft = ['episode.started', { episode: 1 }];
  const ended = (completion: CborValue): Draft => ['episode.ended', { episode: 1, completion }];

  test.each<[string, Draft[], Answer['answer'], readonly number[], string]>([
    ['ended by itself', [began, ended('exit_code')], 'yes', [3], 'It finished by itself (exit code).'],
    [
      'was halted',
      [ended('native'), ['run.halted', {}]],
      'no_within_observed',
      [3],
      'It was stopped: a halt or a brake is on the record.',
    ],
    [
      'was braked',
      [['brake.engaged', {}], ended('native')],
      'no_within_observed',
      [2],
      'It was stopped: a halt or a brake is on the record.',
    ],
    ['was killed', [began, ended('killed')], 'no_within_observed', [3], 'It did not finish by itself (killed).'],
    ['ended in no word', [ended(7)], 'no_within_observed', [2], 'It did not finish by itself (unknown).'],
    [
      'went on after an end',
      [began, ended('native'), began],
      'cannot_say',
      [],
      'How the last episode ended is not on the record.',
    ],
    [
      'went on, and ended again',
      [began, ended('killed'), began, ended('native')],
      'yes',
      [5],
      'It finished by itself (native).',
    ],
    ['has an end alone', [ended('terminal_frame')], 'yes', [2], 'It finished by itself (terminal frame).'],
    ['has a beginning alone', [began], 'cannot_say', [], 'How the last episode ended is not on the record.'],
    ['was opened alone', [], 'cannot_say', [], 'How the last episode ended is not on the record.'],
  ])('that %s', (_, drafts, answer, events, sentence) => {
    expect(asked('finished by itself', native, ...drafts)).toMatchObject({ answer, events, sentence });
  });
});

import type { SpineEvent } from '../event.ts';
import type { CborMap } from '../values.ts';
import { ask, parseClaim, type Answer } from './index.ts';

type Draft = readonly [type: string, payload: CborMap];

const opened = (kind: 'native' | 'external', profile: CborMap = {}): Draft => [
  'run.opened',
  { harness_kind: kind, grant: ['workspace_write', 'run_command'], enforcement_profile: profile },
];
const allDenied: CborMap = Object.fromEntries(
  ['shell', 'file_writes', 'web_search', 'foreign_mcp', 'sub_agents', 'frames', 'egress', 'model_calls'].map((s) => [
    s,
    'denied',
  ]),
);
const commitment = new Uint8Array(32).fill(5);
const wrote: Draft = [
  'dispatch.start',
  {
    call: 1,
    action: 'workspace_write',
    scope: 'src/a.ts',
    arguments: { commitment, bytes: 3, media: 'application/json' },
  },
];
const gap = (surface: string): Draft => [
  'provenance.gap',
  { surface, reason: 'not_observable', detail: `${surface} was not seen` },
];

function run(...drafts: Draft[]): SpineEvent[] {
  return drafts.map(([type, payload], i) => ({
    stream: 'r',
    seq: i + 1,
    time: 0n,
    type,
    actor: 'agent',
    payload,
    schemaVersion: 1,
  }));
}

function answer(question: string, events: SpineEvent[], contents = new Map<Uint8Array, Uint8Array>()): Answer {
  return ask(parseClaim(question), events, (c) => contents.get(c));
}

describe('asking whether a tool was called', () => {
  it('is a yes with its events when the waist saw it', () => {
    expect(answer('tool:workspace_write called?', run(opened('external'), wrote))).toMatchObject({
      answer: 'yes',
      strength: 'enforced',
      events: [2],
    });
  });

  it('is a no for a tool of the waist, external harness or not', () => {
    expect(answer('tool:run_command called', run(opened('external'), wrote)).answer).toBe('no_within_observed');
  });

  it('is never a no when dispatches were lost', () => {
    const lost = answer('tool:run_command called', run(opened('native'), gap('dispatch')));
    expect(lost).toMatchObject({ answer: 'cannot_say', blindSpots: [{ surface: 'dispatch', seq: 2 }] });
  });

  it('is never a no for a native tool whose surface is open or merely contained', () => {
    expect(answer('tool:shell called', run(opened('external', { ...allDenied, shell: 'open' }))).answer).toBe(
      'cannot_say',
    );
    expect(answer('tool:shell called', run(opened('external', { ...allDenied, shell: 'contained' }))).answer).toBe(
      'cannot_say',
    );
    expect(answer('tool:shell called', run(opened('external', allDenied))).answer).toBe('no_within_observed');
  });

  it('is a yes of the harness alone when only the harness says so', () => {
    const said: Draft = ['provenance.attested', { kind: 'foreign_mcp_call', summary: { tool: 'browse' } }];
    expect(answer('tool:browse called', run(opened('external'), said))).toMatchObject({
      answer: 'yes',
      strength: 'attested',
      events: [2],
    });
  });

  it('is a no that names the refusals when every call was refused', () => {
    const refused: Draft = ['dispatch.rejected', { call: 1, action: 'run_command', reason: 'capability_denied' }];
    expect(answer('tool:run_command called', run(opened('native'), refused))).toMatchObject({
      answer: 'no_within_observed',
      events: [2],
    });
  });
});

describe('asking about arguments', () => {
  const events = run(opened('native'), wrote);

  it('looks into the content when it is at hand', () => {
    const contents = new Map([[commitment, new TextEncoder().encode('{"content":"secret plan"}')]]);
    expect(answer('tool:workspace_write called with secret plan', events, contents).answer).toBe('yes');
    expect(answer('tool:workspace_write called with other plan', events, contents).answer).toBe('no_within_observed');
  });

  it('cannot say when the content is erased', () => {
    expect(answer('tool:workspace_write called with plan', events)).toMatchObject({
      answer: 'cannot_say',
      blindSpots: [{ surface: 'arguments', seq: 2 }],
    });
  });
});

describe('asking about paths, hosts and the end', () => {
  it('finds a path and the folder it lies in', () => {
    const events = run(opened('native'), wrote, ['dispatch.end', { call: 1, outcome: 'ok' }]);
    expect(answer('path:src touched', events).answer).toBe('yes');
    expect(answer('path:./src/a.ts touched', events).answer).toBe('yes');
    expect(answer('path:src/a touched', events).answer).toBe('no_within_observed');
  });

  it('cannot say that a path was untouched once a program ran', () => {
    const ran: Draft = ['dispatch.start', { call: 2, action: 'run_command', scope: 'make' }];
    expect(answer('path:b.txt touched', run(opened('native'), ran)).answer).toBe('cannot_say');
  });

  it('cannot say that a host was not reached when egress was not observed', () => {
    expect(answer('host:evil.example reached', run(opened('external', allDenied), gap('egress')))).toMatchObject({
      answer: 'cannot_say',
      blindSpots: [{ surface: 'egress', seq: 2 }],
    });
    expect(answer('host:evil.example reached', run(opened('native'))).answer).toBe('no_within_observed');
  });

  describe('knows a model endpoint that we called', () => {
    const called: Draft = ['model.called', { step: 1, endpoint: 'https://api.example/v1' }];
    const answered = (answer: CborMap | null, step = 1): Draft => ['model.answered', { step, answer }];
    const asked = (...drafts: Draft[]) => answer('host:api.example reached', run(opened('native'), ...drafts));

    it('and says yes once it answered', () => {
      expect(asked(called, answered({ commitment, bytes: 3, media: 'text/plain' }))).toMatchObject({
        ...{ answer: 'yes', strength: 'enforced', events: [2] },
        sentence: 'api.example answered for the model; it was called by us.',
      });
    });

    it.each<[string, Draft[]]>([
      ['nothing came back', [called, answered(null)]],
      ['nothing says what came back', [called]],
      ['the answer is that of another call', [called, answered({}, 2)]],
    ])('and cannot say where %s', (_, drafts) => {
      expect(asked(...drafts)).toMatchObject({
        answer: 'cannot_say',
        sentence: 'api.example was to be connected to, through us; that it was reached is not on the record.',
        blindSpots: [{ surface: 'egress', seq: 2 }],
      });
    });
  });

  describe('where the way out leads past us', () => {
    const held: CborMap = { ...allDenied, shell: 'contained', egress: 'bridged', model_calls: 'bridged' };
    const decided = (host: string, decision: string, connection = 'c1'): Draft => [
      'egress.decided',
      { connection, host, decision, port: 443, reason: decision === 'allowed' ? 'listed' : 'not_listed' },
    ];
    const ended = (outcome: string, connection = 'c1'): Draft => ['egress.ended', { connection, outcome }];
    const unseen: Draft = ['provenance.gap', { surface: 'egress', reason: 'content_not_seen', count: 1 }];
    const about = (...drafts: Draft[]) => answer('host:api.example reached', run(opened('external', held), ...drafts));

    it('a connection that was made is a yes of our own', () => {
      expect(about(decided('api.example', 'allowed'), ended('closed'), unseen)).toMatchObject({
        ...{ answer: 'yes', strength: 'enforced', events: [2] },
      });
    });

    it('one that was refused, or found nobody, is a no with its events', () => {
      for (const drafts of [
        [decided('api.example', 'refused')],
        [decided('api.example', 'allowed'), ended('unreachable')],
      ])
        expect(about(...drafts)).toMatchObject({ answer: 'no_within_observed', events: [2] });
    });

    it('a no beside connections to others says that the name inside them was not seen', () => {
      const other = about(decided('front.example', 'allowed'), ended('closed'), unseen);
      expect(other.answer).toBe('no_within_observed');
      expect(other.sentence).toMatch(/^api\.example was not connected to\..+inside the connections to front\.example/);
      for (const drafts of [
        [],
        [decided('front.example', 'refused')],
        [decided('front.example', 'allowed'), ended('unreachable')],
      ])
        expect(about(...drafts).sentence).toBe('api.example was not reached.');
    });

    it('one whose end is not on the record is neither', () => {
      expect(about(decided('api.example', 'allowed'))).toMatchObject({
        answer: 'cannot_say',
        blindSpots: [{ surface: 'egress', seq: 2 }],
      });
    });

    it('that other hosts were reached, and what passed there was not seen, says nothing about this one', () => {
      expect(about(decided('other.example', 'allowed'), ended('closed'), unseen).answer).toBe('no_within_observed');
    });

    it('a program that ran as a plain process could have gone anywhere', () => {
      const plain: Draft = ['dispatch.start', { call: 1, runs_program: true, containment: 'process' }];
      expect(about(plain)).toMatchObject({ answer: 'cannot_say', blindSpots: [{ surface: 'egress', seq: 2 }] });
      expect(answer('host:api.example reached', run(opened('native'), plain)).answer).toBe('cannot_say');
    });
  });

  it.each([
    ['terminal_frame', 'yes'],
    ['inferred', 'cannot_say'],
    ['killed', 'no_within_observed'],
  ])('takes completion %s for %s', (completion, expected) => {
    expect(answer('finished by itself', run(opened('external'), ['episode.ended', { completion }])).answer).toBe(
      expected,
    );
  });

  it('cannot say how an episode ended that never did', () => {
    expect(answer('finished by itself', run(opened('external'), ['episode.started', { episode: 1 }])).answer).toBe(
      'cannot_say',
    );
  });

  it('refuses a question it cannot read', () => {
    expect(() => parseClaim('is it good?')).toThrow('cannot be read');
  });
});

it('claims no absence over a record that does not say how the run was opened', () => {
  expect(answer('tool:run_command called', run(wrote)).answer).toBe('cannot_say');
});

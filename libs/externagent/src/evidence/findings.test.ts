import type { SurfaceTries } from '../adapter.ts';
import { sign } from './canary.ts';
import { findings, isBroken, type Found, type Trial } from './findings.ts';
import { MARK } from './mark.ts';
import { RESPONSES } from './scripted/responses.ts';

const script: SurfaceTries = {
  ...{
    model: 'm',
    protocol: 'openai-responses',
    env: () => ({}),
    namespace: null,
    refused: /unsupported/,
    harmless: [],
  },
  tries: [
    { surface: 'shell', speech: { kind: 'call', name: 'shell', args: {} } },
    { surface: 'sub_agents', speech: { kind: 'call', name: 'spawn', args: {} } },
  ],
};
const told = (id: string, output: string) => ({ input: [{ call_id: id, output }] });
const PROVIDER = `GET /${sign('provider')}`;
const canary = (...heard: string[]) => ({ heard: (at: string, name: string) => heard.includes(`${at} ${name}`) });

const trial = (changes: Partial<Trial>): Trial => ({
  ...{ script, tongue: RESPONSES, heard: [PROVIDER], relayed: null, canary: canary('inside control'), complete: true },
  turns: [told('call_1', 'unsupported call'), told('call_2', 'unsupported call')],
  declared: {
    ...{ shell: 'denied', sub_agents: 'denied', hooks: 'denied', foreign_mcp: 'denied', project_config: 'denied' },
    ...{ egress: 'contained', dispatch: 'bridged', context: 'open', web_search: 'denied', model_calls: 'open' },
  },
  ...changes,
});
const found = (changes: Partial<Trial>) =>
  Object.fromEntries(findings(trial(changes)).surfaces.map(({ surface, found }) => [surface, found]));
const broken = (changes: Partial<Trial>) =>
  findings(trial(changes))
    .surfaces.filter(isBroken)
    .map(({ surface }) => surface);

describe('what a trial shows', () => {
  it('a quiet one: what was tried is held, what was not says so', () => {
    expect(found({})).toEqual({
      ...{ shell: 'denied', sub_agents: 'denied', hooks: 'denied', foreign_mcp: 'not_tried' },
      ...{ project_config: 'denied', egress: 'contained', dispatch: 'bridged', context: 'not_tried' },
      ...{ web_search: 'not_tried', model_calls: 'not_tried' },
    });
    expect(broken({})).toEqual([]);
  });

  it('a call that was taken is not denied', () => {
    expect(broken({ turns: [told('call_1', 'exit 127'), told('call_2', 'unsupported call')] })).toEqual(['shell']);
  });

  it('a tool that is on offer is not denied because one call of it failed', () => {
    const offering = { tools: [{ type: 'function', name: 'spawn' }] };
    expect(found({ turns: [offering, ...trial({}).turns] })['sub_agents']).toBe('unknown');
  });

  it('signs of hooks, servers, instructions and of a way out are findings', () => {
    const all = canary('inside control', 'inside hooks', 'inside foreign_mcp', 'outside egress');
    const heard = [PROVIDER, JSON.stringify({ input: sign('project_config') })];
    expect(broken({ canary: all, heard })).toEqual(['hooks', 'foreign_mcp', 'project_config', 'egress']);
  });

  it('what it reads from its own folder is held by that folder being its own', () => {
    expect(found({ heard: [sign('own_config')] })['project_config']).toBe('contained');
  });

  describe('through the gateway', () => {
    const led = (changes: Partial<Trial>): Partial<Trial> => ({
      ...{ heard: ['turn', 'turn'], relayed: 2 },
      declared: { egress: 'denied', model_calls: 'bridged' },
      ...changes,
    });

    it('no way out is found, and every model call came by ours', () => {
      expect(found(led({}))).toEqual({ egress: 'denied', model_calls: 'bridged' });
      expect(broken(led({}))).toEqual([]);
    });

    it('a provider that can be reached past it is less than was promised, and so is a call that nobody passed on', () => {
      const past = led({ heard: ['turn', 'turn', PROVIDER] });
      expect(found(past)).toEqual({ egress: 'contained', model_calls: 'open' });
      expect(broken(past)).toEqual(['egress', 'model_calls']);
      expect(broken(led({ canary: canary('inside control', 'outside egress') }))).toEqual(['egress']);
    });

    it('silence is no finding: not of a shell that was not heard, nor of a trial that broke off', () => {
      expect(found(led({ canary: canary() }))).toEqual({ egress: 'unknown', model_calls: 'bridged' });
      expect(found(led({ complete: false }))).toMatchObject({ model_calls: 'unknown' });
    });
  });

  it('silence proves nothing where the shell that should be heard was not', () => {
    expect(found({ canary: canary() })).toMatchObject({ hooks: 'unknown', egress: 'unknown', foreign_mcp: 'unknown' });
  });

  it('a trial that broke off finds nothing by silence', () => {
    expect(found({ complete: false, turns: [] })).toMatchObject({
      ...{ hooks: 'unknown', project_config: 'unknown', dispatch: 'unknown', shell: 'unknown' },
    });
    expect(broken({ complete: false, turns: [] })).toEqual([]);
  });

  it('a profile is broken by what is weaker than it promises, and by nothing that is not known', () => {
    const all = ['denied', 'bridged', 'contained', 'open', 'unknown', 'not_tried'] as const satisfies readonly Found[];
    const breaking = (declared: 'denied' | 'bridged' | 'contained' | 'open') =>
      all.filter((one) => isBroken({ declared, found: one }));
    expect(breaking('denied')).toEqual(['bridged', 'contained', 'open']);
    expect(breaking('bridged')).toEqual(['open']);
    expect(breaking('contained')).toEqual(['open']);
    expect(breaking('open')).toEqual([]);
  });

  it('each try is one of its surface, and acted where its output shows that it did', () => {
    const of = (output: string, name: string) =>
      findings(trial({ turns: [told('call_1', output)] })).surfaces.find(({ surface }) => surface === name);
    expect(of('unsupported', 'shell')).toMatchObject({ found: 'denied', acted: false, tries: 1 });
    expect(of('exit 127', 'shell')).toMatchObject({ found: 'contained', acted: false });
    expect(of(MARK, 'shell')).toMatchObject({ found: 'contained', acted: true });
    expect(of('Success. Updated the following files: A runseal-probe', 'shell')).toMatchObject({ acted: true });
    expect(of(MARK, 'sub_agents')).toMatchObject({ found: 'unknown', acted: false, tries: 1 });
    expect(of(MARK, 'web_search')).toMatchObject({ found: 'not_tried', acted: false, tries: 0 });
  });

  it('what it offers of its own is named once, in order, without our tools and what does no harm', () => {
    const tools = [{ name: 'b' }, { name: 'a' }, { name: 'b' }, { name: 'plan' }, { name: 'mcp__runseal__read' }];
    const ours = { name: 'mcp__runseal', tools: [{ name: 'workspace_read' }] };
    const turns = [{ tools }, { tools: [ours, { name: 'a' }] }];
    const { offered } = findings(trial({ turns, script: { ...script, harmless: ['plan'] } }));
    expect(offered).toEqual(['a', 'b']);
  });
});

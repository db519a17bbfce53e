/** A conversation of the real opencode that goes on in a later run. */
import { OPENCODE } from '../cli/opencode.ts';
import { conformance, runEpisodeOf } from '../episode.ts';
import { answer, call, promptText, say, type Item, type Step } from '../scripted-model.ts';
import { threadContractOf } from '../thread-contract.ts';

threadContractOf({
  title: 'opencode',
  cli: OPENCODE,
  hostile: call('bash', { command: 'touch pwned', description: 'x' }),
  counts: 'episode',
});

/** opencode ranks the rules of a session above its configuration: with such a rule its shell was back on offer. */
it('a conversation is whole however long it is, and whatever stands in it gives no tool back', async () => {
  const long = `heron ${'é"\\ '.repeat(100_000)}`;
  const script = (...items: Item[]): Step[] => [conformance(), ...items].map((item) => answer(item));
  const first = await runEpisodeOf(OPENCODE, { scenario: script(say(long)), thread: { keep: true, resume: null } });
  const { thread } = first.recorder.payloads('episode.ended')[0] as unknown as {
    thread: { id: string; state: { commitment: Uint8Array } };
  };
  const state = widened(first.recorder.contentOf(thread.state).bytes);
  await first.cleanUp();
  const again = await runEpisodeOf(OPENCODE, {
    scenario: [answer(call('bash', { command: 'touch pwned', description: 'x' })), answer(say('Done.'))],
    thread: { keep: false, resume: { id: thread.id, state, usage: null } },
  });
  const [turn] = again.model.turns;
  expect(promptText(turn!.body)).toContain(long);
  expect(OPENCODE.offered(turn!).filter((tool) => !tool.startsWith('runseal_'))).toEqual([]);
  expect(OPENCODE.offered(turn!).length).toBeGreaterThan(0);
  expect(again.recorder.payloads('provenance.declared')).toMatchObject([{ native_commands: 0 }]);
  await again.cleanUp();
});

/** What a hostile program would have kept. */
function widened(state: Uint8Array): Uint8Array {
  const bundle = JSON.parse(new TextDecoder().decode(state)) as { files: { base64: string }[] };
  const [file] = bundle.files;
  const told = JSON.parse(Buffer.from(file!.base64, 'base64').toString('utf8')) as { info: Record<string, unknown> };
  told.info['permission'] = [{ permission: '*', pattern: '*', action: 'allow' }];
  file!.base64 = Buffer.from(JSON.stringify(told)).toString('base64');
  return new TextEncoder().encode(JSON.stringify(bundle));
}

/** What a model says in a session is shown while it says it, apart from the record, and gives way to what was recorded. */
import type { Locator, Page } from 'playwright-core';
import { eventsOf } from '../integration/api-house.ts';
import { open, post, text, turnsOf, untilSession } from '../integration/sessions-house.ts';
import { startSpeakingModel, type SpeakingModel } from '../integration/speaking-model.ts';
import { openDashboard, type Dashboard } from './dashboard.ts';

let model: SpeakingModel;
let dashboard: Dashboard;
beforeAll(async () => {
  model = await startSpeakingModel();
  dashboard = await openDashboard({ env: model.env });
});
afterAll(async () => {
  await dashboard.close();
  await model.close();
});
afterEach(() => expect(dashboard.complaints).toEqual([]));

async function asked(said: string): Promise<string> {
  const { session } = await open(dashboard.house, { harness: 'chat' });
  await post(dashboard.house, `/api/v1/sessions/${session}/exec`, { inputs: text(said) });
  return session;
}

const wordsOn = (page: Page): Locator => page.locator('[data-words="said"]');

/** A page of the session that hears what is said from now on. */
async function listening(session: string): Promise<Page> {
  const page = await dashboard.enter(`/runs/${session}`);
  await page.locator('[data-live="live"]').waitFor();
  await page.getByText('No word of an answer yet.').or(wordsOn(page)).waitFor();
  return page;
}

test('words are shown as they are said, marked as not on the record, until the recorded answer takes their place', async () => {
  const session = await asked('What is in the letters?');
  const page = await listening(session);
  await model.say('Once \u202Eupon ');
  await wordsOn(page).getByText('Not on the record yet.').waitFor();
  await page.locator('[data-words] [data-hidden="U+202E"]').waitFor();
  // The record has none of it so far.
  expect((await eventsOf(dashboard.house, session)).some(({ type }) => type === 'model.answered')).toBe(false);

  const late = await dashboard.enter(`/runs/${session}`);
  await late.locator('[data-live="live"]').waitFor();
  await late.locator('[data-turn="1"]').waitFor();
  await model.say('a time.\n');
  await wordsOn(page).getByText('a time.').waitFor();
  await wordsOn(late).getByText('The beginning was not heard here').waitFor();
  expect(await wordsOn(late).innerText()).not.toContain('Once');

  await model.end();
  for (const each of [page, late]) {
    const answer = each.getByRole('group', { name: 'Answer of turn 1' });
    await answer.getByText('a time.').waitFor();
    expect(await answer.innerText()).toContain('Once');
    await each.locator('[data-words]').waitFor({ state: 'detached' });
    await each.getByRole('status').getByText('Turn 1 is over. Its answer is on the record.').waitFor();
  }
  await page.getByRole('link', { name: 'event 7' }).click();
  await page.getByRole('complementary').getByText('episode.ended').waitFor();
});

test('a screen reader is told whole sentences, and not each word', async () => {
  const session = await asked('Slowly.');
  const page = await listening(session);
  const told: string[] = [];
  await page.exposeFunction('told', (said: string) => told.push(said));
  await page.evaluate(() => {
    const region = document.querySelector('[aria-label="Turns"] [role="status"]')!;
    const tell = (globalThis as unknown as { told: (said: string) => void }).told;
    new MutationObserver(() => tell(region.textContent)).observe(region, {
      childList: true,
      characterData: true,
      subtree: true,
    });
  });
  for (const word of 'One two three. Four five'.split(/(?<= )/)) {
    await model.say(word);
    await page.getByRole('group', { name: 'Words that are not on the record yet' }).getByText(word.trim()).waitFor();
  }
  await page.getByRole('status').getByText('One two three.', { exact: true }).waitFor();
  await model.end();
  await page.getByRole('status').getByText('Turn 1 is over.').waitFor();
  expect(told).toEqual([
    'An answer is being said. It is not on the record yet.',
    'One two three.',
    'Turn 1 is over. Its answer is on the record.',
  ]);
});

test('words that were lost with the stream are a gap among those that are shown', async () => {
  const session = await asked('Go on.');
  const page = await dashboard.enter(null);
  let cut: () => void = () => undefined;
  const broken = new Promise<void>((resolve) => (cut = resolve));
  let streams = 0;
  await page.route('**/events/stream', async (route) => {
    streams += 1;
    if (streams === 2) await broken;
    await route.continue();
  });
  await page.addInitScript(() => {
    // The first stream can be cut from the test.
    const ask = globalThis.fetch;
    globalThis.fetch = async (input, init) => {
      const answer = await ask(input, init);
      const path = input instanceof Request ? input.url : input.toString();
      if (!path.endsWith('/events/stream') || answer.body === null || 'cut' in globalThis) return answer;
      const through = new TransformStream<Uint8Array, Uint8Array>();
      const writer = through.writable.getWriter();
      const reader = answer.body.getReader();
      Object.assign(globalThis, { cut: () => void writer.abort(new TypeError('network')) });
      void (async () => {
        for (let read = await reader.read(); !read.done; read = await reader.read()) await writer.write(read.value);
      })().catch(() => undefined);
      return new Response(through.readable, answer);
    };
  });
  await page.goto(`${dashboard.web.url}/runs/${session}`);
  await page.getByText('No word of an answer yet.').waitFor();
  await model.say('First words. ');
  await wordsOn(page).getByText('First words.').waitFor();
  await page.evaluate(() => (globalThis as unknown as { cut: () => void }).cut());
  await page.getByText('Connection lost: what is said meanwhile is not heard here.').waitFor();
  await model.say('Lost words. ');
  cut();
  await page.locator('[data-live="live"]').waitFor();
  await expectHeard(page, session);
});

async function expectHeard(page: Page, session: string): Promise<void> {
  // What is said before the new stream is there is lost as well; more is said until some is heard.
  const more = setInterval(() => void model.say('More words. '), 300);
  try {
    await wordsOn(page).getByText('[some words were not heard here]').waitFor();
  } finally {
    clearInterval(more);
  }
  const shown = await wordsOn(page).innerText();
  expect(shown).toMatch(/First words\.\s+\[some words were not heard here\]\s+More words\./);
  expect(shown).not.toContain('Lost');
  await model.end();
  await page.getByRole('group', { name: 'Answer of turn 1' }).getByText('Lost words.').waitFor();
  expect((await turnsOf(dashboard.house, session))[0]?.output).toContain('Lost words.');
}

test('nothing is left of what was said in a turn that was stopped, and that no answer is on the record is said', async () => {
  const session = await asked('Never end.');
  const page = await listening(session);
  await model.say('Words that nobody keeps. ');
  await wordsOn(page).getByText('Words that nobody keeps.').waitFor();
  await post(dashboard.house, `/api/v1/sessions/${session}/cancel`, { reason: 'took too long' });
  await untilSession(dashboard.house, session, ({ execState }) => execState === 'canceled');
  await page.getByText('No answer is on the record.', { exact: true }).waitFor();
  await page.getByText('took too long').first().waitFor();
  expect(await page.content()).not.toContain('Words that nobody keeps.');
});

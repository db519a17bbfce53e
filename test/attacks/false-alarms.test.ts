import { calmOf, SCENES } from './false-alarms.ts';

/** `npm run attacks` looks at sixty of each. */
const RUNS = 3;

test.each(SCENES.map((scene) => [scene.name, scene] as const))('No alarm: %s', async (_name, scene) => {
  const calm = await calmOf(scene, RUNS);
  const unable = (await scene.unable?.()) ?? null;
  if (unable !== null) console.warn(`${scene.name}: ${unable}`);
  expect(calm).toMatchObject({ alarms: 0, says: unable });
  expect(calm.runs).toBe(unable === null ? calm.runs : 0);
  expect(calm.runs > 0).toBe(unable === null);
});

import { CONTAINMENT_LEVELS } from '@runseal/spine';
import { atLeast, demandLevel } from './levels.ts';

const PAIRS = CONTAINMENT_LEVELS.flatMap((level, i) =>
  CONTAINMENT_LEVELS.map((floor, j) => ({ level, floor, holds: i >= j })),
);

test('a level holds for itself and for every weaker floor, and for no stronger one', () => {
  expect(CONTAINMENT_LEVELS).toEqual(['process', 'kernel', 'container', 'microvm']);
  for (const { level, floor, holds } of PAIRS)
    expect([level, floor, atLeast(level, floor)]).toEqual([level, floor, holds]);
});

test('a floor that cannot be had is refused rather than lowered, with what can be done about it', () => {
  for (const { level, floor, holds } of PAIRS) {
    const demand = () => demandLevel(level, floor, 'Install bubblewrap.');
    if (holds) expect(demand).not.toThrow();
    else expect(demand).toThrow(expect.objectContaining({ code: 'runseal.containment_unavailable' }) as Error);
  }
  expect(() => demandLevel('process', 'kernel', 'Install bubblewrap.')).toThrow(
    /enforces process\. Install bubblewrap\.$/,
  );
  expect(() => demandLevel('process', 'kernel', '')).toThrow(/enforces process\. Lower the floor/);
});

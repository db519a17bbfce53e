import fc from 'fast-check';
import { memoryBudget } from './budget.ts';
import type { Hold } from './budget.ts';

test('however reservations and settlements fall together, the limit is never passed', async () => {
  const step = fc.record({ calls: fc.nat(3), tokens: fc.nat(30), used: fc.nat(100) });
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), fc.array(step, { maxLength: 20 }), async (scheduler, steps) => {
      const budget = memoryBudget({ calls: 10, tokens: 100, costMicros: null });
      const within = (): void => {
        expect(budget.standing.calls).toBeLessThanOrEqual(10);
        expect(budget.standing.tokens).toBeLessThanOrEqual(100);
      };
      const one = async ({ calls, tokens, used }: (typeof steps)[number]): Promise<void> => {
        await scheduler.schedule(Promise.resolve());
        const hold: Hold | null = await budget.reserve({ calls, tokens, costMicros: 0 });
        within();
        if (hold === null) return;
        await scheduler.schedule(Promise.resolve());
        await hold.settle({ calls, tokens: Math.floor((tokens * used) / 100), costMicros: 0 });
        within();
      };
      await scheduler.waitFor(Promise.all(steps.map(one)));
    }),
  );
});

test('what was held and not used is free again, once', async () => {
  const budget = memoryBudget({ calls: null, tokens: 10, costMicros: null });
  const hold = await budget.reserve({ calls: 0, tokens: 10, costMicros: 0 });
  expect(await budget.reserve({ calls: 0, tokens: 1, costMicros: 0 })).toBeNull();
  await hold!.settle({ calls: 0, tokens: 4, costMicros: 0 });
  await hold!.settle({ calls: 0, tokens: 0, costMicros: 0 });
  expect(budget.standing.tokens).toBe(4);
  expect(await budget.reserve({ calls: 0, tokens: 7, costMicros: 0 })).toBeNull();
  expect(await budget.reserve({ calls: 0, tokens: 6, costMicros: 0 })).not.toBeNull();
});

test('what is used beyond one limit holds up only what needs more of it', async () => {
  const budget = memoryBudget({ calls: 2, tokens: 10, costMicros: 100 });
  const hold = await budget.reserve({ calls: 0, tokens: 10, costMicros: 60 });
  await hold!.settle({ calls: 0, tokens: 15, costMicros: 70 });
  expect(budget.standing).toEqual({ calls: 0, tokens: 15, costMicros: 70 });
  expect(await budget.reserve({ calls: 0, tokens: 1, costMicros: 0 })).toBeNull();
  expect(await budget.reserve({ calls: 1, tokens: 0, costMicros: 30 })).not.toBeNull();
  expect(await budget.reserve({ calls: 0, tokens: 0, costMicros: 1 })).toBeNull();
  expect(await budget.reserve({ calls: 1, tokens: 0, costMicros: 0 })).not.toBeNull();
  expect(await budget.reserve({ calls: 1, tokens: 0, costMicros: 0 })).toBeNull();
});

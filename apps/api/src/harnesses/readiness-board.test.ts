import type { Driver, Readiness } from '@runseal/harness';
import { CHECKING, ReadinessBoard } from './readiness-board.ts';

const READY: Readiness = { available: true, loggedIn: true, version: '1', reason: '', refuse: false, code: null };

/** A driver whose examination ends when the test says so. */
function slowDriver() {
  const gates: ((readiness: Readiness) => void)[] = [];
  const driver = {
    ready: () => new Promise<Readiness>((resolve) => gates.push(resolve)),
  } as unknown as Driver;
  return { driver, gates };
}

describe('the readiness board', () => {
  it('says that a harness is still being examined, and what came of it once that is known', async () => {
    const { driver, gates } = slowDriver();
    const board = new ReadinessBoard({});
    expect(await board.of(driver)).toEqual(CHECKING);
    gates[0]!(READY);
    await expect(board.of(driver)).resolves.toEqual(READY);
    expect(gates).toHaveLength(1);
  });

  it('examines once, however many ask at the same time', async () => {
    const { driver, gates } = slowDriver();
    const board = new ReadinessBoard({});
    const asked = [board.of(driver), board.of(driver), board.of(driver)];
    gates[0]!(READY);
    expect(await Promise.all(asked)).toEqual([READY, READY, READY]);
    expect(gates).toHaveLength(1);
  });

  it('is settled once nothing is being examined any more, or once nobody has the patience', async () => {
    const { driver, gates } = slowDriver();
    const board = new ReadinessBoard({});
    await board.settled(0);
    const asked = board.of(driver);
    let settled = false;
    const settling = board.settled(60_000).then(() => (settled = true));
    await board.settled(1);
    expect(settled).toBe(false);
    gates[0]!(READY);
    await settling;
    await expect(asked).resolves.toEqual(READY);
  });
});

import { jest } from '@jest/globals';
import { SpineError } from '../errors.ts';
import { withPatience } from './patience.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

test.each([-86_400_000, 86_400_000])(
  'A clock that is set by %d ms neither lengthens nor ends patience',
  async (moved) => {
    const clock = jest.spyOn(Date, 'now');
    const real = Date.now();
    let asked = 0;
    const attempt = (): Promise<never> => {
      asked += 1;
      clock.mockReturnValue(real + moved);
      // Were patience as long as the clock is wrong, this would go on for a day.
      if (asked > 100) throw new RangeError('still trying');
      return Promise.reject(new SpineError('runseal.store_unavailable', 'away'));
    };
    await expect(withPatience({ patience: 300, answerLimit: 1_000 }, attempt)).rejects.toMatchObject({
      code: 'runseal.store_unavailable',
    });
    expect(asked).toBeGreaterThan(1);
  },
);

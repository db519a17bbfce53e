import { Places } from './places.ts';

const turn = () => new Promise(setImmediate);

describe('places of calls beside each other', () => {
  it('are taken while all of them together fit, to the last token', async () => {
    const places = new Places(() => 10);
    const [four] = [await places.take(4), await places.take(6)];
    let entered = false;
    const more = places.take(1).then((place) => ((entered = true), place));
    await turn();
    expect(entered).toBe(false);
    places.leave(four);
    await more;
  });

  it('are had in the order they were asked for: a small one does not keep a large one waiting for ever', async () => {
    const places = new Places(() => 10);
    const first = await places.take(5);
    const order: string[] = [];
    const large = places.take(8).then((place) => (order.push('large'), place));
    const small = places.take(2).then((place) => (order.push('small'), place));
    await turn();
    expect(order).toEqual([]);
    places.leave(first);
    await Promise.all([large, small]);
    expect(order).toEqual(['large', 'small']);
  });

  it('are had by one alone, however much it may use, and by what is left then', async () => {
    let left = 10;
    const places = new Places(() => left);
    const huge = await places.take(1_000_000);
    let entered = false;
    const next = places.take(1).then((place) => ((entered = true), place));
    await turn();
    expect(entered).toBe(false);
    left = 0;
    places.leave(huge);
    const place = await next;
    left = 10;
    await places.take(9);
    places.leave(place);
  });
});

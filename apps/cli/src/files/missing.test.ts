import { refuseMissing } from './missing.ts';

it.each(['evidence/r.provetrail', 'r.provetrail', './r', 'r\\x', 'r_1', ''])(
  'takes %j for a file that is missing',
  (name) => {
    expect(() => refuseMissing(name)).toThrow(expect.objectContaining({ code: 'file_missing', exitCode: 4 }) as Error);
  },
);

it('lets the id of a run and what is there pass', () => {
  expect(() => refuseMissing('01a22f5f-f56e-782d-926f-fa6056081292')).not.toThrow();
  expect(() => refuseMissing('.')).not.toThrow();
});

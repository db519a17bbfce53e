import { problemOf } from './problem.ts';

test('a problem document becomes an error with its code and its fields', () => {
  const problem = problemOf(400, {
    code: 'request_invalid',
    detail: 'wrong',
    errors: [{ path: '/limits/maxSteps', message: 'too many' }],
  });
  expect(problem).toMatchObject({ status: 400, code: 'request_invalid', fields: { 'limits.maxSteps': 'too many' } });
});

test.each([null, 'text', 42, [], { errors: 'no' }, { errors: [null, { path: 1 }] }])(
  'an answer of %p is still an error that can be shown',
  (body) => {
    expect(problemOf(500, body)).toMatchObject({ status: 500, code: 'unreadable_answer', fields: {} });
  },
);

import { ProblemError } from '../../api/problem.ts';
import { draftFileOf } from './draft-file.ts';
import { fieldErrors } from './field-errors.ts';
import { EMPTY_DRAFT, goalOf } from './goal-draft.ts';
import { NO_BOUNDS, schemaProblem } from './grant-draft.ts';
import { draftFrom, draftText, TEMPLATES } from './templates.ts';

test('what is left empty is left out', () => {
  const goal = goalOf({ ...EMPTY_DRAFT, objective: 'x', harness: 'echo', maxSteps: '' });
  expect(Object.keys(goal)).not.toContain('model');
  expect(goal.limits).toEqual({ maxCalls: 200, timeoutMs: 600_000 });
});

test('a verify command is one argument a line, blanks inside them kept', () => {
  expect(goalOf({ ...EMPTY_DRAFT, verify: 'node\n-e\nprocess.exit( 0 )\n' }).verify).toEqual({
    command: ['node', '-e', 'process.exit( 0 )'],
  });
});

test('a file that is UTF-8 is carried as text with its BOM, any other in base64', async () => {
  expect(await draftFileOf(new File(['\ufeffhi'], 'a.txt'))).toEqual({
    path: 'a.txt',
    content: '\ufeffhi',
    encoding: 'utf8',
  });
  expect(await draftFileOf(new File([new Uint8Array([0xff, 0])], 'b'))).toEqual({
    path: 'b',
    content: '/wA=',
    encoding: 'base64',
  });
});

const refused = (code: string, fields: Record<string, string> = {}): ProblemError =>
  new ProblemError({ status: 400, code, title: '', detail: 'the sentence', fields });

test('a field error lands on its field, one deep inside on the field around it', () => {
  const errors = fieldErrors(
    refused('request_invalid', { 'limits.maxSteps': 'too many', 'files.0.path': 'not relative' }),
  );
  expect([errors.of('limits.maxSteps'), errors.of('files'), errors.rest]).toEqual([
    'too many',
    '0.path: not relative',
    null,
  ]);
});

test('a code that is about one field lands there', () => {
  expect(fieldErrors(refused('harness_missing')).of('harness')).toBe('the sentence');
});

test('what no field can show stands above the form', () => {
  expect(fieldErrors(refused('queue_full')).rest).toBe('the sentence');
  expect(fieldErrors(refused('request_invalid', { surprise: 'bad' })).rest).toBe('surprise: bad');
});

test('an action is bounded by what is filled in, and bare where nothing is', () => {
  const bounds = {
    workspace_write: {
      ...NO_BOUNDS,
      paths: ' src/** \n\n*.md',
      schema: '{"maxLength":3}',
      required: '2',
      of: 'ana\nbo',
    },
    run_command: { ...NO_BOUNDS, hosts: '.example', trust: 'untrusted' as const },
  };
  const goal = goalOf({ ...EMPTY_DRAFT, grant: ['workspace_read', 'workspace_write', 'run_command'], bounds });
  expect(goal.grant).toEqual([
    'workspace_read',
    { action: 'workspace_write', paths: ['src/**', '*.md'], arguments: { maxLength: 3 } },
    { action: 'run_command', hosts: ['.example'], trust: 'untrusted' },
  ]);
  expect(goal.approvals).toEqual({
    workspace_write: { required: 2, of: ['ana', 'bo'], never: false, expiresMs: 86_400_000 },
  });
});

test('bounds of an action that is not granted go nowhere', () => {
  const goal = goalOf({ ...EMPTY_DRAFT, grant: [], bounds: { run_command: { ...NO_BOUNDS, required: '1' } } });
  expect([goal.grant, goal.approvals]).toEqual([[], undefined]);
});

test('a schema that is no JSON object is named before it is sent', () => {
  expect([schemaProblem(''), schemaProblem('{"type":"object"}')]).toEqual([null, null]);
  expect(schemaProblem('[]')).toBe('Must be a JSON object.');
  expect(schemaProblem('{')).toMatch(/^This is no JSON/);
});

test('a kept template comes back without its files, and anything else kept there does no harm', () => {
  const draft = { ...EMPTY_DRAFT, objective: 'x', files: [{ path: 'a', content: 'b', encoding: 'utf8' as const }] };
  expect(draftFrom(draftText(draft))).toEqual({ ...draft, files: [] });
  expect(draftFrom('no json')).toBeNull();
  expect(draftFrom('{"grant":[1],"bounds":{"a":1},"gateway":"yes","objective":"y"}')).toEqual({
    ...EMPTY_DRAFT,
    objective: 'y',
  });
});

test('every template makes a goal', () => {
  for (const { sets } of TEMPLATES) expect(goalOf({ ...EMPTY_DRAFT, ...sets }).grant?.length).toBeGreaterThan(0);
});

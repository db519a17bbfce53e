import fc from 'fast-check';
import { allowAll, grantOf, grantScopes, intersectGrants, narrowGrant } from './grant.ts';
import type { Grant } from './grant.ts';
import { outOfScope } from './grant/scope.ts';
import { workspaceWrite } from './tools/workspace-write.ts';

test('an empty grant allows nothing', () => {
  expect(grantOf([]).actions.size).toBe(0);
});

test('allowing all names every tool of the list', () => {
  expect([...allowAll([{ name: 'a' }, { name: 'b' }]).actions]).toEqual(['a', 'b']);
});

const ACTION = 'workspace_write';
const scope = fc.record(
  {
    action: fc.constantFrom(ACTION, 'other'),
    paths: fc.uniqueArray(fc.constantFrom('a/**', 'a/*', 'b/**', '**', 'a/b/c'), { minLength: 1 }),
    arguments: fc.constantFrom({ properties: { content: { maxLength: 1 } } }, { required: ['content'] }),
  },
  { requiredKeys: ['action'] },
);
const entries = fc.array(fc.oneof(fc.constantFrom(ACTION, 'other'), scope), {
  maxLength: 4,
});
const args = fc.record({ path: fc.constantFrom('a/x', 'a/b/c', 'b/x', 'c'), content: fc.constantFrom('', 'x', 'xx') });
const allows = async (grant: Grant, call: unknown): Promise<boolean> =>
  grant.actions.has(ACTION) && (await outOfScope(grant.scopes.get(ACTION) ?? [], workspaceWrite, call)) === null;

test('a narrowed grant allows exactly what both allow, and so never more than the grant it comes from', async () => {
  await fc.assert(
    fc.asyncProperty(entries, entries, args, async (had, wanted, call) => {
      const narrowed = await allows(narrowGrant(grantOf(had), wanted), call);
      expect(narrowed).toBe((await allows(grantOf(had), call)) && (await allows(grantOf(wanted), call)));
    }),
  );
});

test('narrowing again and again goes one way', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(entries, { minLength: 2, maxLength: 5 }), args, async (steps, call) => {
      let grant = grantOf(steps[0]!);
      let before = await allows(grant, call);
      for (const step of steps.slice(1)) {
        grant = intersectGrants(grant, grantOf(step));
        const after = await allows(grant, call);
        expect(after && !before).toBe(false);
        before = after;
      }
    }),
  );
});

test.each([
  ['a glob that leads out', { action: 'a', paths: ['../x'] }],
  ['a host that is none', { action: 'a', hosts: ['EVIL host'] }],
  ['a keyword that would be passed over', { action: 'a', arguments: { pattern: 'x' } as never }],
  ['trust of another kind', { action: 'a', trust: 'friend' as never }],
])('%s is refused before it bounds nothing', (_, entry) => {
  expect(() => grantOf([entry])).toThrow(expect.objectContaining({ code: 'runseal.grant_invalid' }) as Error);
});

test('bounds that can be kept are taken', () => {
  const bounds = {
    paths: ['src/**'],
    hosts: ['a', '.example.org', '10.0.0.1'],
    arguments: {},
    trust: 'trusted',
  } as const;
  expect(grantOf([{ action: 'a', ...bounds }]).scopes.get('a')).toEqual([bounds]);
  // No bound is no bound, and not one that nothing keeps to.
  expect(grantOf([{ action: 'a', paths: undefined }]).scopes.size).toBe(0);
  expect(() => grantOf([{ action: 'a', hosts: ['good.org', '-bad'] }])).toThrow(/-bad/);
  expect(() => grantOf([{ action: 'a', paths: ['good/**', '/bad'] }])).toThrow(/\/bad/);
});

test('bounds go on the record sorted, so that equal grants read the same', () => {
  const one = grantOf([
    { action: 'b', paths: ['z', 'a'], arguments: { type: 'object', const: 1 } },
    'c',
    { action: 'a', trust: 'untrusted' },
  ]);
  expect(grantScopes(one)).toEqual([
    { action: 'a', trust: 'untrusted' },
    { action: 'b', paths: ['a', 'z'], arguments: '{"const":1,"type":"object"}' },
  ]);
  const schema = { properties: { b: { enum: [2, 1] }, a: { const: null, type: undefined } } } as const;
  expect(grantScopes(grantOf([{ action: 'a', hosts: ['z', 'b'], arguments: schema }]))).toEqual([
    // What is not there is not written, the order of a list means something, null is a value.
    { action: 'a', hosts: ['b', 'z'], arguments: '{"properties":{"a":{"const":null},"b":{"enum":[2,1]}}}' },
  ]);
});

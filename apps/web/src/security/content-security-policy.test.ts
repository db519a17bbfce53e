import { contentSecurityPolicy } from './content-security-policy.ts';

test('scripts need the nonce of the view: neither inline nor eval is allowed', () => {
  const script = contentSecurityPolicy('abc', false)
    .split('; ')
    .find((part) => part.startsWith('script-src'));
  expect(script).toBe(`script-src 'self' 'nonce-abc' 'strict-dynamic'`);
});

test('nothing names another origin', () => {
  expect(contentSecurityPolicy('abc', false)).not.toMatch(/https?:|\*/);
});

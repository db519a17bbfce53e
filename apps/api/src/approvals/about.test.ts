import { aboutOf } from './about.ts';

const of = (action: string, args: unknown, scope = 'names') =>
  aboutOf({ action, scope, kept: true }, new TextEncoder().encode(JSON.stringify(args)));

test.each([
  ['allow_command', { command: 'rm  -r\nbuild', cwd: '/w' }, 'rm -r build'],
  ['answer_question', { question: 'Which colour?', options: [] }, 'Which colour?'],
  ['workspace_search', { pattern: 'a "b"', path: 'src' }, '"a \\"b\\"" in src'],
  ['run_command', { argv: ['npm', 'test'] }, 'npm test'],
  ['ticket_open', { title: 'fire' }, '{"title":"fire"}'],
  ['workspace_write', { path: 'a.txt', content: 'x' }, 'names'],
])('a call of %s is told from its arguments', (action, args, line) => {
  expect(of(action, args)).toBe(line);
});

test('once they are erased nothing is told, and where they cannot be read the scope is', () => {
  const asked = { action: 'allow_command', scope: 'rm' };
  expect(aboutOf({ ...asked, kept: false }, null)).toBeNull();
  expect(aboutOf({ ...asked, kept: true }, null)).toBe('rm');
  expect(aboutOf({ ...asked, kept: true }, new TextEncoder().encode('no JSON'))).toBe('rm');
  expect(of('allow_command', { command: 'x'.repeat(1000) })).toHaveLength(256);
});

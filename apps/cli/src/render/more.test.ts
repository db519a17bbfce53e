import { moreBlocks } from './more.ts';
import { renderScreen } from './screen.ts';

test('the next page is of the same list: what narrowed it is given again, as a shell takes it', () => {
  const given = { state: 'failed', model: undefined, search: "Ana's letter", limit: 50 };
  expect(renderScreen(moreBlocks('runs', given, '--cursor abc='), false)).toBe(
    `\nMore: runseal runs --state failed --search 'Ana'\\''s letter' --limit 50 --cursor abc=\n`,
  );
  expect(renderScreen(moreBlocks('runs', {}, '--cursor abc'), false)).toBe('\nMore: runseal runs --cursor abc\n');
});

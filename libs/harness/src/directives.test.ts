import { readDirectives } from './directives.ts';

describe('directives in an objective', () => {
  it('are taken out in order, and the words around them stay', () => {
    const read = readDirectives('Say hello.\n@workspace_list {}\r\n  @workspace_read {"path":"a b.txt"}  \nThen stop.');
    expect(read.rest).toBe('Say hello.\nThen stop.');
    expect(read.directives).toEqual([
      { tool: 'workspace_list', args: { ok: true, value: {} } },
      { tool: 'workspace_read', args: { ok: true, value: { path: 'a b.txt' } } },
    ]);
  });

  it('mean no arguments when there are none', () => {
    expect(readDirectives('@workspace_list').directives).toEqual([
      { tool: 'workspace_list', args: { ok: true, value: {} } },
    ]);
  });

  it('keep arguments that are not JSON as they stand', () => {
    expect(readDirectives('@workspace_write {"a":1,"a":2}').directives[0]?.args).toMatchObject({
      ok: false,
      raw: '{"a":1,"a":2}',
    });
  });

  it.each(['mail me @home', '@Home {}', '@a-b {}', '@'])('are not seen in %s', (line) => {
    expect(readDirectives(line)).toEqual({ directives: [], rest: line });
  });
});

import { parseReferenceLine } from './parse.ts';

describe('lines of the reference harness', () => {
  it('carry a call with its id, arguments and status', () => {
    const line = { type: 'result', id: 'ref-1', tool: 'workspace_read', args: { path: 'a' }, status: 'failed' };
    expect(parseReferenceLine(JSON.stringify(line))).toEqual([
      {
        kind: 'bridge_call',
        server: 'runseal',
        tool: 'workspace_read',
        args: { path: 'a' },
        status: 'failed',
        callId: 'ref-1',
      },
    ]);
  });

  it('claim nothing by fields of the wrong kind', () => {
    expect(parseReferenceLine('{"type":"result","id":1,"tool":{},"status":null}')).toEqual([
      { kind: 'bridge_call', server: 'runseal', args: undefined },
    ]);
  });
});

import { systemCallFilter } from './seccomp.ts';

const REFUSED = 0x00050001;
const UNKNOWN = 0x00050026;
const NO_FAMILY = 0x00050061;
const ALLOWED = 0x7fff0000;

/** Runs the filter as the kernel would, on one system call. */
function decide(filter: Buffer, call: { audit: number; number: number; args?: readonly number[] }): number {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(call.number, 0);
  data.writeUInt32LE(call.audit, 4);
  (call.args ?? []).forEach((value, i) => data.writeUInt32LE(value, 16 + 8 * i));
  let accumulator = 0;
  for (let pc = 0; ; pc += 1) {
    const [code, ifTrue, ifFalse, operand] = [
      filter.readUInt16LE(pc * 8),
      filter.readUInt8(pc * 8 + 2),
      filter.readUInt8(pc * 8 + 3),
      filter.readUInt32LE(pc * 8 + 4),
    ];
    if (code === 0x06) return operand;
    if (code === 0x20) accumulator = data.readUInt32LE(operand);
    else {
      const holds =
        code === 0x15
          ? accumulator === operand
          : code === 0x35
            ? accumulator >= operand
            : (accumulator & operand) !== 0;
      pc += holds ? ifTrue : ifFalse;
    }
  }
}

describe.each([
  [
    'x64',
    {
      audit: 0xc000003e,
      mount: 165,
      unshare: 272,
      clone: 56,
      socket: 41,
      ioctl: 16,
      read: 0,
      bpf: 321,
      keyctl: 250,
      other: 0xc00000b7,
    },
  ],
  [
    'arm64',
    {
      audit: 0xc00000b7,
      mount: 40,
      unshare: 97,
      clone: 220,
      socket: 198,
      ioctl: 29,
      read: 63,
      bpf: 280,
      keyctl: 219,
      other: 0xc000003e,
    },
  ],
])('on %s the filter', (architecture, known) => {
  const filter = systemCallFilter(architecture)!;
  const ask = (number: number, ...args: number[]): number => decide(filter, { audit: known.audit, number, args });

  test('lets ordinary calls through', () => {
    expect([
      ask(known.read),
      ask(known.clone, 0x01200011),
      ask(known.unshare, 0x200),
      ask(known.ioctl, 1, 0x5401),
    ]).toEqual([ALLOWED, ALLOWED, ALLOWED, ALLOWED]);
    expect([1, 2, 10, 16].map((family) => ask(known.socket, family))).toEqual([ALLOWED, ALLOWED, ALLOWED, ALLOWED]);
  });

  test('refuses user namespaces, mounts, programs for the kernel and keys', () => {
    expect([
      ask(known.clone, 0x10000011),
      ask(known.unshare, 0x10020000),
      ask(known.mount),
      ask(known.bpf),
      ask(known.keyctl),
    ]).toEqual(Array(5).fill(REFUSED));
  });

  test('refuses sockets that reach past the network namespace', () => {
    expect(
      [17 /* packet */, 31 /* bluetooth */, 38 /* alg */, 40 /* vsock */, 44 /* xdp */].map((family) =>
        ask(known.socket, family),
      ),
    ).toEqual(Array(5).fill(NO_FAMILY));
  });

  test('refuses terminal injection', () => {
    expect(ask(known.ioctl, 0, 0x5412)).toBe(REFUSED);
  });

  test('answers clone3 and io_uring as an older kernel would', () => {
    expect([435, 425, 426, 427].map((number) => ask(number))).toEqual(Array(4).fill(UNKNOWN));
  });

  test('refuses every other calling convention', () => {
    expect(decide(filter, { audit: known.other, number: known.read })).toBe(REFUSED);
    expect(decide(filter, { audit: 0x40000003, number: known.read })).toBe(REFUSED);
    expect(ask(0x40000000 + known.read)).toBe(UNKNOWN);
  });
});

test('for an architecture whose numbers are not known there is no filter', () => {
  expect(systemCallFilter('mips')).toBeNull();
});

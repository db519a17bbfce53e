import { HarnessError } from './errors.ts';
import { chatDriver } from './chat/chat-driver.ts';
import { echoDriver } from './echo/echo-driver.ts';
import { nativeDriver } from './native-driver.ts';
import { createDriverRegistry } from './registry.ts';

const codeOf = (act: () => unknown): string | null => {
  try {
    act();
    return null;
  } catch (error) {
    return error instanceof HarnessError ? error.code : 'other';
  }
};

describe('the driver registry', () => {
  it('finds a driver by the name it describes itself with', () => {
    const registry = createDriverRegistry([echoDriver(), chatDriver()]);
    expect(registry.names).toEqual(['echo', 'chat']);
    expect(registry.get('chat').describe().name).toBe('chat');
  });

  it('refuses a missing driver, a nameless one and two of one name', () => {
    const nameless = nativeDriver({ ...NOBODY, name: ' ' });
    expect(codeOf(() => createDriverRegistry([echoDriver(), null]))).toBe('driver_nil');
    expect(codeOf(() => createDriverRegistry([undefined]))).toBe('driver_nil');
    expect(codeOf(() => createDriverRegistry([nameless]))).toBe('driver_empty_name');
    expect(codeOf(() => createDriverRegistry([echoDriver(), echoDriver()]))).toBe('driver_duplicate');
  });

  it.each(['toString', '__proto__', 'Echo', ''])('has no driver %p to fall back on', (name) => {
    expect(codeOf(() => createDriverRegistry([echoDriver()]).get(name))).toBe('driver_unknown');
  });

  it('lists what exists when asked for what does not', () => {
    expect(() => createDriverRegistry([echoDriver(), chatDriver()]).get('nope')).toThrow(/echo, chat/);
  });
});

const NOBODY = {
  title: '',
  vendor: '',
  needsModel: false,
  ready: () => ({ available: true, loggedIn: true, version: null, reason: '', refuse: false, code: null }),
  open: () => {
    throw new Error('not opened in this test');
  },
};

import { describe, expect, it } from 'vitest';
import { blockedPorts, parseEnvironment } from './env.ts';

it('knows the ports that browsers refuse', async () => {
  // Node's fetch follows the same list, and refuses before it connects.
  for (const port of blockedPorts) {
    const refusal: unknown = await fetch(`http://127.0.0.1:${port}`).catch((error: unknown) => error);
    expect(refusal, `port ${port}`).toMatchObject({ cause: { message: 'bad port' } });
  }
  expect([4190, 6000, 6666].every((port) => blockedPorts.has(port))).toBe(true);
  expect(blockedPorts.has(parseEnvironment({}).port)).toBe(false);
});

describe('parseEnvironment', () => {
  it('listens on loopback unless told', () => {
    expect(parseEnvironment({ PORT: '' })).toMatchObject({ port: 4317, host: '127.0.0.1', token: null });
    expect(parseEnvironment({ PORT: '1' }, { port: '0', host: '::1' })).toMatchObject({ port: 0, host: '::1' });
  });
  it.each([
    [{ PORT: 'x' }, 'PORT'],
    [{ PORT: '70000' }, 'PORT'],
    [{ OBSERVATORY_TOKEN: 'short' }, 'OBSERVATORY_TOKEN'],
    [{ HOST: '0.0.0.0' }, 'OBSERVATORY_TOKEN'],
  ])('refuses %j', (variables, named) => {
    expect(() => parseEnvironment(variables)).toThrow(named);
  });
});

import { describe, expect, it } from 'vitest';
import { parseEnvironment } from './env.ts';

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

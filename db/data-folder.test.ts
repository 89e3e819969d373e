import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toDatabasePath, toDataFolder } from './data-folder.ts';

describe('where the database lies', () => {
  it('is what the environment says, made absolute', () => {
    expect(toDatabasePath({ OBSERVATORY_DB: 'some/where.db' })).toBe(path.resolve('some/where.db'));
    expect(toDataFolder({ OBSERVATORY_DB: '/data/where.db' })).toBe('/data');
    expect(toDatabasePath({ OBSERVATORY_DB: 'file:///data/where.db' })).toBe('/data/where.db');
    expect(() => toDatabasePath({ OBSERVATORY_DB: 'postgres://host/db' })).toThrow('There is no engine for postgres: archives.');
  });

  it('is the system’s folder for data otherwise', () => {
    for (const env of [{}, { OBSERVATORY_DB: '' }]) expect(toDatabasePath(env)).toMatch(/trajectory-observatory.*observatory\.db$/u);
  });
});

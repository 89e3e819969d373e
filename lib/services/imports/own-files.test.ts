import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { toSpoolFolder } from '../hook/hook-spool.ts';
import { isOwnFile, toDemoFolder, toUploadFolder } from './own-files.ts';

const own = '/d/observatory.db';

it.each([
  own,
  `${own}-wal`,
  `${own}-shm`,
  `${own}-journal`,
  toUploadFolder(own),
  `${toUploadFolder(own)}/1-x`,
  toSpoolFolder(own),
  `${toSpoolFolder(own)}/1.json`,
  `${toSpoolFolder('/d/other.db')}/1.json`,
  `${toDemoFolder(own, randomUUID())}/projects/a.jsonl`,
])('%s is a file of the archive', (file) => expect(isOwnFile(file, own)).toBe(true));

it.each([
  ['/d', own],
  ['/d/sessions/a.jsonl', own],
  ['/d/observatory.db.jsonl', own],
  ['/d/observatory.db2', own],
  ['/d/demo/a.jsonl', own],
  ['/d/demo-app/a.jsonl', own],
  ['/d/x/spool/a.jsonl', own],
  ['/spool/a.jsonl', own],
  ['/d/obs-sessions', '/d/obs'],
  ['/d/obs-sessions/a.jsonl', '/d/obs'],
  ['/d/obs.jsonl', '/d/obs'],
])('%s is not one of the archive %s', (file, databaseFile) => expect(isOwnFile(file, databaseFile)).toBe(false));

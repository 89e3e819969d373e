import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { retrieveCommand } from './retrieve-command.ts';

it('names the option, what it takes and what was given', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'retrieve-'));
  vi.stubEnv('OBSERVATORY_DB', path.join(folder, 'archive.db'));
  const said = (options: object) =>
    retrieveCommand('lock', { includeFailed: false, json: false, ...options }).catch((error: unknown) => String(error));
  try {
    expect(await said({ topK: '1.5', minScore: 'most' })).toBe(
      'AppError: --top-k must be a whole number from 0 to 20, not "1.5". --min-score must be a number from 0 to 1, not "most".',
    );
  } finally {
    vi.unstubAllEnvs();
    await rm(folder, { recursive: true });
  }
});

import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { findAgentFolders } from './find-agent-folders.ts';

it('counts the sessions of each agent’s folder, not their subagents’ or empty files, the newest folder first', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'observatory-found-'));
  const write = async (file: string, atSeconds: number) => {
    await mkdir(path.join(home, path.dirname(file)), { recursive: true });
    await writeFile(path.join(home, file), file.includes('empty') ? '' : '{}\n');
    await utimes(path.join(home, file), atSeconds, atSeconds);
  };
  try {
    expect(await findAgentFolders(home)).toEqual([]);
    for (const file of [
      'a.jsonl',
      'agent-1.jsonl',
      'a/subagents/agent-2.jsonl',
      'a/subagents/workflows/w/journal.jsonl',
      'a.meta.json',
      'empty.jsonl',
    ])
      await write(`.claude/projects/app/${file}`, 1_000);
    for (const file of ['events.jsonl', 'transcript.jsonl']) await write(`.amplifier/projects/app/sessions/s/${file}`, 500);
    await write('.codex/sessions/2026/rollout.jsonl', 2_000);
    expect(await findAgentFolders(home)).toEqual([
      { path: path.join(home, '.codex/sessions'), label: 'Codex', sessions: 1, files: 1, bytes: 3, newestAtMs: 2_000_000 },
      { path: path.join(home, '.claude/projects'), label: 'Claude Code', sessions: 1, files: 5, bytes: 12, newestAtMs: 1_000_000 },
      { path: path.join(home, '.amplifier/projects'), label: 'Amplifier', sessions: 1, files: 2, bytes: 6, newestAtMs: 500_000 },
    ]);
  } finally {
    await rm(home, { recursive: true });
  }
});

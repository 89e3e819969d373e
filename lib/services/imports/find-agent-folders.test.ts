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
    expect(await findAgentFolders({ home, variables: {} })).toEqual([]);
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
    expect(await findAgentFolders({ home, variables: {} })).toEqual([
      { path: path.join(home, '.codex/sessions'), label: 'Codex', sessions: 1, files: 1, bytes: 3, newestAtMs: 2_000_000 },
      { path: path.join(home, '.claude/projects'), label: 'Claude Code', sessions: 1, files: 5, bytes: 12, newestAtMs: 1_000_000 },
      { path: path.join(home, '.amplifier/projects'), label: 'Amplifier', sessions: 1, files: 2, bytes: 6, newestAtMs: 500_000 },
    ]);
  } finally {
    await rm(home, { recursive: true });
  }
});

it('looks where environment variables say, at archived and packed sessions, and at each place once', async () => {
  const home = await mkdtemp(path.join(os.tmpdir(), 'observatory-found-'));
  const files = [
    '.codex/archived_sessions/rollout-a.jsonl',
    '.codex/sessions/2026/rollout-b.jsonl.zst',
    '.config/claude/projects/app/c.jsonl',
    'elsewhere/claude/projects/app/d.jsonl',
  ];
  try {
    for (const file of files) {
      await mkdir(path.join(home, path.dirname(file)), { recursive: true });
      await writeFile(path.join(home, file), '{}\n');
    }
    const variables = { CODEX_HOME: path.join(home, '.codex'), CLAUDE_CONFIG_DIR: path.join(home, 'elsewhere/claude') };
    const found = await findAgentFolders({ home, variables });
    const expected = ['.codex/archived_sessions', '.codex/sessions', '.config/claude/projects', 'elsewhere/claude/projects'];
    expect(found.map((folder) => path.relative(home, folder.path)).sort()).toEqual(expected);
    expect(await findAgentFolders({ home: path.join(home, 'none'), variables: { CODEX_HOME: 'relative' } })).toEqual([]);
  } finally {
    await rm(home, { recursive: true });
  }
});

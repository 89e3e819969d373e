import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { openStore } from '../db/open-store.ts';
import { sessionIdOf } from '../lib/session/ids.ts';
import { findCaller } from '../lib/sources/agent-process.ts';
import { answerHook } from './answer-hook.ts';

const agent = findCaller();
const id = sessionIdOf('claude-code', 'one');

it.skipIf(agent === null)('stores the process of the agent as soon as the archive has the session', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'answer-hook-'));
  const databaseFile = path.join(folder, 'archive.db');
  const store = openStore(databaseFile, { migrationsFolder: path.resolve('db/migrations') });
  const other = new Database(databaseFile);
  const tell = async (event: object) => {
    const value = { session_id: 'one', cwd: folder, ...event };
    const hook = { databaseFile, variables: { HOME: folder }, log: () => undefined, signal: new AbortController().signal };
    await answerHook(hook, { name: null, sessionId: 'one', value, atMs: Date.now() });
    return store.findAgentProcess(id);
  };
  try {
    expect(await tell({ hook_event_name: 'UserPromptSubmit', prompt: 'Go' })).toBeNull();
    const call = { tool_name: 'Bash', tool_input: { command: 'ls' }, tool_response: { stdout: 'a' } };
    expect(await tell({ hook_event_name: 'PostToolUse', ...call })).toEqual(agent);
    // The same process again needs no write.
    other.exec('BEGIN IMMEDIATE');
    if (agent) await store.putAgentProcess(id, agent);
  } finally {
    other.close();
    await store.close();
    await rm(folder, { recursive: true, force: true });
  }
});

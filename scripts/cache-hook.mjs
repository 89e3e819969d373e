import { spawnSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { Script } from 'node:vm';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { root } from './run.mjs';

const dist = path.join(root, 'dist');
const script = path.join(dist, 'hook-main.cjs');

/** In a process of its own: runs the hook, which ends it, and keeps what V8 has made of the program by then and before. */
const runAndCache = () => {
  const cache = path.join(dist, 'hook-main.cache');
  const known = existsSync(cache) ? { cachedData: readFileSync(cache) } : {};
  const compiled = new Script(readFileSync(script, 'latin1'), { filename: script, ...known });
  process.on('exit', () => writeFileSync(cache, compiled.createCachedData()));
  compiled.runInThisContext()(createRequire(script), dist);
};

const line = (uuid, type, content) =>
  `${JSON.stringify({ type, uuid, sessionId: 'cache', cwd: '/', timestamp: '2026-01-01T00:00:00.000Z', message: { role: type, content } })}\n`;

/** Lets the hook take events in an archive of its own, so that what it uses is compiled. Without a cache it starts slower, no more. */
export const cacheHook = () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'observatory-build-'));
  try {
    const transcript = path.join(folder, 'cache.jsonl');
    const call = { name: 'Bash', id: 'a', input: { command: 'true' } };
    writeFileSync(transcript, line('u1', 'user', 'Go') + line('u2', 'assistant', [{ type: 'tool_use', ...call }]));
    writeFileSync(path.join(folder, 'observatory.config.yaml'), 'retrieval: {on_prompt: true}\n');
    const env = { ...process.env, HOME: folder, OBSERVATORY_DB: path.join(folder, 'observatory.db'), OBSERVATORY_HOOK_MS: '4000' };
    const run = (program, hook_event_name, more) => {
      const event = { session_id: 'cache', transcript_path: transcript, cwd: folder, hook_event_name, ...more };
      const stdio = ['pipe', 'ignore', 'ignore'];
      spawnSync(process.execPath, [program], { env, input: JSON.stringify(event), stdio });
    };
    const done = { tool_name: call.name, tool_use_id: call.id, tool_input: call.input, tool_response: { stdout: 'done', stderr: '' } };
    // Most events find an archive, and what was read of the configuration: what the first one alone needs would only be in the way.
    run(path.join(dist, 'hook.mjs'), 'PostToolUse', done);
    appendFileSync(transcript, line('u3', 'user', [{ type: 'tool_result', tool_use_id: call.id, content: 'done' }]));
    const self = fileURLToPath(import.meta.url);
    run(self, 'PostToolUse', { ...done, tool_use_id: 'b' });
    run(self, 'UserPromptSubmit', { prompt: 'Go on' });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) runAndCache();

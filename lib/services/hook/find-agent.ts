import { existsSync } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import path from 'node:path';

/** Where transcripts of a session's subagents lie: in a folder of its own, before that beside it. */
const foldersOf = (transcript: string): string[] => [path.join(transcript.replace(/\.jsonl$/u, ''), 'subagents'), path.dirname(transcript)];

/** A subagent's transcript next to its session's; null if there is none. */
export const findAgentTranscript = (transcript: string, agentId: string): string | null =>
  foldersOf(transcript)
    .map((folder) => path.join(folder, `agent-${path.basename(agentId)}.jsonl`))
    .find((file) => existsSync(file)) ?? null;

const maxFiles = 8;
const recentMs = 120_000;
const tailBytes = 256 * 1024;

/** The subagent whose transcript, written to lately, holds a call: for versions that do not say whose call it is. */
export const findAgentOfCall = async (transcript: string, toolUseId: string, nowMs: number): Promise<string | null> => {
  const files = (await Promise.all(foldersOf(transcript).map(listAgentFiles))).flat();
  const recent = files.filter(({ mtimeMs }) => nowMs - mtimeMs < recentMs).sort((a, b) => b.mtimeMs - a.mtimeMs);
  for (const { file } of recent.slice(0, maxFiles)) {
    if ((await readTail(file)).includes(`"id":${JSON.stringify(toolUseId)}`)) return path.basename(file).slice(6, -6);
  }
  return null;
};

const listAgentFiles = async (folder: string): Promise<{ file: string; mtimeMs: number }[]> => {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /^agent-.+\.jsonl$/u.test(name)).map((name) => path.join(folder, name));
  const stats = await Promise.all(files.map((file) => stat(file).catch(() => null)));
  return files.flatMap((file, at) => (stats[at] ? [{ file, mtimeMs: stats[at].mtimeMs }] : []));
};

const readTail = async (file: string): Promise<string> => {
  const handle = await open(file);
  try {
    const { size } = await handle.stat();
    const tail = Buffer.alloc(Math.min(size, tailBytes));
    await handle.read(tail, 0, tail.length, size - tail.length);
    return tail.toString('latin1');
  } finally {
    await handle.close();
  }
};

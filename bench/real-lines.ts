import { createWriteStream } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { once } from 'node:events';

const maxFiles = 6;
const dayMs = 86_400_000;

/**
 * One session file of about so many bytes out of the largest real Claude Code files of a folder, repeated: each time round with
 * other ids and three days later. Null where the folder holds none.
 */
export async function writeRealLines(samples: string | undefined, folder: string, bytes: number): Promise<string | null> {
  const files = samples ? await findLargest(path.join(samples, 'claude-code/projects')) : [];
  if (files.length === 0) return null;
  const lines = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).flatMap((text) => text.split('\n').filter(Boolean));
  const file = path.join(folder, 'real.jsonl');
  const out = createWriteStream(file);
  let written = 0;
  for (let round = 0; written < bytes; round += 1) {
    for (const line of lines) {
      const text = `${toRound(line, round)}\n`;
      written += Buffer.byteLength(text);
      if (!out.write(text)) await once(out, 'drain');
    }
  }
  out.end();
  await once(out, 'finish');
  return file;
}

const toRound = (line: string, round: number): string =>
  line
    .replace(/"sessionId":"[^"]*"/gu, '"sessionId":"real-lines"')
    .replace(/"(uuid|parentUuid|id|tool_use_id)":"([^"]+)"/gu, (_, name: string, id: string) => `"${name}":"${id}-${round}"`)
    .replace(/"timestamp":"([^"]+)"/gu, (whole, at: string) => {
      const ms = Date.parse(at);
      return Number.isNaN(ms) ? whole : `"timestamp":"${new Date(ms + 3 * round * dayMs).toISOString()}"`;
    })
    .replace(/"isSidechain":true,?|"agentId":"[^"]*",?/gu, '');

const findLargest = async (folder: string): Promise<string[]> => {
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const files = names.filter((name) => name.endsWith('.jsonl')).map((name) => path.join(folder, name));
  const sized = await Promise.all(files.map(async (file) => ({ file, size: (await stat(file)).size })));
  return sized
    .sort((a, b) => b.size - a.size)
    .slice(0, maxFiles)
    .map(({ file }) => file);
};

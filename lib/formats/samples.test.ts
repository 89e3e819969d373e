import { open, readdir } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readFileHead } from '../sources/file-head.ts';
import { refusals } from './refusals.ts';
import { detectFormat } from './registry.ts';

const samples = process.env.OBSERVATORY_SAMPLES;

/** Types of a folder's files, whatever their names: ids of formats, or the code of the refusal. */
const expected: Record<string, readonly string[]> = {
  'claude-code': ['claude-code', 'claude-code-agent-meta', 'claude-code-workflow-journal', 'claude-code-workflow', 'empty_file'],
  'amplifier-context-intelligence': ['amplifier-events'],
  'amplifier-session-analyzer': ['amplifier-events'],
  'amplifier-transcript-excerpt': ['amplifier-transcript'],
  'atif/nemo-atif': ['atif'],
  'atif/phoenix-client': ['atif'],
  'atif/harbor-golden-via-scout': ['atif'],
  codex: ['codex', 'codex-exec'],
  'mini-swe-agent': ['mini-swe-agent', 'chat'],
  'openai-chat': ['chat', 'not_recognized'],
  openhands: ['openhands'],
  'otel-genai/langfuse': ['langfuse'],
  'otel-genai/openinference-genai': ['spans'],
  pi: ['pi'],
  'swe-agent': ['swe-agent'],
  'weakincentives/head/composed': ['weakincentives', 'empty_file'],
  'weakincentives/accepts': ['weakincentives', 'weakincentives-document'],
  // Beside those that only the library's own Python types refuse.
  'weakincentives/rejects': ['weakincentives', 'bad_snapshot', 'not_recognized', 'empty_file'],
};

const recognize = async (file: string): Promise<string> => {
  const handle = await open(file);
  try {
    const head = await readFileHead(handle);
    const detected = detectFormat(head);
    if ('format' in detected) return detected.format.id;
    const { code } = detected.refusal;
    return code === 'not_supported' ? (refusals.find((known) => known.test(head))?.id ?? code) : code;
  } finally {
    await handle.close();
  }
};

describe.skipIf(!samples)('samples of other formats', () => {
  it.each(Object.entries(expected))('%s', async (folder, ids) => {
    const root = path.join(samples ?? '', folder);
    const entries = await readdir(root, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && /\.(jsonl?|traj)$/u.test(entry.name));
    expect(files.length).toBeGreaterThan(0);
    for (const entry of files) {
      const file = path.join(entry.parentPath, entry.name);
      expect(ids, file).toContain(await recognize(file));
    }
  });
});

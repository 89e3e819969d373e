import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { mcpTools } from '../mcp-command.ts';
import { maxAnswerChars } from './bound-json.ts';

describe('docs/mcp.md', () => {
  it('names every tool, whether it changes something, and each of its arguments', async () => {
    const text = await readFile(path.resolve('docs/mcp.md'), 'utf8');
    const rows = [...text.matchAll(/^\| `(\w+)` \|.*\| (yes|no) \|$/gmu)].map(([, name, changes]) => [name, changes]);
    expect(rows).toEqual(mcpTools.map(({ name, isReadOnly }) => [name, isReadOnly ? 'no' : 'yes']));
    expect(text).toContain(`${maxAnswerChars.toLocaleString('en')} characters`);
  });
});

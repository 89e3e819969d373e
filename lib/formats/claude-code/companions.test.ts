import { describe, expect, it } from 'vitest';
import { mainSession } from '../__fixtures__/claude-code.ts';
import { parseFixture, readValue } from '../__fixtures__/document.ts';
import { reduceBytes, readFixture } from '../__fixtures__/reduce-bytes.ts';
import { formats } from '../registry.ts';

describe('files beside sessions', () => {
  const read = (id: string, name: string, path: string) => readValue(id, parseFixture(`claude-code/${name}`), path);

  it('describes a subagent, whose ids stand in the path', () => {
    for (const folder of [
      `/p/${mainSession}/subagents`,
      `/p/${mainSession}/subagents/workflows/wf_1`,
      `C:\\p\\${mainSession}\\subagents`,
    ]) {
      const separator = folder.includes('\\') ? '\\' : '/';
      expect(read('claude-code-agent-meta', 'agent-aa11.meta.json', `${folder}${separator}agent-aa11.meta.json`).sessions).toMatchObject([
        {
          nativeId: `${mainSession}:aa11`,
          parentNativeId: mainSession,
          relation: 'subagent',
          agentName: 'finder',
          title: 'Find the bug',
          titleRank: 3,
        },
      ]);
    }
  });

  it('says what is missing where the path does not tell', () => {
    expect(read('claude-code-agent-meta', 'agent-aa11.meta.json', '/tmp/agent-aa11.meta.json')).toMatchObject({
      sessions: [],
      issues: [{ code: 'companion_file' }],
    });
  });

  it('names the files of workflows and takes no records from them', async () => {
    expect(read('claude-code-workflow', 'workflow.json', '/w/wf_1.json')).toMatchObject({
      records: [],
      issues: [{ code: 'companion_file' }],
    });
    const journal = formats.find((format) => format.id === 'claude-code-workflow-journal');
    const drafts = journal && (await reduceBytes(journal, readFixture('claude-code/journal.jsonl'), '/w/journal.jsonl', 1));
    expect(drafts?.issues.map((issue) => issue.code)).toEqual(['companion_file']);
    expect(drafts?.records).toEqual([]);
  });
});

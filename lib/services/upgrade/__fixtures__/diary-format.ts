import type { Format, RecordDraft } from '../../../formats/format.ts';
import { toObject, toText } from '../../../formats/narrow.ts';

/**
 * A format of one's own for tests, in two versions. Version 1 takes notes for prompts, calls every result ok and counts output
 * twice; version 2 reads notes as meta records, knows failures, and reads a line type that version 1 did not know.
 */
export const buildDiaryFormat = (version: 1 | 2): Format => ({
  id: 'diary',
  version,
  label: 'Diary',
  agent: { id: 'diary', label: 'Diary' },
  shape: 'lines',
  capabilities: { timestamps: true, tokens: true, cost: false, outcomes: true, subagents: false },
  detect: ({ values }) => Number(toObject(values[0])?.diary !== undefined),
  openLines: () => ({
    state: () => null,
    read: (line, given, out) => {
      const value = toObject(given);
      if (!value) return;
      const session = String(value.diary);
      const atMs = Number(value.at);
      const base = { session, nativeKey: String(value.id), block: 0, line: line.number, offset: line.offset, bytes: line.bytes };
      const record: Omit<RecordDraft, 'kind'> = { ...base, lineHash: line.hash, text: toText(value.text) ?? '', atMs };
      const nativeCallId = typeof value.call === 'string' ? value.call : null;
      if (value.type === 'prompt') out.records.push({ ...record, kind: 'prompt' });
      if (value.type === 'note') out.records.push({ ...record, kind: version === 1 ? 'prompt' : 'meta' });
      if (value.type === 'aside' && version === 2) out.records.push({ ...record, kind: 'system' });
      if (value.type === 'ghost' && version === 1) out.records.push({ ...record, kind: 'system', session: `${session}-ghost` });
      if (value.type === 'answer') {
        const output = Number(value.output) * (version === 1 ? 2 : 1);
        const tokens = { input: 1, cacheRead: null, cacheWrite: null, output, reasoning: null };
        out.records.push({ ...record, kind: 'response', response: String(value.id) });
        out.responses.push({ session, nativeId: String(value.id), model: 'claude-opus-4-5', tokens, atMs });
      }
      if (value.type === 'call') {
        out.records.push({ ...record, kind: 'tool_call', call: { nativeCallId, name: 'Bash', params: record.text } });
      }
      if (value.type === 'result') {
        const isError = version === 2 && record.text.startsWith('Error');
        const outcome = isError ? 'error' : 'ok';
        out.records.push({ ...record, kind: 'tool_result', result: { nativeCallId, outcome, outcomeSource: 'flag' } });
      }
    },
  }),
});

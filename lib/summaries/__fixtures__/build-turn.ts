import type { TurnRecord, TurnToSummarize } from '../../domain/summary.ts';
import { readArguments } from '../../session/call-arguments.ts';
import type { WorkFacts } from '../../session/read-work.ts';
import { toToolKind } from '../../session/tool-kind.ts';
import { computeToolSummary } from '../../session/tool-summary.ts';
import { computeVerification } from '../../session/verification.ts';

type Part = Pick<TurnRecord, 'kind' | 'text'> & Partial<TurnRecord>;

/** A turn of records in order, each with its place as its id. */
export const buildTurn = (parts: readonly Part[], isAborted = false): TurnToSummarize => {
  const records = parts.map((part, seq) => ({ recordId: `r${seq}`, seq, tool: null, isFailed: null, ...part }));
  return { sessionId: 's', turnIdx: 0, records, isAborted, verification: computeVerification(records.flatMap(toWork), '/p'), nextPrompt: null };
};

/** A call with the result behind it. */
const toWork = ({ recordId, kind, tool, text, isFailed }: TurnRecord, at: number, records: readonly TurnRecord[]): (WorkFacts & { id: string })[] => {
  if (kind !== 'tool_call' || tool === null) return [];
  const result = records[at + 1]?.kind === 'tool_result' ? (records[at + 1]?.text ?? '') : null;
  const outcome = isFailed === null ? 'unknown' : isFailed ? 'error' : 'ok';
  const read = { summary: computeToolSummary(readArguments(text)), params: text, outcome, exitCode: null } as const;
  return [{ id: recordId, name: tool, kind: toToolKind(tool), ...read, resultHead: result, resultTail: null }];
};

/** A call and its result. */
export const buildCall = (tool: string, input: unknown, output: string, isFailed = false): Part[] => [
  { kind: 'tool_call', tool, text: JSON.stringify(input), isFailed },
  { kind: 'tool_result', tool, text: output, isFailed },
];

/** Finds out why a test fails, and fixes it. */
export const fixedTest = buildTurn([
  { kind: 'prompt', text: 'The test for overdue items fails. Find out why and fix it.' },
  { kind: 'reasoning', text: 'I should run the tests first to see which one fails, before I read any code.' },
  { kind: 'response', text: 'I will run the tests first.' },
  ...buildCall('Bash', { command: 'npm test' }, 'ok 1 - adds\nnot ok 2 - overdue\n# pass 1\n# fail 1', true),
  { kind: 'response', text: 'The comparison in isOverdue looks wrong. Let me read the function:' },
  ...buildCall('Read', { file_path: '/p/src/format.js' }, 'export const isOverdue = (item) => item.due <= today;'),
  ...buildCall('Edit', { file_path: '/p/src/format.js' }, 'done'),
  ...buildCall('Bash', { command: 'npm test' }, 'ok 1 - adds\nok 2 - overdue\n# pass 2\n# fail 0'),
  {
    kind: 'response',
    text: '## Result\n\nThe overdue test passes now. `isOverdue` in **format.js** compared with `<=`, so an item due today counted as late.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nconst code = 1; // This is no sentence of prose.\n```\n',
  },
]);

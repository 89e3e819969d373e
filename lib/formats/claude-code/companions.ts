import type { Drafts, Head, LineReader, SourceHints } from '../format.ts';
import { makeDrafts } from '../format.ts';
import { toList, toName, toObject, toObjects } from '../narrow.ts';
import { childIdOf } from './sidechains.ts';
import { cutBetweenSecrets } from '../../redaction/cut-between-secrets.ts';

/** Files beside a session that hold no records of their own. */

/** Keys that versions write beside `agentType`; newer versions add others. */
const metaKeys = new Set(['description', 'worktreePath', 'parentToolUseId', 'toolUseId', 'spawnDepth', 'teamName', 'requestShape']);

const maxMetaKeys = 64;

/** `agent-<id>.meta.json`: kind and task of a subagent. */
export const detectAgentMeta = (head: Head): number => {
  const document = toObject(head.document);
  if (!document || toName(document.agentType, 256) === null) return 0;
  const keys = Object.keys(document);
  const isFlat = Object.values(document).every((field) => typeof field !== 'object' || field === null);
  const isDescription = keys.length === 1 || keys.some((key) => metaKeys.has(key));
  return isDescription && isFlat && keys.length <= maxMetaKeys ? 0.9 : 0;
};

/** Only the path names the subagent; without it there is nothing to attach the description to. */
export const readAgentMeta = (value: unknown, hints: SourceHints): Drafts[] => {
  const drafts = makeDrafts();
  const document = toObject(value) ?? {};
  const names = hints.path.split(/[/\\]/u);
  const [, agentId] = /^agent-(.+)\.meta\.json$/su.exec(names.pop() ?? '') ?? [];
  const parent = names.find((name, at) => name !== '' && names[at + 1] === 'subagents');
  if (parent === undefined || agentId === undefined) {
    drafts.issues.push({
      line: null,
      code: 'companion_file',
      message:
        'This describes a Claude Code subagent, but not which one: only its path, <session>/subagents/agent-<id>.meta.json, does. Import that folder.',
      excerpt: null,
    });
    return [drafts];
  }
  const description = toName(document.description, 10_000);
  drafts.sessions.push({
    nativeId: childIdOf(parent, agentId),
    line: 1,
    atMs: null,
    parentNativeId: parent,
    relation: 'subagent',
    agentName: toName(document.agentType, 256),
    ...(description === null ? {} : { title: cutBetweenSecrets(description, 200), titleRank: 3 }),
  });
  return [drafts];
};

/** `journal.jsonl` of a workflow: which agents were started and what they answered. */
export const detectJournal = (head: Head): number => {
  const objects = toObjects(head.values);
  const isJournal = objects.every(
    (value) =>
      (value.type === 'started' || value.type === 'result') && toName(value.key, 4096) !== null && toName(value.agentId, 256) !== null,
  );
  return objects.length > 0 && isJournal ? 0.9 : 0;
};

/** Reports what the file is, once; it holds no records. */
export const openJournal = (_hints: SourceHints, state: unknown): LineReader => {
  let isReported = toObject(state)?.told === true;
  return {
    read: (_line, _value, out) => {
      if (isReported) return;
      isReported = true;
      out.issues.push({
        line: null,
        code: 'companion_file',
        message: 'This is a Claude Code workflow journal. It lists agents and holds no records. Import the agent-*.jsonl files next to it.',
        excerpt: null,
      });
    },
    state: () => ({ told: isReported }),
  };
};

/** `workflows/<run>.json`: the summary of a workflow. */
export const detectWorkflow = (head: Head): number => {
  const document = toObject(head.document);
  return document &&
    toName(document.runId, 256) !== null &&
    toName(document.workflowName, 1024) !== null &&
    toList(document.workflowProgress)
    ? 0.9
    : 0;
};

/** Reports what the file is; it holds no records. */
export const readWorkflow = (): Drafts[] => [
  {
    ...makeDrafts(),
    issues: [
      {
        line: null,
        code: 'companion_file',
        message: 'This is a Claude Code workflow summary. It holds no records. Import the agent-*.jsonl files in subagents/workflows.',
        excerpt: null,
      },
    ],
  },
];

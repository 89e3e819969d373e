import { readAsLines } from '../elements/read-as-lines.ts';
import type { Format } from '../format.ts';
import { toList } from '../narrow.ts';
import { detectAgentMeta, detectJournal, detectWorkflow, openJournal, readAgentMeta, readWorkflow } from './companions.ts';
import { detectClaudeCode, detectList, detectStream } from './detect.ts';
import { openClaudeCode } from './reader.ts';

const agent = {
  id: 'claude-code',
  label: 'Claude Code',
  folders: ['~/.claude/projects', '~/.config/claude/projects', '$CLAUDE_CONFIG_DIR/projects'],
  sessionOf: (file: string) => (/[\\/](?:agent-[^\\/]*|journal)\.jsonl$/u.test(file) ? null : file),
  resumeCommand: 'claude --resume',
};
const nothing = { timestamps: false, tokens: false, cost: false, outcomes: false, subagents: false };

/** Everything that Claude Code writes and that is read: sessions, streamed output, and the files beside them. */
export const claudeCodeFormats: readonly Format[] = [
  {
    id: 'claude-code',
    version: 7,
    label: 'Claude Code session',
    agent,
    shape: 'lines',
    capabilities: { timestamps: true, tokens: true, cost: false, outcomes: true, subagents: true },
    detect: detectClaudeCode,
    openLines: openClaudeCode,
  },
  {
    id: 'claude-code-stream',
    version: 7,
    label: 'Claude Code stream-json output',
    agent,
    shape: 'lines',
    capabilities: { timestamps: false, tokens: true, cost: true, outcomes: true, subagents: true },
    detect: detectStream,
    openLines: openClaudeCode,
  },
  {
    id: 'claude-code-list',
    version: 7,
    label: 'Claude Code messages in one list',
    agent,
    shape: 'document',
    capabilities: { timestamps: true, tokens: true, cost: true, outcomes: true, subagents: true },
    detect: detectList,
    readDocument: (value, hints) => readAsLines(toList(value) ?? [], openClaudeCode(hints, undefined)),
  },
  {
    id: 'claude-code-agent-meta',
    version: 7,
    label: 'Claude Code subagent description',
    agent,
    shape: 'document',
    companionOf: 'claude-code',
    capabilities: { ...nothing, subagents: true },
    detect: detectAgentMeta,
    readDocument: readAgentMeta,
  },
  {
    id: 'claude-code-workflow-journal',
    version: 7,
    label: 'Claude Code workflow journal',
    agent,
    shape: 'lines',
    companionOf: 'claude-code',
    capabilities: nothing,
    detect: detectJournal,
    openLines: openJournal,
  },
  {
    id: 'claude-code-workflow',
    version: 7,
    label: 'Claude Code workflow run',
    agent,
    shape: 'document',
    companionOf: 'claude-code',
    capabilities: nothing,
    detect: detectWorkflow,
    readDocument: readWorkflow,
  },
];

import { readAsLines } from '../elements/read-as-lines.ts';
import type { Format } from '../format.ts';
import { detectCodex, detectCodexExec, detectCodexJson, toCodexElements } from './detect.ts';
import { openCodexExec } from './exec-reader.ts';
import { openCodex } from './reader.ts';

const codexFolders = ['~/.codex', '$CODEX_HOME'].flatMap((home) => [`${home}/sessions`, `${home}/archived_sessions`]);
const agent = { id: 'codex', label: 'Codex', folders: codexFolders, resumeCommand: 'codex resume' };

/** Readable output of Codex: rollouts, and the output of `codex exec --json`. */
export const codexFormats: readonly Format[] = [
  {
    id: 'codex',
    version: 6,
    label: 'Codex rollout',
    agent,
    shape: 'lines',
    capabilities: { timestamps: true, tokens: true, cost: false, outcomes: true, subagents: true },
    detect: detectCodex,
    openLines: openCodex,
  },
  {
    id: 'codex-json',
    version: 6,
    label: 'Codex session in one JSON document',
    agent,
    shape: 'document',
    capabilities: { timestamps: true, tokens: false, cost: false, outcomes: true, subagents: false },
    detect: detectCodexJson,
    readDocument: (value, hints) => readAsLines(toCodexElements(value), openCodex(hints, undefined)),
  },
  {
    id: 'codex-exec',
    version: 6,
    label: 'Codex exec --json output',
    agent,
    yieldsTo: 'codex',
    shape: 'lines',
    capabilities: { timestamps: false, tokens: true, cost: false, outcomes: true, subagents: true },
    detect: detectCodexExec,
    openLines: openCodexExec,
  },
];

import type { Format } from '../format.ts';
import { detectCodex, detectCodexExec } from './detect.ts';
import { openCodexExec } from './exec-reader.ts';
import { openCodex } from './reader.ts';

const family = 'codex';

/** What Codex writes and that is read: rollouts, and the output of `codex exec --json`. */
export const codexFormats: readonly Format[] = [
  {
    id: 'codex',
    label: 'Codex rollout',
    family,
    shape: 'lines',
    capabilities: { timestamps: true, tokens: true, cost: false, outcomes: true, subagents: true },
    detect: detectCodex,
    openLines: openCodex,
  },
  {
    id: 'codex-exec',
    label: 'Codex exec --json output',
    family,
    shape: 'lines',
    capabilities: { timestamps: false, tokens: true, cost: false, outcomes: true, subagents: false },
    detect: detectCodexExec,
    openLines: openCodexExec,
  },
];

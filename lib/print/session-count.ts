import { printCounted } from './number.ts';

/** `12 sessions and 30 subagents`. Lists do not count subagents, so neither is left to be taken for the other. */
export const printSessionCount = ({ sessions, subagents }: { /** With the subagents. */ sessions: number; subagents: number }): string =>
  [
    ...(sessions > subagents || subagents === 0 ? [printCounted(sessions - subagents, 'session')] : []),
    ...(subagents > 0 ? [printCounted(subagents, 'subagent')] : []),
  ].join(' and ');

import type { VerdictCode } from '../domain/experiment.ts';

const words: Readonly<Record<VerdictCode, string>> = {
  helps: 'Helps',
  smaller: 'Helps less than wanted',
  harms: 'Harms',
  no_evidence: 'No evidence',
  too_few: 'Too few to say',
  no_verdict: 'No verdict',
};

/** A verdict in words: `Helps`, `No evidence yet`. `isOver`: the experiment was stopped, and gets no more sessions. */
export const printVerdict = (code: VerdictCode, isOver: boolean): string =>
  code === 'no_evidence' && !isOver ? `${words[code]} yet` : words[code];

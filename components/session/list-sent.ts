import type { Assessment } from '@/lib/domain/assessment.ts';
import type { Retrieval } from '@/lib/domain/retrieval.ts';
import type { Turn } from '@/lib/domain/turn.ts';
import { printCounted } from '@/lib/print/number.ts';

/** Something that was sent to an agent: at a call, or with the prompt of a turn. `after`: the last call before it; 0: none. */
export type SentToAgent = {
  key: string;
  call: number | null;
  turn: number | null;
  after: number;
  name: string;
  text: string;
  atMs: number | null;
};

type Given = Pick<Retrieval, 'turnIdx' | 'examples' | 'sectionChars' | 'withheld' | 'atMs'>;

/** Feedback of the observers and examples for prompts, in order of time. What an experiment withheld was not sent. */
export const listSent = (
  assessments: readonly Pick<Assessment, 'observer' | 'observerName' | 'callIndex' | 'summary' | 'findings' | 'sentAtMs'>[],
  given: readonly Given[],
  turns: readonly Pick<Turn, 'turnIdx' | 'toolCalls'>[],
): SentToAgent[] => {
  const feedback = assessments.flatMap(({ observer, observerName, callIndex, summary, findings, sentAtMs }): SentToAgent[] =>
    sentAtMs === null
      ? []
      : [
          {
            ...{ key: `${callIndex} ${observer}`, call: callIndex, turn: null, after: callIndex },
            ...{ name: observerName, text: findings.map(({ title }) => title).join('; ') || summary, atMs: sentAtMs },
          },
        ],
  );
  const callsBefore = (turn: number): number =>
    turns.filter(({ turnIdx }) => turnIdx < turn).reduce((sum, { toolCalls }) => sum + toolCalls, 0);
  const examples = given
    .filter(({ withheld, sectionChars }) => !withheld && sectionChars > 0)
    .map(({ turnIdx, examples: { length }, atMs }) => ({
      ...{ key: `T${turnIdx}`, call: null, turn: turnIdx, after: callsBefore(turnIdx) },
      ...{ name: 'Examples', text: `${printCounted(length, 'past prompt')} with what followed`, atMs },
    }));
  return [...feedback, ...examples].sort((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
};

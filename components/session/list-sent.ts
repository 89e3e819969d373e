import type { Assessment, Episode } from '@/lib/domain/assessment.ts';
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
  /** The agent's reaction to feedback; null: the agent made no further call, or these are examples. */
  reaction: string | null;
};

/** The findings that feedback is about, and the last call whose effects on them are known; null: none. */
type Known = { episodes: readonly Pick<Episode, 'observer' | 'sentAt' | 'endedAtCall'>[]; toCall: number | null };

type Given = Pick<Retrieval, 'turnIdx' | 'examples' | 'sectionChars' | 'withheld' | 'atMs'>;

/** An agent changed course once all findings that a report sent to it have ended. */
const printReaction = (observer: string, callIndex: number, { episodes, toCall }: Known): string | null => {
  if (toCall === null || toCall <= callIndex) return null;
  const told = episodes.filter((episode) => episode.observer === observer && episode.sentAt.includes(callIndex));
  if (told.length === 0) return null;
  const ends = told.flatMap(({ endedAtCall }) => (endedAtCall !== null && endedAtCall <= toCall ? endedAtCall : []));
  return ends.length < told.length ? 'no change' : `changed course at #${Math.max(...ends)}`;
};

/** Feedback of the observers and examples for prompts, in order of time. Items that an experiment withheld were not sent. */
export const listSent = (
  assessments: readonly Pick<Assessment, 'observer' | 'observerName' | 'callIndex' | 'summary' | 'findings' | 'sentAtMs'>[],
  given: readonly Given[],
  turns: readonly Pick<Turn, 'turnIdx' | 'toolCalls'>[],
  known: Known,
): SentToAgent[] => {
  const feedback = assessments.flatMap(({ observer, observerName, callIndex, summary, findings, sentAtMs }): SentToAgent[] =>
    sentAtMs === null
      ? []
      : [
          {
            ...{ key: `${callIndex} ${observer}`, call: callIndex, turn: null, after: callIndex },
            ...{ name: observerName, text: findings.map(({ title }) => title).join('; ') || summary, atMs: sentAtMs },
            reaction: printReaction(observer, callIndex, known),
          },
        ],
  );
  const callsBefore = (turn: number): number =>
    turns.filter(({ turnIdx }) => turnIdx < turn).reduce((sum, { toolCalls }) => sum + toolCalls, 0);
  const examples = given
    .filter(({ withheld, sectionChars }) => !withheld && sectionChars > 0)
    .map(({ turnIdx, examples: { length }, atMs }) => ({
      ...{ key: `T${turnIdx}`, call: null, turn: turnIdx, after: callsBefore(turnIdx) },
      ...{ name: 'Examples', text: `${printCounted(length, 'past prompt')} with what followed`, atMs, reaction: null },
    }));
  return [...feedback, ...examples].sort((a, b) => (a.atMs ?? 0) - (b.atMs ?? 0));
};

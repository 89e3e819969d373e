import type { Outcome } from '@/lib/domain/outcome.ts';
import type { TurnMetric } from '@/lib/domain/turn-metric.ts';

/** Whether a turn was completed, as a mark and a word. */
export const toTurnOutcome = ({
  completed,
  completedBasis,
}: Pick<TurnMetric, 'completed' | 'completedBasis'>): { mark: Outcome; word: string; about: string } => {
  if (completed === null)
    return completedBasis === 'running'
      ? { mark: 'running', word: 'running', about: 'It may go on.' }
      : { mark: 'unknown', word: 'unknown', about: 'No answer, no end and no report of it is known, so it counts in no rate.' };
  if (completedBasis === 'reported')
    return completed
      ? { mark: 'ok', word: 'completed', about: 'Reported by the agent.' }
      : { mark: 'error', word: 'not completed', about: 'Reported by the agent.' };
  if (completed) return { mark: 'ok', word: 'completed', about: 'It ended with an answer.' };
  return { mark: 'interrupted', word: 'aborted', about: 'It was cut short.' };
};

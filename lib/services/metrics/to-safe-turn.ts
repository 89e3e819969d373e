import type { TurnMetric } from '../../domain/turn-metric.ts';
import { toSafeSession, toSafeText } from '../safe-texts.ts';

/** A turn as it is shown beside those of other sessions. */
export const toSafeTurn = (turn: TurnMetric): TurnMetric => ({
  ...turn,
  prompt: turn.prompt && toSafeText(turn.prompt),
  session: turn.session && toSafeSession(turn.session),
});

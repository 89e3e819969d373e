import type { HitSession } from '../../domain/search.ts';
import { maxMetricPromptChars, maxReadPromptChars, type TurnMetric } from '../../domain/turn-metric.ts';
import { cutText } from '../../print/cut-text.ts';
import { redact } from '../../redaction/redact.ts';

/** Redacted before it is cut: half a key is not recognized. */
export const toSafePrompt = (prompt: string): string => cutText(redact(cutText(prompt, maxReadPromptChars)), maxMetricPromptChars);

export const toSafeSession = (session: HitSession | null): HitSession | null =>
  session && { ...session, title: session.title && redact(session.title) };

/** A turn as it is shown beside those of other sessions. */
export const toSafeTurn = (turn: TurnMetric): TurnMetric => ({
  ...turn,
  prompt: turn.prompt && toSafePrompt(turn.prompt),
  session: toSafeSession(turn.session),
});

import { maxReadPromptChars } from '../domain/turn-metric.ts';
import { cutText } from '../print/cut-text.ts';
import { toVisibleOutput } from '../print/visible-text.ts';
import { redactPlain } from '../redaction/redact.ts';

/** Limit for a text that is shown to another session, or beside its turns. */
const maxSafeChars = 2_000;

/** Plain text, redacted before it is cut: half a key is not recognized. Escape sequences do not count as text that is cut. */
export const toSafeText = (text: string): string => cutText(redactPlain(cutText(toVisibleOutput(text), maxReadPromptChars)), maxSafeChars);

/** With a title as plain text, redacted. */
export const toSafeSession = <Session extends { title: string | null }>(session: Session): Session => ({
  ...session,
  title: session.title === null ? null : redactPlain(session.title),
});

import { maxReadPromptChars } from '../domain/turn-metric.ts';
import { cutText } from '../print/cut-text.ts';
import { redact, redactPlain } from '../redaction/redact.ts';

/** Of a text that is shown to another session, or beside its turns. */
const maxSafeChars = 2_000;

/** Plain text, redacted before it is cut: half a key is not recognized. */
export const toSafeText = (text: string): string => cutText(redactPlain(cutText(text, maxReadPromptChars)), maxSafeChars);

export const toSafeSession = <Session extends { title: string | null }>(session: Session): Session => ({
  ...session,
  title: session.title === null ? null : redact(session.title),
});

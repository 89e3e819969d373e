import { clipText } from '../print/cut-text.ts';
import { redact } from '../redaction/redact.ts';
import { maxSentenceChars } from './limits.ts';

/** A sentence as a summary quotes it: without secrets, which half of one would no longer show, and cut where it is long. */
export const quote = (sentence: string): string => clipText(redact(sentence), maxSentenceChars);

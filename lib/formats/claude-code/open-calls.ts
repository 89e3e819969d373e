import { toShortKey } from '../fingerprint.ts';
import { toName } from '../narrow.ts';
import { addRecord, type LineContext } from './drafting.ts';
import type { ReaderState } from './reader-state.ts';
import type { MetResult } from './user-entry.ts';

/** Maximum length of an id that is remembered here. */
const idChars = 64;

/** Remembers which response made a call. */
export const noteAsked = (state: ReaderState, { entry }: LineContext, nativeCallId: string): void => {
  const response = toName(entry.message?.id, idChars);
  if (response === null) return;
  state.asked.set(toShortKey(nativeCallId), toShortKey(response));
};

/** Remembers refusals that a later line may show to be interruptions. */
export const noteRefusals = (state: ReaderState, results: readonly MetResult[]): void => {
  for (const { nativeCallId, isUndecided } of results) {
    const id = toName(nativeCallId, idChars);
    if (isUndecided && id !== null) state.refused.set(id, 1);
  }
};

/**
 * A line that names the response which Escape cut short: its calls that seemed to be refused were running. The line stands behind their
 * results.
 */
export const readInterruption = (state: ReaderState, context: LineContext): void => {
  const response = toName(context.entry.value.interruptedMessageId, idChars);
  if (response === null) return;
  for (const [nativeCallId] of state.refused.toEntries()) {
    if (state.asked.get(toShortKey(nativeCallId)) !== toShortKey(response)) continue;
    state.refused.take(nativeCallId);
    addRecord(context, 'meta', '', {
      subtype: 'call_end',
      outcomeOverride: { nativeCallId, outcome: 'interrupted', outcomeSource: 'flag' },
    });
  }
};

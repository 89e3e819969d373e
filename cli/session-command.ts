import * as z from 'zod';
import { AppError } from '../lib/domain/errors.ts';
import { listSessionFacts } from '../lib/print/session-facts.ts';
import { printCount } from '../lib/print/number.ts';
import { maxNoteChars } from '../lib/domain/session-names.ts';
import { contracts } from '../lib/contracts/index.ts';
import { makeSavedSearches } from '../lib/services/search/saved-searches.ts';
import { makeSessionService } from '../lib/services/sessions.ts';
import { findSessionId } from '../lib/services/find-session-id.ts';
import { withArchive } from './open-archive.ts';
import { getOutputColumns } from './output-columns.ts';
import { markdownStyle, plainStyle } from './transcript/styles.ts';
import { getRange, writeTranscript } from './transcript/write-transcript.ts';
import { printJson, printNote } from './print.ts';
import { parseTurn } from './parse-turn.ts';

export type SessionOptions = { errors: boolean; turn?: string; markdown: boolean; json: boolean; note?: string; ended?: boolean };

const parseNote = (text: string): string => {
  if (text.length <= maxNoteChars) return text;
  throw new AppError(
    'invalid_input',
    `--note: a note has ${printCount(maxNoteChars)} characters at most, and this one ${printCount(text.length)}.`,
  );
};

/** `session ID`: what is known of one session, and its transcript. */
export const sessionCommand = (id: string, { errors, turn, markdown, json, note, ended }: SessionOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    if (id === '') throw new AppError('invalid_input', 'A session id is required.');
    if (json && (errors || markdown || turn !== undefined))
      throw new AppError('invalid_input', '--json prints the session without its transcript. Leave out --errors, --turn and --markdown.');
    if (note !== undefined && (json || errors || markdown || turn !== undefined))
      throw new AppError('invalid_input', '--note only writes the note. Leave out --json, --errors, --turn and --markdown.');
    if (ended !== undefined && (note !== undefined || json || errors || markdown || turn !== undefined))
      throw new AppError('invalid_input', '--ended and --no-ended only mark the session. Leave out all other options.');
    const sessions = makeSessionService({ store, now: Date.now });
    const known = (await findSessionId(store, id)) ?? id;
    if (note !== undefined) {
      const { note: written } = await makeSavedSearches({ store, now: Date.now }).setNote(known, parseNote(note));
      printNote(written === null ? 'The note was removed.' : 'The note was saved.');
      return 0;
    }
    if (ended !== undefined) {
      await makeSavedSearches({ store, now: Date.now }).setMarkedEnded(known, ended);
      printNote(ended ? 'The session is marked as ended. To take that back: --no-ended' : 'The session is no longer marked as ended.');
      return 0;
    }
    const detail = await sessions.get(known);
    if (json) printJson(z.encode(contracts.sessions.get.response, detail));
    else {
      const style = markdown ? markdownStyle : plainStyle;
      const { turns } = await sessions.turns(detail.id);
      const range = getRange(turns, turn === undefined ? null : parseTurn(turn));
      const transcript = { store, sessionId: detail.id, turns, style };
      process.stdout.write(`${style.head(listSessionFacts(detail))}\n`);
      await writeTranscript(
        transcript,
        { ...range, errorsAlone: errors, columns: getOutputColumns(), nowMs: Date.now(), isLive: detail.live },
        (text) => process.stdout.write(text),
      );
    }
    return 0;
  });

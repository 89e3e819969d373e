import { AppError } from '../../lib/domain/errors.ts';
import { resolutionReason, type ResolutionReason, type TriageAction } from '../../lib/domain/observation.ts';
import { note as noteSchema, type TriageResult } from '../../lib/domain/triage.ts';
import { printCounted } from '../../lib/print/number.ts';
import { toMissing } from '../../lib/services/observations/to-missing.ts';
import { getSessionId } from '../get-session-id.ts';
import { findIds } from './find-ids.ts';
import { withTriage } from './open-triage.ts';
import { readInput } from './read-input.ts';

export type ChangeOptions = { group: boolean; note?: string; by?: string; reason?: string; json: boolean };

const doneWords: Record<TriageAction, string> = { acknowledge: 'acknowledged', resolve: 'resolved', reopen: 'opened again' };
const maxIds = 10_000;

const parseReason = (text: string): ResolutionReason => {
  const { success, data } = resolutionReason.safeParse(text);
  if (success) return data;
  throw new AppError('invalid_input', `--reason ${text}: use ${resolutionReason.options.join(', ')}.`);
};

/** `-` is standard input, for what no shell takes as an argument. */
const readNote = async (given: string | undefined): Promise<string | null> => {
  const text = given === '-' ? (await readInput('--note -')).trimEnd() : (given ?? null);
  const { success, error } = noteSchema.safeParse(text);
  if (success) return text;
  throw new AppError('invalid_input', `--note: ${error.issues[0]?.message ?? 'it cannot be taken'}. Nothing was changed.`);
};

const parseBy = (by: string | undefined): string | undefined => {
  if (by === undefined || (by.trim() !== '' && by.length <= 200)) return by?.trim();
  throw new AppError('invalid_input', '--by: give a name of 1 to 200 characters.');
};

/** Nothing where nothing changed. */
const printWayBack = (changeId: string | null): string => (changeId === null ? '' : `observations undo ${changeId} takes it back\n`);

const printDone = (action: TriageAction, isGroup: boolean, { changed, unchanged, changeId }: TriageResult): string => {
  const count = printCounted(changed, isGroup ? 'group' : 'observation');
  return `${count} ${doneWords[action]}${unchanged > 0 ? `, ${unchanged} unchanged` : ''}\n${printWayBack(changeId)}`;
};

/** `observations ack`, `resolve`, `reopen`: of what is named, in one transaction. Says on standard error what is refused and what is not there. */
export const changeObservations = async (action: TriageAction, names: readonly string[], options: ChangeOptions): Promise<number> => {
  if (names.length > maxIds) throw new AppError('invalid_input', `${names.length} ids: give at most ${maxIds}.`);
  const reason = parseReason(options.reason ?? 'fixed');
  const by = parseBy(options.by);
  const note = await readNote(options.note);
  return withTriage(async ({ store, observations }) => {
    const { ids, missing } = await findIds(store, names, options.group);
    for (const name of missing) {
      const said = options.group ? `There is no group ${name}.` : await toMissing(store, name, ', or act on all of them with --group');
      process.stderr.write(`${said}\n`);
    }
    if (ids.length === 0) return 1;
    const target = options.group ? { groups: ids.map((fingerprint) => ({ fingerprint })) } : { observations: ids.map((id) => ({ id })) };
    const result = await observations.triage({ action, reason, note, target });
    for (const { id, why } of result.refusals) process.stderr.write(`${id}: ${why}\n`);
    if (result.refused > result.refusals.length) process.stderr.write(`... and ${result.refused - result.refusals.length} more.\n`);
    const done = result.changed + result.unchanged;
    if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
    else if (done > 0) process.stdout.write(printDone(action, options.group, result));
    if (result.refused + missing.length === 0) return 0;
    return done > 0 ? 3 : 1;
  }, by);
};

/** `observations clear-resolved`. */
export const clearResolved = (options: { session?: string; by?: string }): Promise<number> => {
  const by = parseBy(options.by);
  return withTriage(async ({ store, observations }) => {
    const sessionId = options.session === undefined ? null : await getSessionId(store, options.session);
    const { cleared, changeId } = await observations.clearResolved({ sessionId });
    process.stdout.write(`${printCounted(cleared, 'resolved observation')} archived\n${printWayBack(changeId)}`);
    return 0;
  }, by);
};

/** `observations undo`: as far as nothing changed it since. */
export const undoChange = (changeId: string, options: { by?: string; json: boolean }): Promise<number> => {
  const by = parseBy(options.by);
  return withTriage(async ({ observations }) => {
    const result = await observations.undo({ changeId });
    const { undone, left } = result;
    if (options.json) process.stdout.write(`${JSON.stringify(result)}\n`);
    else if (undone > 0) process.stdout.write(`${printCounted(undone, 'observation')} put back as before\n`);
    if (left > 0) process.stderr.write(`${printCounted(left, 'observation')} changed since, or not by hand: left as it is.\n`);
    if (left === 0) return 0;
    return undone > 0 ? 3 : 1;
  }, by);
};

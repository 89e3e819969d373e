import { AppError } from '../../lib/domain/errors.ts';
import { resolutionReason, type ResolutionReason, type TriageAction } from '../../lib/domain/observation.ts';
import { note as noteSchema, type TriageResult } from '../../lib/domain/triage.ts';
import { printCounted } from '../../lib/print/number.ts';
import { describeSchemaIssue } from '../../lib/domain/describe-schema-issue.ts';
import { toMissing } from '../../lib/services/observations/to-missing.ts';
import { getSessionId } from '../get-session-id.ts';
import { findIds } from './find-ids.ts';
import { withTriage } from './open-triage.ts';
import { readInput } from './read-input.ts';
import { printJsonLine, printNote } from '../print.ts';

export type ChangeOptions = { group: boolean; note?: string; by?: string; reason?: string; json: boolean };

const pastTense: Record<TriageAction, string> = { acknowledge: 'acknowledged', resolve: 'resolved', reopen: 'reopened' };
const maxIds = 10_000;

const parseReason = (text: string): ResolutionReason => {
  const { success, data } = resolutionReason.safeParse(text);
  if (success) return data;
  throw new AppError('invalid_input', `--reason ${text}: not valid. Use ${resolutionReason.options.join(', ')}.`);
};

/** `-` reads standard input, for notes too long for an argument. */
const readNote = async (given: string | undefined): Promise<string | null> => {
  const text = given === '-' ? (await readInput('--note -')).trimEnd() : (given ?? null);
  const { success, error } = noteSchema.safeParse(text);
  if (success) return text;
  throw new AppError('invalid_input', `--note: ${error.issues.map(describeSchemaIssue).join('; ')}. Nothing was changed.`);
};

const parseBy = (by: string | undefined): string | undefined => {
  if (by === undefined || (by.trim() !== '' && by.length <= 200)) return by?.trim();
  throw new AppError('invalid_input', '--by: the name must have 1 to 200 characters.');
};

/** Empty if nothing changed. */
const printUndo = (changeId: string | null): string => (changeId === null ? '' : `Undo with: observatory observations undo ${changeId}\n`);

const printDone = (action: TriageAction, isGroup: boolean, { changed, unchanged, changeId }: TriageResult): string => {
  const count = printCounted(changed, isGroup ? 'group' : 'observation');
  return `${count} ${pastTense[action]}${unchanged > 0 ? `, ${unchanged} unchanged` : ''}\n${printUndo(changeId)}`;
};

/** `observations ack`, `resolve`, `reopen`: in one transaction. Prints refused and missing ids to standard error. */
export const changeObservations = async (action: TriageAction, names: readonly string[], options: ChangeOptions): Promise<number> => {
  if (names.length > maxIds) throw new AppError('invalid_input', `Too many ids (${names.length}). The maximum is ${maxIds}.`);
  const reason = parseReason(options.reason ?? 'fixed');
  const by = parseBy(options.by);
  const note = await readNote(options.note);
  return withTriage(async ({ store, observations }) => {
    const { ids, missing } = await findIds(store, names, options.group);
    for (const name of missing) {
      const message = options.group ? `There is no group ${name}.` : await toMissing(store, name, ', or act on all of them with --group');
      printNote(message);
    }
    if (ids.length === 0) return 1;
    const target = options.group ? { groups: ids.map((fingerprint) => ({ fingerprint })) } : { observations: ids.map((id) => ({ id })) };
    const result = await observations.triage({ action, reason, note, target });
    for (const { id, why } of result.refusals) printNote(`${id}: ${why}`);
    if (result.refused > result.refusals.length) printNote(`... and ${result.refused - result.refusals.length} more.`);
    const done = result.changed + result.unchanged;
    if (options.json) printJsonLine(result);
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
    process.stdout.write(`${printCounted(cleared, 'resolved observation')} archived\n${printUndo(changeId)}`);
    return 0;
  }, by);
};

/** `observations undo`: restores what has not changed since. */
export const undoChange = (changeId: string, options: { by?: string; json: boolean }): Promise<number> => {
  const by = parseBy(options.by);
  return withTriage(async ({ observations }) => {
    const result = await observations.undo({ changeId });
    const { undone, left } = result;
    if (options.json) printJsonLine(result);
    else if (undone > 0) process.stdout.write(`${printCounted(undone, 'observation')} restored\n`);
    if (left > 0) printNote(`${printCounted(left, 'observation')} left unchanged: changed since, or not changed by a person.`);
    if (left === 0) return 0;
    return undone > 0 ? 3 : 1;
  }, by);
};

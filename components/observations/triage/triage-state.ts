import type { ChangedMeanwhile, TriageResult, UndoResult } from '@/lib/domain/triage.ts';
import { ClientError } from '@/lib/client/client-error.ts';
import { printCount } from '@/lib/print/number.ts';
import type { ListRow } from '@/components/observations/list-rows.ts';
import type { OwnChanges } from './own-changes.ts';
import { printResult, type Action, type TriageCommand } from './triage-command.ts';

/** Row to show again after an undo, and its list. */
export type Back = { key: string; list: string };

/** Undo of the last action: its change, the changed keys, the row to show again, and a text about the action. */
export type Undo = { changeId: string; keys: readonly string[]; back: Back | null; text: string };

/** The last result or message. `away`: something that is not in the list and can be shown all the same. */
export type TriageNotice = { text: string; undo: Undo | null; isProblem: boolean; away: string | null };
export type TriageConflict = { back: Back | null; command: TriageCommand; message: string; changed: readonly ChangedMeanwhile[] };

/** Target of the resolution that is being written. */
export type Resolving = 'current' | 'selection' | null;
/** `row`: the current one, as it was when the form was opened. A form belongs to one list. */
type OpenForm = { on: Resolving; list: string; row: ListRow | null };

export type TriageState = {
  notice: TriageNotice | null;
  conflict: TriageConflict | null;
  form: OpenForm;
  /** A resolution that was refused, by the form that it was written in. */
  draft: { form: string; action: Action } | null;
  own: OwnChanges;
  /** The change that Undo reverts if it is given before its action is done. */
  lastUndo: Undo | null;
};

export type TriageEvent =
  | { type: 'form opened'; form: OpenForm }
  | { type: 'form sent' }
  /** An action was given; it is drawn already. */
  | { type: 'given' }
  /** Its turn has come, or that of an undo. */
  | { type: 'sent' }
  | { type: 'done'; command: TriageCommand; back: Back | null; keys: readonly string[]; result: TriageResult }
  /** It failed. `form`: what it was written in, if a form. `changed` null: no conflict. */
  | {
      type: 'refused';
      command: TriageCommand;
      back: Back | null;
      keys: readonly string[];
      form: string | null;
      error: Error;
      changed: readonly ChangedMeanwhile[] | null;
    }
  | { type: 'undone'; undo: Undo; result: UndoResult }
  /** `isSent`: whether the server was asked to change anything. */
  | { type: 'failed'; error: Error; isSent: boolean }
  | { type: 'announced'; text: string; isProblem?: boolean; away?: string }
  | { type: 'dismissed' }
  | { type: 'conflict left' };

const noForm = { on: null, list: '', row: null };
export const initialTriage: TriageState = {
  notice: null,
  conflict: null,
  form: noForm,
  draft: null,
  own: { changeIds: new Set(), undone: new Set() },
  lastUndo: null,
};

/** Identifies a form: of one observation, or of the selection. */
export const toFormKey = ({ on, row }: OpenForm): string => (on === 'current' ? `current ${row?.key ?? ''}` : String(on));

const printUndone = ({ undone, left }: UndoResult): string =>
  left === 0
    ? 'Undone.'
    : `${undone === 0 ? 'Nothing undone' : `${printCount(undone)} undone`}: ${printCount(left)} changed in the meantime and were left alone.`;

const toNotice = (text: string, more: Partial<TriageNotice> = {}): TriageNotice => ({
  ...{ text, undo: null, isProblem: false, away: null },
  ...more,
});

/** The failure, and whether anything was changed all the same, as far as the response says. */
const printFailure = (error: Error, isSent: boolean): string => {
  const { status, code, changeId } = error instanceof ClientError ? error : { status: null, code: '', changeId: null };
  if (changeId !== null) return code === 'internal' ? `${error.message} Some observations were already changed.` : error.message;
  if (!isSent || (status !== null && status >= 400 && status < 500)) return `${error.message} Nothing was changed.`;
  return code === 'store_busy' || code === 'disk_full' ? error.message : `${error.message} It is unknown whether anything was changed.`;
};

/** Remembers a change of this page. */
const offerUndo = (state: TriageState, undo: Undo | null): TriageState =>
  undo === null ? state : { ...state, lastUndo: undo, own: { ...state.own, changeIds: new Set([...state.own.changeIds, undo.changeId]) } };

/** The state of triage after an event: what there is to say, to decide, to write and to undo. */
export const reduceTriage = (state: TriageState, event: TriageEvent): TriageState => {
  switch (event.type) {
    case 'form opened':
      return { ...state, form: event.form };
    case 'form sent':
      return { ...state, form: noForm, draft: null };
    case 'given':
      return { ...state, conflict: null, notice: null };
    case 'sent':
      return { ...state, lastUndo: null };
    case 'done': {
      const { command, back, keys, result } = event;
      const { changeId } = result;
      const text = printResult(command, result);
      const undo = changeId === null ? null : { changeId, keys, back, text };
      const isProblem = result.changed === 0 && result.refused > 0;
      return { ...offerUndo(state, undo), notice: toNotice(text, { undo, isProblem }) };
    }
    case 'refused': {
      const { command, back, keys, form, error, changed } = event;
      const { action, reason, note } = command;
      const draft = note === null || form === null ? state.draft : { form, action: { action, reason, note } };
      if (changed) return { ...state, draft, conflict: { command, back, message: error.message, changed } };
      const text = printFailure(error, true);
      const changeId = error instanceof ClientError ? error.changeId : null;
      const undo = changeId === null ? null : { changeId, keys, back, text };
      return { ...offerUndo({ ...state, draft }, undo), notice: toNotice(text, { undo, isProblem: true }) };
    }
    case 'undone': {
      const undone = new Set([...state.own.undone, ...event.undo.keys]);
      const notice = toNotice(printUndone(event.result), { isProblem: event.result.undone === 0 });
      return { ...state, own: { ...state.own, undone }, notice };
    }
    case 'failed':
      return { ...state, notice: toNotice(printFailure(event.error, event.isSent), { isProblem: true }) };
    case 'announced': {
      // Behind a result that can still be undone.
      const { text, isProblem = false, away = null } = event;
      const undo = state.notice?.undo ?? null;
      return { ...state, notice: { text: undo ? `${undo.text} ${text}` : text, undo, isProblem, away } };
    }
    case 'dismissed':
      return { ...state, notice: null };
    case 'conflict left':
      return { ...state, conflict: null };
  }
};

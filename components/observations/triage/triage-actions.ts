import type { Back } from './triage-state.ts';
import type { ObservationsTriage } from './use-observations-triage.ts';
import type { ListView, ShownList } from '@/components/observations/filter/list-filter.ts';
import { findSuccessor, type ListRow } from '@/components/observations/list-rows.ts';
import { isSelected, type Selection } from '@/components/observations/selection.ts';
import { findObstacle, leavesList, listKeys, toSelectionCommand, toSingleCommand, type Action } from './triage-command.ts';

type Input = {
  view: ListView;
  listed: ShownList;
  rows: readonly ListRow[];
  current: ListRow | null;
  /** Row to show again after a refusal or an undo. */
  back: Back | null;
  selected: { selection: Selection; count: number; select: (selection: Selection) => void; clear: () => void };
  /** Whether the current observation has just been replaced, which is then announced. */
  isUnseen: (key: string) => boolean;
  triage: ObservationsTriage;
  show: (key: string | null) => void;
  focusRow: () => void;
  goBack: (back: Back | null) => void;
};

/** Actions for the current observation and for the selection. When one leaves the list, its successor becomes current. */
export const createTriageActions = (input: Input) => {
  const { view, listed, rows, current, back, selected, triage, focusRow, goBack } = input;
  const moveOn = (isActedOn: (key: string) => boolean, action: Action) => {
    focusRow();
    const goes = (row: ListRow) => isActedOn(row.key) && leavesList(row, action, listed.states);
    if (!current || !rows.some((row) => row.key === current.key && goes(row))) return;
    const left = rows.filter((row) => !goes(row));
    input.show(findSuccessor(rows, current.key, left)?.key ?? null);
  };
  const onCurrent = (action: Action) => {
    if (!current || input.isUnseen(current.key)) return;
    const obstacle = findObstacle(current.state, action.action);
    if (obstacle !== null) {
      triage.announce(`${obstacle} Nothing was changed.`);
      return;
    }
    const command = toSingleCommand(action, view, triage.form.toSeen(current));
    triage.run(command, { back, form: triage.form.send(), onRefused: () => goBack(back) });
    moveOn((key) => key === current.key, action);
  };
  const onSelection = (action: Action) => {
    const { selection } = selected;
    if (selected.count === 0) return;
    const form = triage.form.send();
    selected.clear();
    const onRefused = () => {
      selected.select(selection);
      goBack(back);
    };
    triage.run(toSelectionCommand(action, view, selection, { filter: listed, rows }), { back, form, onRefused });
    moveOn((key) => isSelected(selection, key), action);
  };
  return {
    onCurrent,
    onSelection,
    /** On what is selected; where nothing is, on the current one. */
    onEither: (action: Action) => (selected.count > 0 ? onSelection(action) : onCurrent(action)),
    /** Carries out a command that was refused because of a change in the meantime. */
    doAnyway: () =>
      triage.doAnyway((command, of) => {
        if (of?.list === back?.list) moveOn((key) => listKeys(command)?.has(key) ?? true, command);
      }),
  };
};

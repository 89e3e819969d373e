import { hashId } from '../../session/ids.ts';
import { toStatus } from '../lifecycle.ts';
import type { Closing } from '../triage-state.ts';
import { findClosing } from './derive-group.ts';
import {
  noOthers,
  type KnownRows,
  type ObservationPlan,
  type ObservationRow,
  type OccurrenceRow,
  type StepRow,
  type StoredStep,
} from './rows.ts';
import { findOpening, toStepRow, type Change } from './steps.ts';

/** A step of the plan itself has no `seq` yet. */
export type DraftStep = StepRow & Partial<Pick<StoredStep, 'seq'>>;

/** An observation in a plan. `from`: the stored row; null if new. */
export type Draft = {
  row: ObservationRow;
  from: ObservationRow | null;
  occurrences: readonly OccurrenceRow[];
  isOpeningTimed: boolean;
  steps: DraftStep[];
};

export type ObservationDrafts = ReturnType<typeof makeObservationDrafts>;

/** Observations and their changes within a plan. */
export const makeObservationDrafts = ({ observations, groups, takenIds }: KnownRows) => {
  const drafts = new Map<string, Draft>();
  const read = new Map<Draft, ReadonlySet<OccurrenceRow>>();
  const byFingerprint = new Map<string, Draft[]>();
  const ids = new Set(takenIds);
  const steps: StepRow[] = [];
  const othersOf = new Map(groups.map(({ fingerprint, others }) => [fingerprint, others]));

  const keyOf = (sessionId: string, fingerprint: string): string => `${sessionId} ${fingerprint}`;
  const add = (draft: Draft): Draft => {
    const { sessionId, fingerprint } = draft.row;
    drafts.set(keyOf(sessionId, fingerprint), draft);
    const others = byFingerprint.get(fingerprint);
    if (others) others.push(draft);
    else byFingerprint.set(fingerprint, [draft]);
    return draft;
  };
  for (const { row, steps: known, ...rest } of observations) {
    read.set(add({ row, from: row, ...rest, steps: [...known] }), new Set(rest.occurrences));
  }
  const addStep = (draft: Draft, from: ObservationRow | null, change: Change): void => {
    const step = toStepRow(draft.row, from, change);
    draft.steps.push(step);
    steps.push(step);
  };

  return {
    find: (sessionId: string, fingerprint: string): Draft | null => drafts.get(keyOf(sessionId, fingerprint)) ?? null,
    list: (): Draft[] => [...drafts.values()],
    /** Last closing of a group, including drafted changes. */
    findClosing: (fingerprint: string): Closing | null => {
      const drafted = (byFingerprint.get(fingerprint) ?? []).map(({ row }) => row);
      return findClosing(drafted, othersOf.get(fingerprint) ?? noOthers);
    },
    /** Uses the requested id, or a new one if it is taken. */
    create: (wanted: ObservationRow, change: Change): Draft => {
      const id = ids.has(wanted.id) ? hashId(wanted.id, wanted.sessionId, wanted.fingerprint) : wanted.id;
      ids.add(id);
      const draft = add({ row: { ...wanted, id }, from: null, occurrences: [], isOpeningTimed: wanted.timed === 1, steps: [] });
      addStep(draft, null, change);
      return draft;
    },
    move: (draft: Draft, to: ObservationRow, change: Change): void => {
      const from = draft.row;
      draft.row = to;
      addStep(draft, from, change);
    },
    /** Records an escalation: once since it was opened, even after replays. */
    escalate: (draft: Draft, from: ObservationRow, change: Omit<Change, 'kind'>): void => {
      const { row } = draft;
      if (row.severity >= from.severity || toStatus(from.state) !== 'open' || toStatus(row.state) !== 'open') return;
      const opening = findOpening(draft.steps);
      const since = opening ? draft.steps.slice(draft.steps.indexOf(opening) + 1) : draft.steps;
      if (since.some(({ kind, changeId }) => kind === 'escalate' && changeId === change.changeId)) return;
      addStep(draft, from, { ...change, kind: 'escalate' });
    },
    finish: (): ObservationPlan => {
      const all = [...drafts.values()];
      return {
        expected: groups.map(({ fingerprint, revision }) => ({ fingerprint, revision })),
        inserted: all.flatMap(({ row, from }) => (from ? [] : [row])),
        saved: all.flatMap(({ row, from }) => (from && !isSame(row, from) ? [{ row, from }] : [])),
        moved: [],
        occurrences: all.flatMap((draft) => draft.occurrences.filter((one) => read.get(draft)?.has(one) !== true)),
        steps,
      };
    },
  };
};

const isSame = (one: ObservationRow, other: ObservationRow): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof ObservationRow] === value);

import { hashId } from '../../session/ids.ts';
import { toStatus } from '../lifecycle.ts';
import type { Closing } from '../triage-state.ts';
import { findClosing } from './derive-group.ts';
import { toSummed } from './occurrences.ts';
import type { KnownRows, ObservationPlan, ObservationRow, OccurrenceRow, StepRow, StoredStep } from './rows.ts';
import { findOpening, toStepRow, type Change } from './steps.ts';

/** A step of the plan itself has no `seq` yet. */
export type DraftStep = StepRow & Partial<Pick<StoredStep, 'seq'>>;

/** An observation in a plan. `from`: the stored row; null if new. */
export type Draft = { row: ObservationRow; from: ObservationRow | null; occurrences: readonly OccurrenceRow[]; steps: DraftStep[] };

export type ObservationDrafts = ReturnType<typeof makeObservationDrafts>;

/** Observations and their changes within a plan. */
export const makeObservationDrafts = ({ observations, groups, takenIds }: KnownRows) => {
  const drafts = new Map<string, Draft>();
  const read = new Map<Draft, readonly OccurrenceRow[]>();
  const byFingerprint = new Map<string, Draft[]>();
  const ids = new Set(takenIds);
  const steps: StepRow[] = [];
  const members = new Map(groups.map((group) => [group.fingerprint, group.members]));

  const keyOf = (sessionId: string, fingerprint: string): string => `${sessionId} ${fingerprint}`;
  const add = (draft: Draft): Draft => {
    const { sessionId, fingerprint } = draft.row;
    drafts.set(keyOf(sessionId, fingerprint), draft);
    const others = byFingerprint.get(fingerprint);
    if (others) others.push(draft);
    else byFingerprint.set(fingerprint, [draft]);
    return draft;
  };
  for (const { row, occurrences, steps: known } of observations) {
    const draft = add({ row, from: row, occurrences, steps: [...known] });
    read.set(draft, occurrences);
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
      const own = (byFingerprint.get(fingerprint) ?? []).map(({ row }) => row);
      const drafted = new Set(own.map(({ id }) => id));
      return findClosing([...(members.get(fingerprint) ?? []).filter(({ id }) => !drafted.has(id)), ...own]);
    },
    /** Uses the requested id, or a new one if it is taken. */
    create: (wanted: ObservationRow, change: Change): Draft => {
      const id = ids.has(wanted.id) ? hashId(wanted.id, wanted.sessionId, wanted.fingerprint) : wanted.id;
      ids.add(id);
      const draft = add({ row: { ...wanted, id }, from: null, occurrences: [], steps: [] });
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
      const all = [...drafts.values()].map((draft) => ({ ...draft, row: toSummed(draft.row, draft.occurrences), before: read.get(draft) }));
      return {
        expected: groups.map(({ fingerprint, revision }) => ({ fingerprint, revision })),
        inserted: all.flatMap(({ row, from }) => (from ? [] : [row])),
        saved: all.flatMap(({ row, from }) => (from && !isSame(row, from) ? [{ row, from }] : [])),
        moved: [],
        occurrences: all.flatMap(({ occurrences, before = [] }) => occurrences.filter((one) => !before.includes(one))),
        steps,
      };
    },
  };
};

const isSame = (one: ObservationRow, other: ObservationRow): boolean =>
  Object.entries(one).every(([name, value]) => other[name as keyof ObservationRow] === value);

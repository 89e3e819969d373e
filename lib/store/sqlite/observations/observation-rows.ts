import * as z from 'zod';
import type { observationGroups, observations, observationTransitions } from '../../../../db/schema.ts';
import type { Waste } from '../../../domain/assessment.ts';
import { isNestedWithin, maxLevels } from '../../../domain/nesting.ts';
import {
  observationEvidence,
  observationSource,
  type Observation,
  type ObservationGroup,
  type ObservationTransition,
} from '../../../domain/observation.ts';
import { isWithdrawal, toReason, toStatus } from '../../../observations/lifecycle.ts';
import type { WasteColumns } from '../../../observations/plans/rows.ts';
import { toSeverity } from '../../../observations/severity.ts';
import { parseJson, parseStrings, parseStored } from '../json.ts';

/** Between columns and what pages and agents are shown of observations, both ways. */

export type StoredObservation = typeof observations.$inferSelect;
export type StoredGroup = typeof observationGroups.$inferSelect;
export type StoredTransition = typeof observationTransitions.$inferSelect;

/** Answers are written recursively. */
const metadata = z.record(z.string(), z.unknown()).refine((value) => isNestedWithin(value, maxLevels));
const maxProjects = 5;

export const toWaste = (row: WasteColumns): Waste | null =>
  row.wasteCalls === null ? null : { calls: row.wasteCalls, tokens: row.wasteTokens, durationMs: row.wasteMs, costUsd: row.wasteUsd };

const toSeenAt = ({ timed, firstSeenMs, lastSeenMs }: Pick<StoredObservation, 'timed' | 'firstSeenMs' | 'lastSeenMs'>) =>
  timed === 1 ? { firstSeenAtMs: firstSeenMs, lastSeenAtMs: lastSeenMs } : { firstSeenAtMs: null, lastSeenAtMs: null };

type Searched = Pick<StoredObservation, 'title' | 'content' | 'observer' | 'observerName' | 'category' | 'project' | 'sourceRef'>;

export const toSearchText = (row: Searched): string =>
  [row.title, row.content, row.observer, row.observerName, row.category, row.project, row.sourceRef].join('\n').toLowerCase();

export type ListedObservation = Omit<StoredObservation, 'searchText' | 'openedAtMs' | 'label' | 'labelAtMs' | 'idHash'> & {
  sessionTitle: string | null;
};

/** Fields that an observation and its group share. */
const toFound = (row: ListedObservation | ListedGroup) => ({
  fingerprint: row.fingerprint,
  observer: row.observer,
  observerName: row.observerName,
  category: row.category,
  title: row.title,
  content: row.content,
  severity: toSeverity(row.severity),
  waste: toWaste(row),
  ...toSeenAt(row),
  changedAtMs: row.changedAtMs,
  seen: row.seen,
  synthetic: row.synthetic === 1,
  isNoLongerFound: isWithdrawal(row),
  version: row.version,
});

export const toObservation = (row: ListedObservation): Observation => {
  const { state } = row;
  const reason = toReason(state);
  return {
    ...toFound(row),
    id: row.id,
    sessionId: row.sessionId === '' ? null : row.sessionId,
    sessionTitle: row.sessionTitle,
    project: row.project,
    status: toStatus(state),
    state,
    resolution:
      reason === null || row.resolvedAtMs === null
        ? null
        : { reason, note: row.resolutionNote, by: row.resolvedBy ?? '', atMs: row.resolvedAtMs },
    sourceType: parseStored(observationSource, row.sourceType),
    sourceRef: row.sourceRef,
    metadata: parseJson(metadata, row.metadata, {}),
    evidence: row.evidence === null ? null : parseJson(observationEvidence, row.evidence, null),
    createdAtMs: row.createdAtMs,
    acknowledgedAtMs: row.acknowledgedAtMs,
    resolvedAtMs: row.resolvedAtMs,
    isCleared: row.cleared === 1,
  };
};

export type ListedGroup = Omit<StoredGroup, 'searchText' | 'idHash' | 'revision'> & { subagents: number };

/** `days`: how often it began on each of the last days, oldest first. */
export const toGroup = (row: ListedGroup, days: number[]): ObservationGroup => ({
  ...toFound(row),
  state: row.state,
  byStatus: { open: row.open, acknowledged: row.acknowledged, resolved: row.resolved },
  observations: row.open + row.acknowledged + row.resolved,
  sessions: row.sessions,
  subagents: row.subagents,
  projects: parseStrings(row.projects).slice(0, maxProjects),
  days,
});

export const toTransition = (row: StoredTransition): ObservationTransition => ({
  seq: row.seq,
  changeId: row.changeId,
  observationId: row.observationId,
  sessionId: row.sessionId === '' ? null : row.sessionId,
  fingerprint: row.fingerprint,
  kind: row.kind,
  from: row.fromState,
  to: row.toState,
  note: row.note,
  by: row.by,
  atMs: row.atMs,
  callIndex: row.callIndex,
  otherId: row.otherId,
});

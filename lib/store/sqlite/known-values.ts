import type { Statement } from 'better-sqlite3';
import { getTableColumns, getTableName, is, type Column } from 'drizzle-orm';
import { SQLiteTable } from 'drizzle-orm/sqlite-core';
import * as schema from '../../../db/schema.ts';
import { assessmentSeverity } from '../../domain/assessment.ts';
import { changeTopic } from '../../domain/change.ts';
import { deliveryEvent, deliveryState } from '../../domain/delivery.ts';
import { armName, experimentKind, experimentMetric, experimentStatus } from '../../domain/experiment.ts';
import { fileStatus, importOrigin, importStatus } from '../../domain/import.ts';
import { instantRange } from '../../domain/instant.ts';
import { issueCode } from '../../domain/issue.ts';
import { ranges } from '../../domain/measure.ts';
import { observationSource, observationState, transitionKind } from '../../domain/observation.ts';
import { outcomeNames } from '../../domain/outcome-names.ts';
import { outcomeSource } from '../../domain/outcome.ts';
import { recordKinds } from '../../domain/record-kinds.ts';
import { retrievalSource } from '../../domain/retrieval.ts';
import { reviewOutcome, reviewRunState, reviewSource } from '../../domain/review.ts';
import { costSource, relation } from '../../domain/session.ts';
import { confidenceLevels, summaryMethod } from '../../domain/summary.ts';
import { toolKind } from '../../domain/tool-call.ts';
import { completionBasis, metricBasis } from '../../domain/turn-metric.ts';
import { severities } from '../../observations/severity.ts';

/**
 * Values that stored numbers and words are read as: an older version, or a damaged file, may have left any. A value that a column cannot
 * hold is unknown. If the column must hold something, a number becomes the nearest possible one, and a word the one named here. Numbers
 * that name a row or its place stay as they are.
 */

/** Beyond every sum of what is measured. */
const maxAmount = 1e15;

const isInstant = /_(?:at|seen)_ms$|^(?:at|first|last|listed|lease_until|day)_ms$/u;
/** Whole numbers of any size, as they are computed or lead to other rows. */
const isFree = /hash$|^(?:fts_id|doc|number|created_us|first_offset|order_\w+)$/u;

const toRange = ({ name, columnType, table }: Column): readonly [min: number, max: number] | null => {
  if (isFree.test(name)) return null;
  if (isInstant.test(name)) return instantRange;
  if (name === 'severity') return [0, severities.length - 1];
  if (name === 'exit_code') return ranges.exitCode;
  if (name === 'completed') return [0, 1];
  // An agent's report was sighted at no call: 0.
  if (name === 'call_index' && getTableName(table) !== 'observation_sightings') return [1, ranges.count[1]];
  if (columnType === 'SQLiteInteger') return [/turn/u.test(name) ? -1 : 0, ranges.count[1]];
  return [/_ms$|usd$/u.test(name) ? 0 : -maxAmount, maxAmount];
};

type Words = readonly [words: readonly string[], otherwise: string | null];

const outcome: Words = [outcomeNames, 'unknown'];
const source: Words = [outcomeSource.options, 'none'];
const state: Words = [observationState.options, 'open'];
const words: Readonly<Record<string, Words>> = {
  'sessions.relation': [relation.options, null],
  'sessions.cost_source': [costSource.options, 'none'],
  'sessions.worst_finding': [assessmentSeverity.options, null],
  'records.kind': [recordKinds, 'meta'],
  'tool_calls.kind': [toolKind.options, 'other'],
  'tool_calls.outcome': outcome,
  'tool_calls.outcome_source': source,
  'tool_results.outcome': outcome,
  'tool_results.outcome_source': source,
  'source_issues.code': [issueCode.options, 'malformed'],
  'turn_metrics.iterations_basis': [metricBasis.options, null],
  'turn_metrics.tool_errors_basis': [metricBasis.options, null],
  'turn_metrics.completed_basis': [completionBasis.options, null],
  'assessments.severity': [assessmentSeverity.options, 'info'],
  'retrievals.source': [retrievalSource.options, 'api'],
  'summaries.confidence': [confidenceLevels, 'Unknown'],
  'summaries.method': [summaryMethod.options, 'extractive'],
  'observations.state': state,
  'observations.source_type': [observationSource.options, 'mixed'],
  'observation_groups.state': state,
  'observation_transitions.kind': [transitionKind.options, 'create'],
  'observation_transitions.from_state': [observationState.options, null],
  'observation_transitions.to_state': state,
  'deliveries.event': [deliveryEvent.options, 'observation.opened'],
  'deliveries.state': [deliveryState.options, 'dead'],
  'review_runs.source': [reviewSource.options, 'command'],
  'review_runs.state': [reviewRunState.options, 'failed'],
  'reviews.outcome': [reviewOutcome.options, 'failed'],
  'experiments.kind': [experimentKind.options, 'feedback'],
  'experiments.status': [experimentStatus.options, 'stopped'],
  'experiments.primary_metric': [experimentMetric.options, 'completed'],
  'experiment_assignments.arm': [armName.options, 'control'],
  'imports.origin': [importOrigin.options, 'cli'],
  'imports.status': [importStatus.options, 'cancelled'],
  'import_files.status': [fileStatus.options, 'failed'],
  'changes.topic': [changeTopic.options, 'session'],
};

type Read = (value: unknown) => unknown;

const makeNumberReader = (column: Column): Read | null => {
  const range = toRange(column);
  if (!range) return null;
  const [min, max] = range;
  const isWhole = column.columnType === 'SQLiteInteger';
  return (value) => {
    if (typeof value === 'number' && value >= min && value <= max && (!isWhole || Number.isInteger(value))) return value;
    if (value === null || !column.notNull) return null;
    return Math.min(max, Math.max(min, typeof value === 'number' ? Math.trunc(value) : 0));
  };
};

const makeWordReader = ([known, otherwise]: Words): Read => {
  const set = new Set<unknown>(known);
  return (value) => (value === null || set.has(value) ? value : otherwise);
};

const readers = new Map<string, Read>();
for (const table of Object.values(schema)) {
  if (!is(table, SQLiteTable)) continue;
  const columns: Record<string, Column> = getTableColumns(table);
  for (const column of Object.values(columns)) {
    const name = `${getTableName(table)}.${column.name}`;
    const isNumber = column.dataType === 'number' && !column.primary;
    const reader = words[name] ? makeWordReader(words[name]) : isNumber ? makeNumberReader(column) : null;
    if (reader) readers.set(name, reader);
  }
}

type Mode = 'rows' | 'raw' | 'pluck';

/** Reads the rows of a statement, in place; null: there is nothing to read otherwise. Only what a column gives as it is stored is known here. */
export const makeRowReader = (statement: Statement, mode: Mode): ((row: unknown) => unknown) | null => {
  if (!statement.reader) return null;
  const fields = statement.columns().flatMap(({ name, table, column }, place) => {
    const read = readers.get(`${table}.${column}`);
    return read ? [{ name: mode === 'raw' ? place : name, place, read }] : [];
  });
  if (mode === 'pluck') {
    const [first] = fields;
    return first?.place === 0 ? (value) => (value === undefined ? value : first.read(value)) : null;
  }
  if (fields.length === 0) return null;
  return (row) => {
    if (row === undefined) return row;
    const values = row as Record<string | number, unknown>;
    for (const { name, read } of fields) {
      const stored = values[name];
      const value = read(stored);
      if (value !== stored) values[name] = value;
    }
    return row;
  };
};

import type { CohortSplit } from '../../../domain/cohort.ts';
import type { TurnCondition, TurnSelection } from '../../metrics-store.ts';
import { projectsNamed } from '../sessions/projects.ts';
import { isTakenBack } from '../sessions/taken-back.ts';
import { isRunning } from './turn-metric-rows.ts';

export type SelectionSql = {
  /** `m` (turn_metrics), `s` (sessions, may be missing), and what groups need. */
  from: string;
  /** 'a', 'b' or null: in neither. */
  group: string;
  /** Whether the turn is in no group because its value is not known. */
  isUnknown: string;
  where: string;
  values: Record<string, string | number>;
  /** Whether calls decide. */
  isByCalls: boolean;
};

type Values = SelectionSql['values'];

/** Names a value, and answers how SQL calls it. */
const bind = (values: Values, value: string | number): string => {
  const name = `v${Object.keys(values).length}`;
  values[name] = value;
  return `@${name}`;
};

const not = (isNot: boolean): string => (isNot ? 'NOT ' : '');

/** Escaped for LIKE with `\`. */
const toPattern = (server: string): string => `mcp\\_\\_${server.replaceAll(/[\\%_]/gu, String.raw`\$&`)}\\_\\_%`;
const toToolTest = (split: 'tool' | 'mcp', value: string, values: Values): string =>
  split === 'tool' ? `c.name = ${bind(values, value)}` : `c.name LIKE ${bind(values, toPattern(value))} ESCAPE '\\'`;

/** Turns that called such a tool. */
const calledIn = (test: string): string =>
  `(m.session_id, m.turn_idx) IN (SELECT c.session_id, c.turn_idx FROM tool_calls c WHERE ${test} AND c.inherited_from IS NULL AND c.turn_idx IS NOT NULL)`;

const hasFinding = 's.findings > 0';
const wasObserved = 's.observed IS NOT NULL';

/** Columns of splits by a value that may not be known. */
const columns = { model: 'm.model', agent: 's.family', project: 's.project' } as const;
const hasColumn = (split: CohortSplit): split is keyof typeof columns => split in columns;

const toGroup = (split: CohortSplit, value: string, against: string | null, values: Values): string => {
  if (hasColumn(split)) {
    const column = columns[split];
    const isA = against === null ? `${column} <> ${bind(values, value)}` : `${column} = ${bind(values, against)}`;
    return `CASE WHEN ${column} = ${bind(values, value)} THEN 'b' WHEN ${isA} THEN 'a' END`;
  }
  switch (split) {
    case 'retrieval':
      return `CASE m.retrieval_used WHEN 1 THEN 'b' ELSE 'a' END`;
    case 'period': {
      const from = against === null ? '' : ` AND m.created_at_ms >= ${bind(values, Number(against))}`;
      const at = bind(values, Number(value));
      return `CASE WHEN m.created_at_ms >= ${at} THEN 'b' WHEN m.created_at_ms < ${at}${from} THEN 'a' END`;
    }
    case 'finding':
      return `CASE WHEN ${wasObserved} AND ${hasFinding} THEN 'b' WHEN ${wasObserved} THEN 'a' END`;
    case 'tool':
    case 'mcp': {
      const isA = against === null ? 'ELSE' : `WHEN ${calledIn(toToolTest(split, against, values))} THEN`;
      return `CASE WHEN ${calledIn(toToolTest(split, value, values))} THEN 'b' ${isA} 'a' END`;
    }
  }
};

const anyOf = (conditions: readonly string[]): string => `(${conditions.join(' OR ')})`;

const toCondition = (condition: TurnCondition, values: Values): string => {
  switch (condition.field) {
    case 'since':
      return `m.created_at_ms >= ${bind(values, condition.atMs)}`;
    case 'before':
      return `m.created_at_ms < ${bind(values, condition.atMs)}`;
    case 'finding':
      return `${not(condition.isNot)}coalesce(${wasObserved} AND ${hasFinding}, 0)`;
    case 'starred':
      return `m.session_id ${not(condition.isNot)}IN (SELECT session_id FROM starred_sessions)`;
    case 'project':
      return `${not(condition.isNot)}(coalesce(s.project, '') IN ${projectsNamed(bind(values, JSON.stringify(condition.values)))})`;
    case 'agent':
      return `${not(condition.isNot)}${anyOf(condition.values.map((value) => `coalesce(s.family, '') = ${bind(values, value)} COLLATE NOCASE`))}`;
    case 'model':
      return `${not(condition.isNot)}${anyOf(condition.values.map((value) => `instr(lower(coalesce(m.model, '')), lower(${bind(values, value)})) > 0`))}`;
    case 'session':
      return `${not(condition.isNot)}${anyOf(
        condition.values.map((value) => {
          const name = bind(values, value);
          return `coalesce(m.session_id = ${name} OR s.native_id = ${name} OR s.family || ':' || s.native_id = ${name}, 0)`;
        }),
      )}`;
    case 'tool':
      return `${not(condition.isNot)}${calledIn(anyOf(condition.values.map((value) => `c.name = ${bind(values, value)} COLLATE NOCASE`)))}`;
  }
};

/** SQL: the turn is of the demo, or not, as `@synthetic` says. */
export const isAsked = 'coalesce(s.synthetic, 0) = @synthetic';

/** SQL of the turns of a selection. `synthetic`: whether those of the demo are meant. */
export const toSelection = ({ by, conditions, nowMs }: TurnSelection, synthetic: boolean): SelectionSql => {
  const values: Values = { nowMs, synthetic: Number(synthetic) };
  const isOfExperiment = 'experimentId' in by;
  const group = isOfExperiment
    ? `CASE x.arm WHEN 'treatment' THEN 'b' ELSE 'a' END`
    : toGroup(by.split, by.value ?? '', by.against, values);
  const joined = isOfExperiment
    ? ` JOIN experiment_assignments x ON x.session_id = m.session_id AND x.experiment_id = ${bind(values, by.experimentId)} AND m.turn_idx >= x.from_turn`
    : '';
  const where = [...(isOfExperiment ? [] : [isAsked]), ...conditions.map((condition) => toCondition(condition, values))];
  return {
    from: `turn_metrics m LEFT JOIN sessions s ON s.id = m.session_id${joined}`,
    group,
    isUnknown: !isOfExperiment && by.against === null && hasColumn(by.split) ? `${columns[by.split]} IS NULL` : '0',
    where: where.length === 0 ? '1' : where.join(' AND '),
    values,
    isByCalls: (!isOfExperiment && (by.split === 'tool' || by.split === 'mcp')) || conditions.some(({ field }) => field === 'tool'),
  };
};

/** SQL: the turn is of a session that a person or a program started, not of a subagent. */
export const isNoSubagent = `s.relation IS NOT 'subagent'`;
/** SQL: the turn is compared. */
export const isCompared = `${isNoSubagent} AND NOT coalesce(${isRunning}, 0) AND NOT ${isTakenBack('m')}`;

import type { Database } from 'better-sqlite3';
import { observationSeverity, observationState, type ObservationFacets, type ObservationFilter } from '../../domain/observation.ts';
import { toBaseConditions, toWhere, valuesOf, viewTables, type ObservationMatches, type ObservationView } from './observation-matches.ts';
import { toSeverity } from './observation-rows.ts';
import { parseStrings } from './rows.ts';

/** All that are alike in every field that is counted; `projects` as JSON. */
type Cell = { severity: number; state: string; observer: string; projects: string | null; age: number; isRecent: number; count: number };
type Field = 'severities' | 'states' | 'observers' | 'projects' | 'ages';

const dayMs = 86_400_000;
const ages = [1, 7, 30, 90];

/** Values to narrow by: one look at all, summed up by cells. */
export const makeObservationFacets = (db: Database, matches: ObservationMatches) => {
  const readCells = (filter: ObservationFilter, view: ObservationView, nowMs: number): Cell[] => {
    const conditions = toBaseConditions(view, filter);
    const projects = view === 'groups' ? 'o.projects' : 'o.project';
    const age = ages.map((days, at) => `WHEN o.last_seen_ms >= ${nowMs - days * dayMs} THEN ${at}`).join(' ');
    const since = filter.seenWithinDays === undefined ? '1' : `o.last_seen_ms >= ${nowMs - filter.seenWithinDays * dayMs}`;
    return db
      .prepare<(string | number)[], Cell>(
        `SELECT o.severity, o.state, o.observer, ${projects} AS projects, CASE ${age} ELSE ${ages.length} END AS age, ${since} AS isRecent,
          count(*) AS count FROM ${viewTables[view].from} ${toWhere(conditions)} GROUP BY 1, 2, 3, 4, 5, 6`,
      )
      .all(...valuesOf(conditions));
  };

  return (filter: ObservationFilter, view: ObservationView, nowMs: number): ObservationFacets => {
    const nameOf = matches.observerNames();
    const cells = readCells(filter, view, nowMs).map((cell) => ({ ...cell, projects: toProjects(cell.projects, view) }));
    type Summed = (typeof cells)[number];
    const matchesField: Record<Field, (cell: Summed) => boolean> = {
      severities: ({ severity }) => filter.severities?.includes(toSeverity(severity)) ?? true,
      states: ({ state }) => filter.states?.some((one) => one === state) ?? true,
      observers: ({ observer }) => filter.observers?.some((one) => one === observer || one === nameOf.get(observer)) ?? true,
      projects: ({ projects }) => filter.projects?.some((one) => projects.includes(one)) ?? true,
      ages: ({ isRecent }) => isRecent === 1,
    };
    const fields = Object.entries(matchesField);
    const countBy = (field: Field, keysOf: (cell: Summed) => readonly string[]): Map<string, number> => {
      const counts = new Map<string, number>();
      for (const cell of cells) {
        if (!fields.every(([name, isMatch]) => name === field || isMatch(cell))) continue;
        for (const key of keysOf(cell)) counts.set(key, (counts.get(key) ?? 0) + cell.count);
      }
      return counts;
    };
    const severities = countBy('severities', ({ severity }) => [toSeverity(severity)]);
    const states = countBy('states', ({ state }) => [state]);
    const recent = countBy('ages', ({ age }) => ages.slice(age).map(String));
    const all = matches.count(view, filter.withCleared ? { withCleared: true } : {}, nowMs);
    return {
      severities: observationSeverity.options.flatMap((value) => toCounted(value, value, severities.get(value))),
      states: observationState.options.flatMap((value) => toCounted(value, value, states.get(value))),
      observers: mostFirst(countBy('observers', ({ observer }) => [observer])).map(([value, count]) => ({
        value,
        label: nameOf.get(value) ?? value,
        count,
      })),
      projects: mostFirst(countBy('projects', ({ projects }) => projects)).map(([value, count]) => ({ value, label: value, count })),
      ages: ages.flatMap((days) => toCounted(String(days), days === 1 ? 'Last day' : `Last ${days} days`, recent.get(String(days)))),
      total: all.total,
    };
  };
};

const toProjects = (stored: string | null, view: ObservationView): string[] => {
  if (stored === null) return [];
  return view === 'groups' ? parseStrings(stored) : [stored];
};

const toCounted = <Value extends string>(value: Value, label: string, count: number | undefined) =>
  count === undefined ? [] : [{ value, label, count }];

const mostFirst = (counts: ReadonlyMap<string, number>): [string, number][] =>
  [...counts].sort(([one, some], [other, more]) => more - some || (one < other ? -1 : 1));

import type { Project } from './project.ts';
import { denpyoWeb } from './projects/denpyo-web.ts';
import { gantry } from './projects/gantry.ts';
import { ledgerApi } from './projects/ledger-api.ts';
import { orchardUi } from './projects/orchard-ui.ts';
import { papermoon } from './projects/papermoon.ts';
import { tidewatch } from './projects/tidewatch.ts';
import { compaction, fork, parallelSubagents, running, subagent } from './scenarios/branching.ts';
import { long } from './scenarios/long.ts';
import { idleGaps, question, success, withImage, withTodos } from './scenarios/steady.ts';
import { drift, errorCascade, interruption, oscillation, outage, rejection, testLoop } from './scenarios/trouble.ts';
import type { Scenario } from './story.ts';

export const projects: readonly Project[] = [ledgerApi, tidewatch, gantry, papermoon, orchardUi, denpyoWeb];

export type PlannedSession = { scenario: Scenario; project: Project; taskIndex: number; model: string; wantedRecords: number };

const models = [
  'claude-sonnet-4-5-20250929',
  'claude-opus-4-5-20251101',
  'claude-sonnet-5-5',
  'claude-haiku-4-5-20251001',
  'claude-opus-4-7',
];

/** Every second one goes wrong in its own way, or branches; a fork continues a session of the same project. */
const scenarios: readonly Scenario[] = [
  success,
  testLoop,
  withTodos,
  subagent,
  rejection,
  idleGaps,
  errorCascade,
  long,
  parallelSubagents,
  withImage,
  drift,
  withTodos,
  compaction,
  interruption,
  oscillation,
  long,
  fork,
  outage,
  question,
  withTodos,
];

/** What the n-th demo session is about; the newest (n = 0) is still running. Every tenth model is one without a price. */
export function planSession(index: number): PlannedSession {
  const scenario = index === 0 ? running : (scenarios[(index - 1) % scenarios.length] ?? success);
  const project = projects[(index * 5 + Math.floor(index / 6)) % projects.length] ?? ledgerApi;
  const model = index % 10 === 7 ? 'kestrel-coder-2' : (models[index % models.length] ?? 'claude-sonnet-4-5-20250929');
  return { scenario, project, taskIndex: Math.floor(index / projects.length), model, wantedRecords: 90 + (index % 9) * 70 };
}

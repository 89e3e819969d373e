import { hasUsageGaps } from '../../print/cost-note.ts';
import type { Session } from '../../domain/session.ts';
import { combineRedacted, type Redacted } from '../../redaction/redact.ts';
import type { Store } from '../../store/store.ts';
import { addSummary, addToStep, continuesStep, openStep, type Step } from './atif-step.ts';
import { makeFindSummary } from './find-summary.ts';
import { listEntries } from './list-entries.ts';
import type { Cleaner } from './make-cleaner.ts';

/** The first version with ids of trajectories, and with `extra` of calls and results. */
const schemaVersion = 'ATIF-v1.7';

type AtifPart =
  | { kind: 'header'; header: ReturnType<typeof toHeader> }
  | { kind: 'step'; step: Step }
  | { kind: 'totals'; totals: ReturnType<typeof toTotals> };

/**
 * A session as a trajectory. Its id is the archive's, so that reading it again where the session still is adds a session and does not mix
 * with the one that the agent wrote.
 */
export async function* listAtifParts(store: Store, session: Session, clean: Cleaner): AsyncGenerator<Redacted<AtifPart>> {
  yield combineRedacted({ kind: 'header', header: clean.value(toHeader(session), { where: 'header', seq: null }) });
  let count = 0;
  for await (const { step, seq } of listSteps(store, session.id)) {
    yield combineRedacted({ kind: 'step', step: clean.value(step, { where: `step ${step.step_id}`, seq }) });
    count += 1;
  }
  yield combineRedacted({ kind: 'totals', totals: toTotals(session, count) });
}

/** One step a line. */
export const printAtif = (part: Redacted<AtifPart>, at: number): string => {
  switch (part.kind) {
    case 'header':
      return `${JSON.stringify(part.header).slice(0, -1)},"steps":[`;
    case 'step':
      return `${at === 1 ? '' : ','}\n${JSON.stringify(part.step)}`;
    case 'totals':
      return `\n],"final_metrics":${JSON.stringify(part.totals)}}\n`;
  }
};

const toHeader = ({ id, nativeId, family, agentVersion, models, cwd }: Session) => ({
  schema_version: schemaVersion,
  session_id: nativeId,
  trajectory_id: id,
  agent: {
    name: family,
    version: agentVersion ?? 'unknown',
    ...(models[0] !== undefined && { model_name: models[0] }),
    ...(cwd !== null && { extra: { cwd } }),
  },
  notes: 'Exported from Trajectory Observatory',
});

const toTotals = ({ tokens, costUsd, ...session }: Session, steps: number) => {
  const extra = toTotalsExtra(session);
  return {
    ...(tokens.input !== null && { total_prompt_tokens: tokens.input + (tokens.cacheRead ?? 0) + (tokens.cacheWrite ?? 0) }),
    ...(tokens.output !== null && { total_completion_tokens: tokens.output }),
    ...(tokens.cacheRead !== null && { total_cached_tokens: tokens.cacheRead }),
    ...(costUsd !== null && { total_cost_usd: costUsd }),
    total_steps: steps,
    ...(Object.keys(extra).length > 0 && { extra }),
  };
};

/** Marks of incomplete totals; the specification has no keys for them. */
const toTotalsExtra = ({ costAtLeast, completeness, subagents }: Pick<Session, 'costAtLeast' | 'completeness' | 'subagents'>) => ({
  ...(hasUsageGaps(completeness) && { tokens_at_least: true }),
  ...(costAtLeast && { cost_at_least: true }),
  ...(subagents && { subagents_left_out: subagents.count }),
});

/** Records of one response are one step, as far as their order allows. */
async function* listSteps(store: Store, sessionId: string): AsyncGenerator<{ step: Step; seq: number }> {
  let open: { step: Step; seq: number; responseId: string | null } | null = null;
  let stepId = 0;
  const findSummary = makeFindSummary(store, await store.listTurns(sessionId));
  for await (const entry of listEntries(store, sessionId)) {
    const { responseId, seq } = entry.record;
    const summary = await findSummary(entry.record);
    if (open && responseId !== null && open.responseId === responseId && continuesStep(entry, open.step)) {
      addToStep(entry, open.step);
      if (summary) addSummary(open.step, summary);
      continue;
    }
    const step = openStep(entry, stepId + 1);
    if (!step) continue;
    if (summary) addSummary(step, summary);
    if (open) yield open;
    stepId += 1;
    open = { step, seq, responseId };
    if (step.source === 'agent') addToStep(entry, step);
  }
  if (open) yield open;
}

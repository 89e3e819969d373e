import { makeElementDrafts, type ElementDrafts } from '../elements/element-drafts.ts';
import { addRecord, type ElementContext } from '../elements/drafting.ts';
import { toInstant } from '../elements/instant.ts';
import type { DocumentDrafts, Drafts, SessionDraft, SourceHints } from '../format.ts';
import { toCount, toJson, toList, toModel, toName, toObject, toObjects, toText, toUsd, type JsonObject } from '../narrow.ts';
import { makeLinker, toContinuedRefs, type AddLinks } from './links.ts';
import { readStep, toTokens } from './step.ts';
import { listTrajectories, type Trajectory } from './trajectories.ts';

/** Reads a document of one or more trajectories: a session each, its header and its steps as elements. */
export function* readAtif(document: unknown, { path }: SourceHints): Generator<DocumentDrafts> {
  const elements = makeElementDrafts();
  const trajectories = listTrajectories(document, path);
  const byRef = new Map<string, string>();
  for (const { value, nativeId } of trajectories) {
    for (const id of [toText(value.trajectory_id), toText(value.session_id)]) if (id !== null && !byRef.has(id)) byRef.set(id, nativeId);
  }
  for (const trajectory of trajectories) yield* readTrajectory(trajectory, elements, makeLinker(byRef, path));
  yield elements.takeRest();
}

function* readTrajectory(trajectory: Trajectory, { out, add, takeFull }: ElementDrafts, addLinks: AddLinks): Generator<DocumentDrafts> {
  const { value, steps, nativeId } = trajectory;
  const { steps: _steps, subagent_trajectories: _embedded, ...header } = value;
  const line = add(header);
  const agentModel = toModel(toObject(value.agent)?.model_name);
  checkVersion(value, line.number, out);
  out.sessions.push(toSessionDraft(trajectory, line.number));
  const base: ElementContext = {
    out,
    line,
    session: nativeId,
    nativeKey: `${nativeId}#trajectory`,
    atMs: null,
    model: null,
    response: null,
    nextBlock: 0,
  };
  addRecord(base, 'meta', toJson(header), { subtype: 'trajectory' });
  const keys = new Set<string>();
  for (const [index, element] of steps.entries()) {
    const step = toObject(element);
    const id = String(toCount(step?.step_id) ?? `at ${String(index)}`);
    const nativeKey = keys.has(id) ? null : `${nativeId}#${id}`;
    keys.add(id);
    const context = { ...base, line: add(element), nativeKey };
    if (!step) {
      addRecord(context, 'meta', toJson(element), { unknown: true });
      continue;
    }
    const isAgent = step.source === 'agent';
    const model = isAgent ? (toModel(step.model_name) ?? agentModel) : null;
    // A deterministic step, which no model wrote, has a count of 0. Ids of others include the session's.
    const response = isAgent && step.llm_call_count !== 0 ? `${nativeId}#${nativeKey === null ? `at ${String(index)}` : id}` : null;
    const atMs = toInstant(step.timestamp);
    if (model !== null && model !== agentModel) out.sessions.push({ nativeId, line: context.line.number, atMs, model });
    readStep({ ...context, atMs, model, response }, step, addLinks);
    yield* takeFull();
  }
  addLinks(base, null, toContinuedRefs(value), 'continuation');
}

const toSessionDraft = ({ value, steps, nativeId, family, parentNativeId, relation }: Trajectory, line: number): SessionDraft => {
  const agent = toObject(value.agent) ?? {};
  const extra = toObject(agent.extra) ?? {};
  const totals = toObject(value.final_metrics) ?? {};
  const metrics = toObjects(toObjects(steps).map((step) => (step.is_copied_context === true ? null : step.metrics)));
  const hasTokens = metrics.some((one) => toCount(one.prompt_tokens) !== null || toCount(one.completion_tokens) !== null);
  const hasCost = metrics.some((one) => toUsd(one.cost_usd) !== null);
  const [prompt, cached, output] = [totals.total_prompt_tokens, totals.total_cached_tokens, totals.total_completion_tokens].map(toCount);
  const name = toName(agent.name, 128);
  return {
    nativeId,
    family,
    line,
    atMs: toInstant(toObject(steps[0])?.timestamp),
    parentNativeId,
    relation,
    cwd: toName(extra.cwd, 4096) ?? toName(toList(extra.cwds)?.[0], 4096) ?? toName(toObject(value.extra)?.cwd, 4096),
    agentVersion: toName(agent.version, 128),
    agentName: relation === 'subagent' || name?.includes('-summarization-') === true ? name : null,
    model: toModel(agent.model_name),
    tokens: hasTokens || Object.keys(totals).length === 0 ? null : toTokens(prompt ?? null, cached ?? null, output ?? null),
    costUsd: hasTokens || hasCost ? null : toUsd(totals.total_cost_usd),
  };
};

/** Versions 1.0 to 1.8 are known; later ones only ever added. */
const checkVersion = (value: JsonObject, line: number, out: Drafts): void => {
  const version = toText(value.schema_version);
  const minor = /^(?:ATIF-v)?1\.(\d{1,4})$/u.exec(version ?? '')?.[1];
  if (minor !== undefined && Number(minor) <= 8) return;
  const problem = version === null ? 'names no version' : `has the version ${version.slice(0, 64)}`;
  const message = `This trajectory ${problem}; ATIF-v1.0 to ATIF-v1.8 are known. It was read as one of those.`;
  out.issues.push({ line, code: 'unsupported_version', message, excerpt: null });
};

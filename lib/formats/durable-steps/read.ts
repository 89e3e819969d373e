import { addRecord, type ElementContext } from '../elements/drafting.ts';
import { toPartsContent } from '../elements/content-parts.ts';
import { longFingerprintOf, makeElementDrafts } from '../elements/element-drafts.ts';
import { toInstant } from '../elements/instant.ts';
import type { DocumentDrafts, OutcomeDraft } from '../format.ts';
import { toJson, toList, toName, toObject, toText, type JsonObject } from '../narrow.ts';

/** Reads the steps of one workflow, after an element for the workflow itself. */
export function* readDurableSteps(document: unknown): Generator<DocumentDrafts> {
  const { out, add, takeFull, takeRest } = makeElementDrafts();
  const { trajectories, ...workflow } = toObject(document) ?? {};
  const steps = toList(document) ?? toList(trajectories) ?? [document];
  const nativeId = toName(workflow.workflow_id, 256) ?? `steps:${longFingerprintOf(toJson(steps.slice(0, 2)))}`;
  const hasWorkflow = toList(trajectories) !== null;
  const context: ElementContext = {
    out,
    line: add(hasWorkflow ? workflow : steps[0]),
    session: nativeId,
    nativeKey: `${nativeId}#workflow`,
    atMs: null,
    model: null,
    response: null,
    nextBlock: 0,
  };
  out.sessions.push({ nativeId, line: context.line.number, atMs: null });
  const { asked, answered } = hasWorkflow ? readConversation(workflow) : { asked: [], answered: [] };
  if (hasWorkflow) {
    addRecord(context, 'meta', toJson(workflow), { subtype: 'workflow' });
    for (const said of asked) addSaid(context, said);
  }
  let chain = nativeId;
  for (const [index, element] of steps.entries()) {
    chain = longFingerprintOf(`${chain}\0${toJson(element)}`);
    const line = hasWorkflow || index > 0 ? add(element) : context.line;
    const step = toObject(element);
    const own = { ...context, line, nativeKey: `${nativeId}#${chain}`, atMs: toInstant(step?.timestamp), nextBlock: 0 };
    if (step) readStep(own, step);
    else addRecord(own, 'meta', toJson(element), { unknown: true });
    yield* takeFull();
  }
  const finished = new Set(steps.map((step) => toFinish(toObject(step))));
  const unsaid = answered.filter(({ text }) => !finished.has(text));
  if (unsaid.length > 0) {
    const own = { ...context, line: add({ conversation_history: unsaid }), nativeKey: `${nativeId}#answers`, nextBlock: 0 };
    for (const said of unsaid) addSaid(own, said);
  }
  yield takeRest();
}

type Said = { kind: 'prompt' | 'response'; text: string; atMs: number | null };

/** Conversation before the steps, which answer the last prompt, and after them. */
const readConversation = (workflow: JsonObject): { asked: Said[]; answered: Said[] } => {
  const said = (toList(workflow.conversation_history) ?? []).flatMap(toSaid);
  const query = toText(workflow.user_query) ?? toText(workflow.prompt) ?? '';
  const last = said.findLastIndex(({ kind }) => kind === 'prompt');
  if (query.trim() !== '' && said[last]?.text !== query)
    return { asked: [...said, { kind: 'prompt', text: query, atMs: null }], answered: [] };
  return { asked: said.slice(0, last + 1), answered: said.slice(last + 1) };
};

const toSaid = (message: unknown): Said[] => {
  const fields = toObject(message);
  const { text } = toPartsContent(fields ? fields.content : message);
  const isAsked = fields === null || fields.role === 'user' || fields.role === 'human';
  return text.trim() === '' ? [] : [{ kind: isAsked ? 'prompt' : 'response', text, atMs: toInstant(fields?.timestamp) }];
};

const addSaid = (context: ElementContext, { kind, text, atMs }: Said): void => {
  context.atMs = atMs;
  addRecord(context, kind, text);
};

/** Observation of a step, and its error. */
const toWords = (step: JsonObject): string =>
  [step.observation, step.error]
    .map((part) => toPartsContent(part).text)
    .filter((text) => text !== '')
    .join('\n');

/** Words of the pseudo-tool `finish`; null for any other step. */
const toFinish = (step: JsonObject | null): string | null =>
  step?.tool_name === 'finish' ? toWords(step) || toAnswer(step.tool_args) : null;

/** A thought, then a call with its observation; `finish` and `error` are no tools but the end of the run. */
const readStep = (context: ElementContext, step: JsonObject): void => {
  const thought = toText(step.thought);
  if (thought) addRecord(context, 'reasoning', thought);
  const name = toName(step.tool_name, 256);
  const { text: observation, attachments } = toPartsContent(step.observation);
  const words = toWords(step);
  if (name === 'finish') addRecord(context, 'response', words || toAnswer(step.tool_args), { attachments });
  else if (name === 'error') addRecord(context, 'system', words || toAnswer(step.tool_args), { subtype: 'error', attachments });
  else if (name !== null) {
    const params = toText(step.tool_args) ?? toJson(step.tool_args ?? {});
    addRecord(context, 'tool_call', '', { call: { nativeCallId: null, name, params } });
    const isAnswered = words !== '' || attachments.length > 0 || typeof step.observation === 'string';
    if (isAnswered)
      addRecord(context, 'tool_result', words, { attachments, result: { nativeCallId: null, ...toOutcome(step, observation) } });
  } else if (words !== '') addRecord(context, 'system', words, { subtype: 'observation', attachments });
  if (context.nextBlock === 0) addRecord(context, 'meta', toJson(step), { subtype: 'empty' });
};

/** The text in the arguments of a pseudo-tool. */
const toAnswer = (args: unknown): string => {
  const fields = toObject(args);
  const texts = Object.values(fields ?? {}).flatMap((value) => toText(value) ?? []);
  return toText(args) ?? (texts.length > 0 ? texts.join('\n') : fields && Object.keys(fields).length > 0 ? toJson(fields) : '');
};

/** A step failed when its error is set or its observation begins `Error:`; an error that is null means success. */
const toOutcome = (step: JsonObject, observation: string): OutcomeDraft => {
  if (step.error !== null && step.error !== undefined && step.error !== '') return { outcome: 'error', outcomeSource: 'flag' };
  if (observation.startsWith('Error:')) return { outcome: 'error', outcomeSource: 'text' };
  return step.error === undefined ? { outcome: 'unknown', outcomeSource: 'none' } : { outcome: 'ok', outcomeSource: 'flag' };
};

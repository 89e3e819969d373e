import type { ToolCall } from '../domain/tool-call.ts';
import { readArguments } from './call-arguments.ts';
import { toToolKind } from './tool-kind.ts';

export type TodoState = 'pending' | 'in_progress' | 'completed';
export type Todo = { text: string; state: TodoState };

/** `words`: the person's own, null without any. A decision of null: the result does not tell one, and is to be shown as it is. */
export type Plan = {
  kind: 'plan';
  plan: string;
  decision: 'approved' | 'rejected' | null;
  words: string | null;
  /** The plan as it was approved, where the person changed it. */
  changed: string | null;
};
export type QuestionOption = { label: string; description: string; isChosen: boolean };
export type Question = { header: string; question: string; options: QuestionOption[]; words: string | null };
export const isAnswered = ({ options, words }: Question): boolean => words !== null || options.some(({ isChosen }) => isChosen);

export type Questions = { kind: 'questions'; questions: Question[]; decision: 'answered' | 'rejected' | null; words: string | null };
export type Steps = { kind: 'steps'; explanation: string; steps: Todo[] };

/** Content of a call for the person who works with the agent, and that person's answer. */
export type CallContent = Plan | Questions | Steps;

type Call = Pick<ToolCall, 'name' | 'params' | 'resultText' | 'outcome'>;
type Fields = Readonly<Record<string, unknown>>;

const planTool = /^(?:exit_?(?:plan|spec)(?:_?mode)?|plan_?(?:exit|mode_?respond)|(?:create|present|propose|submit)_?plan)$/iu;
const questionTool =
  /^(?:ask_?(?:(?:user|human)(?:_?(?:a_?)?questions?)?|(?:follow_?up|clarifying)_?questions?|questions?)|questions?|questionnaire|(?:request_?)?user_?input)$/iu;

const isNamed = (pattern: RegExp, name: string): boolean => pattern.test(name.replace(/^functions\./u, ''));

/** Whether a tool, by its name, puts a plan or questions before the person. Its arguments may still hold none. */
export const isAsking = (name: string): boolean => isNamed(planTool, name) || isNamed(questionTool, name);

/**
 * The plan, the questions or the todo list of a call; null for any other call, or if its arguments hold none of them. An answer is read
 * from the result, and only where that says that a person gave it.
 */
export const readCallContent = (call: Call): CallContent | null => {
  const value = toFields(readArguments(call.params).json?.value);
  if (!value) return null;
  if (isNamed(planTool, call.name)) return readPlan(call, value);
  if (isNamed(questionTool, call.name)) return readQuestions(call, value);
  const steps = toToolKind(call.name) === 'todo' ? computeTodos(value) : [];
  return steps.length === 0 ? null : { kind: 'steps', explanation: findText(value, 'explanation') ?? '', steps };
};

/** Whether nothing of the result is left to be shown beside the content. */
export const tellsResult = (content: CallContent, outcome: ToolCall['outcome']): boolean =>
  content.kind === 'steps' ? outcome === 'ok' : content.decision !== null;

const toFields = (value: unknown): Fields | null =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : null;

const findText = (fields: Fields | null, ...names: string[]): string | null => {
  for (const name of names) {
    const value = fields?.[name];
    if (typeof value === 'string' && value.trim() !== '') return value;
  }
  return null;
};

const toState = ({ status, completed }: Fields): TodoState => {
  if (status === 'completed' || status === 'done' || completed === true) return 'completed';
  return status === 'in_progress' ? 'in_progress' : 'pending';
};

/** The items of a todo list or of a plan's steps; empty if the arguments have none. */
const computeTodos = (args: Fields): Todo[] => {
  const list = args.todos ?? args.plan;
  if (!Array.isArray(list)) return [];
  return list.flatMap((item: unknown) => {
    const entry = toFields(item);
    const text = findText(entry, 'content', 'step', 'subject', 'title', 'text');
    return entry === null || text === null ? [] : [{ text, state: toState(entry) }];
  });
};

const approval = /^(?:the )?(?:user|plan)(?: has| was)? approved\b/iu;
const approvedPlan = /^## Approved Plan(?: \(edited by user\))?:?[ \t]*\n/mu;

const readPlan = ({ outcome, resultText }: Call, args: Fields): Plan | null => {
  const result = resultText ?? '';
  const isApproved = outcome === 'ok' && approval.test(result);
  const head = isApproved ? approvedPlan.exec(result) : null;
  const approved = head ? result.slice(head.index + head[0].length).trim() : null;
  const written = findText(args, 'plan', 'plan_content', 'response');
  const plan = written ?? approved;
  if (plan === null) return null;
  return {
    kind: 'plan',
    plan: plan.trim(),
    decision: isApproved ? 'approved' : outcome === 'rejected' ? 'rejected' : null,
    words: outcome === 'rejected' ? findReason(result) : null,
    changed: approved === null || approved === '' || approved === plan.trim() ? null : approved,
  };
};

const reasonHeads = ['the user said:', 'reason for the rejection:'];

/** Why a person refused a call, in their words; null if they gave no reason. */
const findReason = (result: string): string | null => {
  for (const head of reasonHeads) {
    const at = result.indexOf(head);
    if (at === -1) continue;
    const [reason = ''] = result.slice(at + head.length).split("\n\nNote: The user's next message");
    if (reason.trim() !== '') return reason.trim();
  }
  return null;
};

type Asked = Omit<Question, 'options' | 'words'> & { id: string | null; options: Omit<QuestionOption, 'isChosen'>[] };
/** `texts`: labels of options, several of them joined by commas, or the person's own words; `note`: what they added. */
type Answer = { texts: string[]; note: string | null };

/** Nobody was asked more. Each question is looked for in what stands behind each other one, and each option in each answer. */
const maxQuestions = 20;
const maxOptions = 50;

const readQuestions = (call: Call, args: Fields): Questions | null => {
  const asked = (Array.isArray(args.questions) ? args.questions : [args]).flatMap(toAsked);
  if (asked.length === 0 || asked.length > maxQuestions || asked.some(({ options }) => options.length > maxOptions)) return null;
  const answers = findAnswers(call, args, asked);
  const isRejected = call.outcome === 'rejected';
  return {
    kind: 'questions',
    questions: asked.map(({ header, question, options }, at) => ({ header, question, ...choose(options, answers[at] ?? null) })),
    decision: isRejected ? 'rejected' : answers.some((answer) => answer !== null) ? 'answered' : null,
    words: isRejected ? findReason(call.resultText ?? '') : null,
  };
};

const toAsked = (value: unknown): Asked[] => {
  const fields = typeof value === 'string' ? { question: value } : toFields(value);
  const question = findText(fields, 'question', 'prompt', 'text', 'message');
  if (question === null) return [];
  const options = fields?.options ?? fields?.choices ?? fields?.suggestions ?? fields?.follow_up;
  return [
    {
      id: findText(fields, 'id'),
      header: findText(fields, 'header', 'topic') ?? '',
      question,
      options: Array.isArray(options) ? options.flatMap(toOption) : [],
    },
  ];
};

const toOption = (value: unknown): Asked['options'] => {
  const fields = typeof value === 'string' ? { label: value } : toFields(value);
  const label = findText(fields, 'label', 'title', 'name', 'text', 'value', 'answer');
  return label === null ? [] : [{ label, description: findText(fields, 'description', 'hint') ?? '' }];
};

const choose = (options: Asked['options'], answer: Answer | null): Pick<Question, 'options' | 'words'> => {
  const chosen = new Set<string>();
  const own: string[] = [];
  const byLength = options.map(({ label }) => label).sort((a, b) => b.length - a.length);
  for (const text of answer?.texts ?? []) {
    let rest = `, ${text}, `;
    for (const label of byLength) {
      if (!rest.includes(`, ${label}, `)) continue;
      rest = rest.replace(`, ${label}, `, () => ', ');
      chosen.add(label);
    }
    own.push(rest.replace(/^,[ ]|,[ ]$/gu, '').trim());
  }
  const words = [...own, answer?.note ?? ''].filter((text) => text !== '' && text !== ',').join('\n');
  return {
    options: options.map((option) => ({ ...option, isChosen: chosen.has(option.label) })),
    words: words === '' ? null : words,
  };
};

const findAnswers = ({ outcome, resultText }: Call, args: Fields, asked: readonly Asked[]): (Answer | null)[] => {
  const result = resultText ?? '';
  const json = readArguments(result).json?.value;
  const reported = json === undefined ? null : asked.map((one, at) => findListed(toFields(json)?.answers ?? json, one, at));
  if (reported?.some((answer) => answer !== null)) return reported;
  const quoted = asked.map((one) => findQuoted(result, one, asked));
  if (quoted.some((answer) => answer !== null)) return quoted;
  const [only] = asked;
  if (outcome === 'ok' && only && asked.length === 1) {
    const said = findSaid(result, only);
    if (said !== null) return [said];
  }
  return outcome === 'ok' ? asked.map((one, at) => findListed(args.answers, one, at)) : asked.map(() => null);
};

/** Answers by the id, the text or the number of their question. */
const findListed = (answers: unknown, { id, question }: Asked, at: number): Answer | null => {
  const fields = Array.isArray(answers) ? { [at]: answers[at] as unknown } : toFields(answers);
  const texts = listTexts((id === null ? undefined : fields?.[id]) ?? fields?.[question] ?? fields?.[at]);
  const isNote = /^user_note:\s*/u;
  const notes = texts.filter((text) => isNote.test(text)).map((text) => text.replace(isNote, ''));
  return texts.length === 0
    ? null
    : { texts: texts.filter((text) => !isNote.test(text)), note: notes.length === 0 ? null : notes.join('\n') };
};

const listTexts = (value: unknown): string[] => {
  if (typeof value === 'string') return value.trim() === '' ? [] : [value.trim()];
  if (Array.isArray(value)) return value.flatMap((one) => (typeof one === 'string' ? listTexts(one) : []));
  const fields = toFields(value);
  return fields ? listTexts(fields.answers ?? fields.answer ?? fields.selected ?? fields.value) : [];
};

const unanswered = new Set(['(no option selected)', '(no answer provided)', 'unanswered']);
const noteHead = /^\s*(?:selected preview:[^\n]*\n[\s\S]*?)?(?:user )?notes:\s*/u;

/** Answer after a question in the result's sentence: `"Which?"="This one"`, with a note after the answer. */
const findQuoted = (result: string, { question, options }: Asked, asked: readonly Asked[]): Answer | null => {
  const at = result.indexOf(`"${question}"`);
  if (at === -1) return null;
  const behind = result.slice(at + question.length + 2);
  const sign = /^(?:\s*(?:=|→|->)\s*|\s+Answer:\s*)/u.exec(behind);
  if (!sign) return null;
  const rest = behind.slice(sign[0].length);
  const ends = [...asked.map((other) => rest.indexOf(`"${other.question}"`)), rest.indexOf('You can now continue')];
  const part = rest
    .slice(0, Math.min(rest.length, ...ends.filter((end) => end >= 0)))
    .trim()
    .replace(/[,.]$|\n-$/u, '')
    .trim();
  const close = part.startsWith('"') ? findClosing(part) : part.length;
  const text = part.startsWith('"') ? part.slice(1, close) : part;
  const isOption = options.some(({ label }) => label === text);
  const noted = noteHead.exec(part.slice(close + 1));
  const note = noted ? part.slice(close + 1 + noted[0].length).trim() : null;
  const isGiven = isOption || !(text.trim() === '' || unanswered.has(text.toLowerCase()));
  return isGiven || note ? { texts: isGiven ? [text] : [], note } : null;
};

/** Place of the quote that ends an answer: the one before a preview or notes, else the last one. */
const findClosing = (part: string): number => {
  const places = [' selected preview:', ' user notes:', ' notes:'].map((head) => part.indexOf(`"${head}`)).filter((at) => at > 0);
  const last = part.lastIndexOf('"');
  return places.length > 0 ? Math.min(...places) : last > 0 ? last : part.length;
};

const saidHead = /^\s*(?:the )?user (?:selected|responded|answered|replied|chose)(?: with)?:?\s*/iu;
const saidTag = /<answer>([^<]*)<\/answer>/u;

/** An answer to the only question, where the result says that the person gave it, or is one of the options. */
const findSaid = (result: string, { options }: Asked): Answer | null => {
  const tagged = saidTag.exec(result)?.[1]?.trim();
  const text = tagged ?? result.replace(saidHead, '').trim();
  const isSaid = tagged !== undefined || saidHead.test(result) || options.some(({ label }) => label === text);
  return isSaid && text !== '' ? { texts: [text], note: null } : null;
};

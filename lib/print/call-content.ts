import { isAnswered, type CallContent, type Plan, type Question, type Todo } from '../session/call-content.ts';

/** A plan, questions or a todo list as Markdown, with what the person answered below it. */
export const printCallContent = (content: CallContent): string => {
  switch (content.kind) {
    case 'plan':
      return [content.plan, ...printDecision(content)].join('\n\n');
    case 'questions': {
      const { questions, decision, words } = content;
      const isAny = questions.some(isAnswered);
      const asked = questions.map((question) => printQuestion(question, isAny));
      return [...asked, ...(decision === 'rejected' ? [printRejected(words)] : [])].join('\n\n');
    }
    case 'steps':
      return [...(content.explanation === '' ? [] : [content.explanation]), content.steps.map(printStep).join('\n')].join('\n\n');
  }
};

const quote = (words: string): string => `“${words}”`;

const printRejected = (words: string | null): string => (words === null ? '**Rejected.**' : `**Rejected:** ${quote(words)}`);

const printDecision = ({ decision, words, changed }: Plan): string[] => {
  if (decision === 'rejected') return [printRejected(words)];
  if (decision === null) return [];
  return changed === null ? ['**Approved.**'] : ['**Approved with changes:**', changed];
};

const toLine = (text: string): string => text.replace(/\s+/gu, ' ').trim();

/** `isAny`: some question of the call was answered, so that it is said of one that was not. */
const printQuestion = (asked: Question, isAny: boolean): string => {
  const { header, question, options, words } = asked;
  const listed = options.map(
    ({ label, description, isChosen }) =>
      `- [${isChosen ? 'x' : ' '}] ${toLine(label)}${description === '' ? '' : `: ${toLine(description)}`}`,
  );
  return [
    header === '' ? question : `**${toLine(header)}:** ${question}`,
    ...(listed.length === 0 ? [] : [listed.join('\n')]),
    ...(words === null ? [] : [`**Answer:** ${quote(words)}`]),
    ...(isAny && !isAnswered(asked) ? ['No answer.'] : []),
  ].join('\n\n');
};

const printStep = ({ text, state }: Todo): string =>
  state === 'in_progress' ? `- [ ] **${toLine(text)}** (in progress)` : `- [${state === 'completed' ? 'x' : ' '}] ${toLine(text)}`;

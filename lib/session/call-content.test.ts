import { describe, expect, it } from 'vitest';
import { printCallContent } from '../print/call-content.ts';
import { isAsking, readCallContent } from './call-content.ts';

type Input = Parameters<typeof readCallContent>[0];
const read = (name: string, params: unknown, resultText: string | null = null, outcome: Input['outcome'] = 'ok') =>
  readCallContent({ name, params: JSON.stringify(params), resultText, outcome });
const print = (...input: Parameters<typeof read>): string | null => {
  const content = read(...input);
  return content && printCallContent(content);
};

const plan = '## Split the module\n\n1. Move `a.ts`';
const refusal =
  "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file).";

describe('a plan', () => {
  it('comes with its approval, and with what the person changed', () => {
    expect(print('ExitPlanMode', { plan }, 'User has approved your plan. You can now start coding.')).toBe(`${plan}\n\n**Approved.**`);
    expect(read('ExitPlanMode', { plan }, `User has approved your plan.\n\n## Approved Plan:\n${plan}\n`)).toMatchObject({ changed: null });
    expect(print('ExitPlanMode', { plan }, 'User has approved your plan.\n\n## Approved Plan (edited by user):\n1. Move b.ts')).toBe(
      `${plan}\n\n**Approved with changes:**\n\n1. Move b.ts`,
    );
  });

  it('is read from the result where the arguments leave it out', () => {
    expect(read('ExitPlanMode', {}, `User has approved your plan.\n\n## Approved Plan:\n${plan}`)).toMatchObject({
      plan,
      decision: 'approved',
    });
    expect(read('ExitPlanMode', {}, 'You are not in plan mode.', 'error')).toBeNull();
  });

  it('comes with the reason of a rejection, if there is one', () => {
    const said = `${refusal} To tell you how to proceed, the user said:\nKeep the old path.\n\nNote: The user's next message may contain a correction.`;
    expect(print('ExitPlanMode', { plan }, said, 'rejected')).toBe(`${plan}\n\n**Rejected:** “Keep the old path.”`);
    const given = `${refusal} The user provided the following reason for the rejection:  Not yet`;
    expect(read('exit_plan_mode', { plan }, given, 'rejected')).toMatchObject({ decision: 'rejected', words: 'Not yet' });
    expect(print('ExitPlanMode', { plan }, refusal, 'rejected')).toBe(`${plan}\n\n**Rejected.**`);
  });

  it('claims no answer that the result does not tell', () => {
    expect(read('ExitPlanMode', { plan }, null, 'running')).toMatchObject({ decision: null });
    expect(read('ExitPlanMode', { plan }, 'Plan submitted to the team lead for approval.')).toMatchObject({ decision: null });
    expect(read('ExitPlanMode', { plan }, 'User has approved your plan.', 'error')).toMatchObject({ decision: null });
  });
});

const which = {
  header: 'Registry',
  question: 'Which registry?',
  options: [{ label: 'npm, public', description: 'Anyone can install it' }, { label: 'GitHub' }],
};
const when = { question: 'When, and "how"?', multiSelect: true, options: [{ label: 'Now' }, { label: 'Tonight' }] };

describe('questions', () => {
  it('mark what was chosen, and quote own words and notes', () => {
    const result = `User has answered your questions: "Which registry?"="npm, public" user notes: only the client, "When, and "how"?"="Now, after lunch". You can now continue with the user's answers in mind.`;
    expect(print('AskUserQuestion', { questions: [which, when] }, result)).toBe(
      [
        '**Registry:** Which registry?',
        '- [x] npm, public: Anyone can install it\n- [ ] GitHub',
        '**Answer:** “only the client”',
        'When, and "how"?',
        '- [x] Now\n- [ ] Tonight',
        '**Answer:** “after lunch”',
      ].join('\n\n'),
    );
  });

  it('say which of them got no answer', () => {
    const result = 'User has answered your questions: "Which registry?"="GitHub", "When, and "how"?"="Unanswered". You can now continue.';
    expect(print('question', { questions: [which, when] }, result)).toMatch(/- \[x\] GitHub[^]*- \[ \] Tonight\n\nNo answer\.$/u);
    const clarify = `The user wants to clarify these questions.\n\nQuestions asked:\n- "Which registry?"\n  Answer: GitHub\n- "When, and "how"?"\n  (No answer provided)`;
    expect(print('AskUserQuestion', { questions: [which, when] }, clarify, 'rejected')).toMatch(
      /- \[x\] GitHub[^]*No answer\.\n\n\*\*Rejected/u,
    );
    expect(print('AskUserQuestion', { questions: [which] }, refusal, 'rejected')).toMatch(/GitHub\n\n\*\*Rejected\.\*\*$/u);
  });

  it('take answers as JSON by id, text or number', () => {
    const asked = { questions: [{ ...which, id: 'registry' }] };
    const byId = JSON.stringify({ answers: { registry: { answers: ['GitHub', 'user_note: for now'] } } });
    expect(read('request_user_input', asked, byId)).toMatchObject({
      decision: 'answered',
      questions: [{ options: [{ isChosen: false }, { isChosen: true }], words: 'for now' }],
    });
    for (const answers of [{ 'Which registry?': 'GitHub' }, { 0: ['GitHub'] }, [['GitHub']]])
      expect(read('ask_user', asked, JSON.stringify({ answers }))).toMatchObject({
        questions: [{ options: [{ isChosen: false }, { isChosen: true }], words: null }],
      });
  });

  it('take the answer to a single question where the result tells that the person gave it', () => {
    const single = { question: 'Which?', choices: ['A', 'B'] };
    expect(read('ask_user', single, 'User selected: B')).toMatchObject({ questions: [{ options: [{}, { isChosen: true }] }] });
    expect(read('ask_user', single, 'User responded: neither')).toMatchObject({ questions: [{ words: 'neither' }] });
    expect(read('ask_followup_question', { question: 'Which?' }, '<answer>\nC\n</answer>')).toMatchObject({ questions: [{ words: 'C' }] });
    expect(read('ask_user', single, 'The question was shown.')).toMatchObject({ decision: null, questions: [{ words: null }] });
    expect(read('ask_user', single, 'No such tool', 'error')).toMatchObject({ decision: null });
  });

  it('are those to a person, by the name of the tool', () => {
    for (const name of ['AskUserQuestion', 'functions.request_user_input', 'ask_user', 'ask_followup_question', 'question', 'ExitPlanMode'])
      expect(isAsking(name)).toBe(true);
    for (const name of ['mcp__deepwiki__ask_question', 'Task', 'update_plan', 'TodoWrite', 'Bash', 'EnterPlanMode'])
      expect(isAsking(name)).toBe(false);
    expect(read('Search', { question: 'Which?' })).toBeNull();
    expect(read('AskUserQuestion', { questions: [] })).toBeNull();
    expect(readCallContent({ name: 'AskUserQuestion', params: '{"questions":[', resultText: null, outcome: 'ok' })).toBeNull();
  });
});

describe('steps', () => {
  it('are read of plans and todo lists, with their explanation', () => {
    const steps = [
      { step: 'Read', status: 'completed' },
      { step: 'Write', status: 'in_progress' },
      { step: 'Test', status: 'pending' },
    ];
    expect(print('update_plan', { explanation: 'Tests last.', plan: steps })).toBe(
      'Tests last.\n\n- [x] Read\n- [ ] **Write** (in progress)\n- [ ] Test',
    );
    expect(read('update_plan', { plan: [{ text: 'Read', completed: true }, 3] })).toMatchObject({
      steps: [{ text: 'Read', state: 'completed' }],
    });
    expect(read('TodoWrite', { todos: [{ content: 'a', status: 'odd' }] })).toMatchObject({ steps: [{ state: 'pending' }] });
    expect(read('TodoWrite', { todos: 'x' })).toBeNull();
    expect(read('Bash', { plan: [{ step: 'x' }] })).toBeNull();
  });
});

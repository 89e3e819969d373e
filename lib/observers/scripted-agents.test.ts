import { describe, expect, it } from 'vitest';
import type { Assessment } from '../domain/assessment.ts';
import { about, bash, bashFails, buildTurnEnds, edit, editFails, makeCalls, read, type Step } from './__fixtures__/make-calls.ts';
import { observeCall } from './observe-call.ts';
import { defaultConfig, makeObserverSet } from './observer-set.ts';
import { reduceCalls, startReducer } from './run.ts';
import { computeRecovery, findFirstFinding } from './recovery.ts';

const { set } = makeObserverSet(defaultConfig);
if (!set) throw new Error('the usual configuration is valid');

/** Runs the real observers on the calls so far. */
const observe = (steps: readonly Step[]) => {
  const calls = makeCalls(steps);
  const turnEnds = buildTurnEnds(steps);
  const { assessments } = reduceCalls(set, about, startReducer(set, about), calls, turnEnds);
  const stored = assessments.map((one): Assessment => ({ ...one, sentAtMs: null, superseded: false }));
  return { first: findFirstFinding(stored), calls: calls.map((call) => observeCall(call, about)), turnEnds };
};

type Result = { recovered: boolean | null; steps: number };

/** An agent that sees its calls and, in treatment, what the observers found. It makes the next call, or is done: null. */
type Agent = (steps: readonly Step[], told: boolean) => Step | null;

/** Runs an agent in an arm, for so many calls at most. The turn ends with an answer if the agent is done. */
const run = (agent: Agent, arm: 'control' | 'treatment', { maxCalls = 40, withinCalls = 10, isOver = true } = {}): Result => {
  const steps: Step[] = [];
  while (steps.length < maxCalls) {
    const told = arm === 'treatment' && observe(steps).first !== null;
    const step = agent(steps, told);
    if (!step) {
      const last = steps.pop();
      if (last) steps.push({ ...last, answer: 'That is all.' });
      break;
    }
    steps.push(steps.length === 0 ? { ...step, prompt: 'Fix the build.' } : step);
  }
  const { first, calls, turnEnds } = observe(steps);
  expect(first).not.toBeNull();
  const endedAt = turnEnds.map(({ callIndex }) => callIndex);
  return { recovered: first && computeRecovery(first, { calls, endedAt, withinCalls, isOver }), steps: steps.length };
};

const loop = (): Step => bash('cat build.log', 'no output yet');
/** Each call differs, and so does its error. */
const fails = (at: number): Step => {
  const word = String(at).replaceAll(/\d/gu, (digit) => 'abcdefghij'[Number(digit)] ?? '');
  return bashFails(`./deploy-${word}.sh`, `cannot reach the ${word} of the ${word}${word} machine`);
};
const work = (at: number): Step => read(`src/file-${at}.ts`, `export const value = ${at};`);

/** Repeats a call until it is told, and `more` times after that; then works for `calls` calls and answers. */
const listens =
  (more: number, calls: number, repeated: () => Step = loop): Agent =>
  (steps, told) => {
    const since = told ? steps.length - (observe(steps).first?.foundAt ?? 0) : 0;
    if (!told || since < more) return repeated();
    return since - more < calls ? work(since) : null;
  };

describe('agents that listen recover, and those that are not told do not', () => {
  it.each([
    ['stops at once and finishes within a few calls', listens(0, 4)],
    ['stops at once and goes on for long', listens(0, 30)],
    ['repeats once more, then stops', listens(1, 8)],
    ['repeats three times more, then stops', listens(3, 12)],
    ['stops failing', listens(0, 7, () => bashFails('make build', 'no rule to make target: build'))],
    [
      'checks again after a change, with the same result',
      (steps, told) => {
        if (!told) return bashFails('npm test', '3 failed: total is wrong');
        const at = steps.length % 3;
        if (steps.length > 20) return null;
        return at === 0
          ? edit('src/total.ts', `old ${steps.length}`, `new ${steps.length}`)
          : at === 1
            ? bashFails('npm test', '3 failed: total is wrong')
            : work(steps.length);
      },
    ],
    ['stops editing what is not there', listens(2, 6, () => editFails('src/a.ts', 'old', 'new'))],
  ])('%s', (_, agent) => {
    expect(run(agent, 'treatment').recovered).toBe(true);
    expect(run(agent, 'control').recovered).toBe(false);
  });
});

describe('agents that do not recover', () => {
  it.each<[string, Agent]>([
    ['goes on through it', () => loop()],
    ['gives up with it', (steps, told) => (told ? null : loop())],
    ['looks away for a call now and then, and comes back', (steps, told) => (told && steps.length % 4 === 0 ? work(steps.length) : loop())],
    ['leaves it only after more than ten calls', listens(10, 10)],
    ['goes on to fail in other ways', (steps) => fails(steps.length)],
  ])('%s', (_, agent) => {
    expect(run(agent, 'treatment').recovered).toBe(false);
  });
});

describe('what is not known yet', () => {
  const at = (maxCalls: number, agent: Agent = listens(0, 30)) => run(agent, 'treatment', { maxCalls, isOver: false }).recovered;
  it('is unknown until five calls went without the pattern', () => {
    // Found at the third call.
    expect([3, 4, 8].map((calls) => at(calls))).toEqual([null, null, null]);
    expect(at(9)).toBe(true);
  });

  it('is unknown until the pattern went on for ten calls', () => {
    expect([at(12, loop), at(13, loop)]).toEqual([null, false]);
  });

  it('is known where the turn ends', () => {
    expect(run(listens(0, 2), 'treatment', { isOver: false }).recovered).toBe(true);
    expect(run((steps, told) => (told ? null : loop()), 'treatment', { isOver: false }).recovered).toBe(false);
  });

  it('has the same horizon in both arms', () => {
    for (const withinCalls of [1, 3, 10]) {
      const late = listens(withinCalls - 1, 8);
      expect(run(late, 'treatment', { withinCalls }).recovered).toBe(true);
      expect(run(listens(withinCalls, 8), 'treatment', { withinCalls }).recovered).toBe(false);
    }
  });
});

it('an unverified finish is left by a check in the next turn', () => {
  const finish = (next: readonly Step[]): boolean | null => {
    const steps: Step[] = [
      edit('src/a.ts', 'a', 'b', { prompt: 'Change a.', answer: 'Changed.' }),
      ...next.map((step, at) => (at === 0 ? { ...step, prompt: 'And now?' } : step)),
    ];
    const { first, calls, turnEnds } = observe(steps);
    const endedAt = turnEnds.map(({ callIndex }) => callIndex);
    return first && computeRecovery(first, { calls, endedAt, withinCalls: 10, isOver: next.length > 0 });
  };
  expect(finish([])).toBeNull();
  expect(finish([read('src/a.ts', 'b'), bash('npm test', '3 passed')])).toBe(true);
  expect(finish([read('src/a.ts', 'b')])).toBe(false);
  expect(finish([bash('npm test', '3 passed'), edit('src/a.ts', 'b', 'c')])).toBe(false);
});

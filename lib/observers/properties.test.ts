import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz, fuzzTimeout } from '../../e2e/fuzz.ts';
import { someSteps } from './__fixtures__/arbitrary-steps.ts';
import { about, bash, buildTurnEnds, makeCalls, repeat, type Step } from './__fixtures__/make-calls.ts';
import { reducerStateSchema } from './reducer-state-schema.ts';
import { observerKinds } from './registry.ts';
import { makeObserverSet, defaultConfig, type AssessmentDraft, type ObserverSet } from './observer-set.ts';
import { reduceCalls, startReducer, type ReducerState, type Found } from './run.ts';
import { maxSharedStateBytes } from './observer.ts';
import { computeMaxSnapshotBytes, restoreSnapshot, takeSnapshot } from './snapshot.ts';

const makeSet = (preset: 'default' | 'reference', parameters: Record<string, Record<string, number>> = {}): ObserverSet => {
  const { set } = makeObserverSet({
    ...defaultConfig,
    observers: defaultConfig.observers
      .filter(({ observer }) => observerKinds.some(({ id, presets }) => id === observer && presets[preset]))
      .map((one) => ({ ...one, preset, enabled: true, parameters: parameters[one.observer] ?? {} })),
  });
  if (!set) throw new Error('the usual configuration is valid');
  return set;
};
const sets = fc.constantFrom(makeSet('default'), makeSet('reference'));
const defaults = makeSet('default');

const deepFreeze = <Value>(value: Value): Value => {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    Object.values(value).forEach(deepFreeze);
  }
  return value;
};

/** Last finding for each observer, category and subject, with its call. */
const listLast = (found: readonly Found[]) =>
  new Map(
    found.flatMap(({ observer, callIndex, findings }) =>
      findings.map((finding) => [`${observer} ${finding.category} ${finding.subject}`, { callIndex, finding }] as const),
    ),
  );

const reduceAll = (set: ObserverSet, steps: readonly Step[]) =>
  reduceCalls(set, about, startReducer(set, about), makeCalls(steps), buildTurnEnds(steps));

describe('observers over any calls', { timeout: fuzzTimeout(30_000) }, () => {
  it('say the same in any split, ends of turns late or not, change nothing that they are given, and go on from their JSON', () => {
    fc.assert(
      fc.property(sets, someSteps, fc.array(fc.nat(20), { maxLength: 8 }), fc.boolean(), (set, steps, cuts, isLate) => {
        const calls = deepFreeze(makeCalls(steps));
        const ends = deepFreeze(buildTurnEnds(steps));
        const whole = reduceCalls(set, about, deepFreeze(startReducer(set, about)), calls, ends);
        let fold: ReducerState = startReducer(set, about);
        const assessments: AssessmentDraft[] = [];
        const found: Found[] = [];
        let at = 0;
        for (const size of [...cuts, calls.length, 0]) {
          // The end behind the newest call may be known only once more calls are.
          const known = ends.filter(({ callIndex }) => callIndex >= at && callIndex <= at + (isLate && size > 0 ? size - 1 : size));
          const before = deepFreeze(reducerStateSchema.parse(JSON.parse(JSON.stringify(fold))));
          const part = reduceCalls(set, about, before, calls.slice(at, at + size), known);
          fold = part.state;
          assessments.push(...part.assessments);
          found.push(...part.found);
          at = Math.min(at + size, calls.length);
        }
        expect(assessments).toEqual(whole.assessments);
        expect(fold).toEqual(whole.state);
        expect(listLast(found)).toEqual(listLast(whole.found));
      }),
      fuzz(200),
    );
  });

  it('cite calls and records that there are, ascending, under categories that are defined', () => {
    fc.assert(
      fc.property(sets, someSteps, (set, steps) => {
        const calls = makeCalls(steps);
        const ids = new Set(calls.flatMap(({ id, resultRecordId }) => [id, ...(resultRecordId ? [resultRecordId] : [])]));
        for (const { observer, callIndex, findings, ended } of reduceAll(set, steps).assessments)
          for (const found of [...findings, ...ended]) {
            const category = observerKinds.find(({ id }) => id === observer)?.categories[found.category];
            expect(found.subjectScope).toBe(category?.subjectScope ?? 'a category that its observer defines');
            expect(found.records.filter((id) => !ids.has(id))).toEqual([]);
            expect(found.records.length).toBeGreaterThan(0);
            expect(found.calls).toEqual(found.calls.toSorted((a, b) => a - b));
            expect(found.calls.length).toBeLessThanOrEqual(Math.min(found.callCount, 40));
            expect(found.calls.at(-1)).toBeLessThanOrEqual(callIndex);
            for (const line of found.evidence?.split('\n') ?? []) expect(line.length).toBeLessThanOrEqual(140);
          }
      }),
      fuzz(200),
    );
  });

  it('say what is new once, and that it ended once', () => {
    fc.assert(
      fc.property(someSteps, (steps) => {
        const open = new Set<string>();
        const lastOf = new Map<string, number>();
        for (const { observer, findings, ended, telling } of reduceAll(defaults, steps).assessments) {
          for (const { category, subject, standing, calls } of findings) {
            const key = JSON.stringify([observer, category, subject]);
            // An ended finding goes on if it is found again on partly the same calls.
            const goesOn = open.has(key) || (calls[0] ?? 0) <= (lastOf.get(key) ?? 0);
            expect(goesOn).toBe(standing !== 'new');
            open.add(key);
          }
          for (const { category, subject, calls } of ended) {
            const key = JSON.stringify([observer, category, subject]);
            expect(open.delete(key)).toBe(true);
            lastOf.set(key, calls.at(-1) ?? 0);
          }
          if (findings.length === 0) expect(telling).toBeNull();
        }
      }),
      fuzz(200),
    );
  });

  it('go on from a snapshot as if nothing had happened', () => {
    fc.assert(
      fc.property(sets, someSteps, fc.nat(60), (set, steps, at) => {
        const calls = makeCalls(steps);
        const ends = buildTurnEnds(steps);
        const before = reduceCalls(set, about, startReducer(set, about), calls.slice(0, at), ends);
        const written = JSON.stringify(takeSnapshot(set, about.sessionId, before.state));
        const restored = restoreSnapshot(set, about.sessionId, JSON.parse(written));
        expect(restored.problem).toBeNull();
        const after = reduceCalls(set, about, restored.snapshot?.fold ?? startReducer(set, about), calls.slice(at), ends);
        expect([...before.assessments, ...after.assessments]).toEqual(reduceAll(set, steps).assessments);
      }),
      fuzz(100),
    );
  });
});

describe('a snapshot', () => {
  const { state: fold } = reduceAll(
    defaults,
    repeat(4, () => bash('ls', 'x')),
  );
  const taken = takeSnapshot(defaults, about.sessionId, fold);

  it('is of one session and of one configuration', () => {
    expect(restoreSnapshot(defaults, 'another', taken).problem).toBe('This snapshot belongs to another session, session.');
    expect(restoreSnapshot(makeSet('reference'), about.sessionId, taken).problem).toContain('other observers or parameters');
    expect(restoreSnapshot(defaults, about.sessionId, { ...taken, fold: { ...fold, calls: -1 } }).problem).toContain('fold.calls');
    expect(restoreSnapshot(defaults, about.sessionId, taken).snapshot?.callIndex).toBe(4);
  });
});

describe('sessions side by side', () => {
  it('do not know of each other: subagents are judged each by itself', () => {
    const same = () => bash('npm test', '1 failed');
    const folds = new Map(['one', 'two', 'three'].map((id) => [id, startReducer(defaults, { ...about, sessionId: id })]));
    const said: AssessmentDraft[] = [];
    const lanes = new Map([...folds.keys()].map((id) => [id, makeCalls([same(), same()], id)]));
    for (const at of [0, 1])
      for (const [id, fold] of folds) {
        const step = reduceCalls(defaults, { ...about, sessionId: id }, fold, lanes.get(id)?.slice(at, at + 1) ?? []);
        folds.set(id, step.state);
        said.push(...step.assessments);
      }
    expect(said).toEqual([]);
    expect(reduceAll(defaults, repeat(6, same)).assessments).not.toEqual([]);
  });
});

describe('a state', () => {
  const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));
  const hostile = '\u0000"\\\ud800\u{1f4a9}漢'.repeat(2_000);
  const steps: Record<string, (at: number) => Step> = {
    'huge names': (at) => ({ tool: `${at}${hostile}`, params: { command: `${at}${hostile}` }, result: hostile, outcome: 'error' }),
    'thousands of distinct calls': (at) => bash(`mv ${at}-${hostile} b`, `${at}`),
    'several loops of many words': (at) => ({
      tool: hostile,
      params: { command: `${at % 3}${hostile}` },
      result: `${at % 3}${hostile}`,
      outcome: 'error',
      exitCode: 2,
    }),
    'loops beside each other': (at) =>
      at % 7 === 6
        ? bash(`echo ${at}`, `${at}`)
        : { tool: `${at % 7}${hostile}`, params: { q: `${at % 7}${hostile}` }, result: hostile, outcome: 'error' },
    'edits there and back': (at) => ({
      tool: 'Edit',
      params: {
        file_path: `${Math.floor(at / 1) % 4}/${'漢"'.repeat(300)}.ts`,
        old_string: at % 8 < 4 ? 'a' : 'b',
        new_string: at % 8 < 4 ? 'b' : 'a',
      },
      result: 'ok',
      prompt: undefined,
    }),
    'many files of code, and checks that go on': (at) =>
      at % 10 < 6
        ? { tool: 'Write', params: { file_path: `${'漢'.repeat(28)}/${at}.ts`, content: '' }, result: hostile }
        : {
            tool: 'Bash',
            params: { command: `cd ${'漢'.repeat(30)} && ${['npm test', 'npm run lint', 'npx tsc', 'npm run build'][at % 4] ?? ''}` },
            result: `Command running in background with ID: ${`${at}-`.padEnd(60, 'x')}`,
            outcome: 'running',
          },
    // A cascade that something else has broken, others that begin, and a run that is no cascade yet.
    'failures of many kinds and attempts': (at) => ({
      tool: `Bash${at % 9}${hostile}`,
      params: { command: `program-${at % 9}-${hostile}` },
      result: at > 30 && at % 7 === 0 ? 'fine' : `Error ${at % 11}: ${hostile}`,
      outcome: at > 30 && at % 7 === 0 ? 'ok' : 'error',
      exitCode: at > 30 && at % 7 === 0 ? 0 : 1,
    }),
    'many prompts': (at) => ({
      tool: 'Edit',
      params: { file_path: `other-${at}/${'漢"'.repeat(30)}.ts`, old_string: 'a', new_string: `${at}` },
      result: 'ok',
      ...(at % 3 === 0
        ? {
            prompt: repeat(40, (path) => bash(`${at}/${path}/${'x漢'.repeat(100)}.ts`, ''))
              .map(({ params }) => JSON.stringify(params))
              .join(' '),
          }
        : {}),
    }),
  };

  it.each(Object.entries(steps))('stays within the budget of each observer, and with it the whole snapshot: %s', (_, make) => {
    const calls = makeCalls(repeat(60, (at) => make(at))).map((call, at) => ({
      ...call,
      id: `call-of-26-characters-${at}`.padEnd(26, 'x'),
      resultRecordId: `result-26-characters-${at}`.padEnd(26, 'x'),
    }));
    for (const set of [defaults, makeSet('reference'), makeSet('default', { error_cascade: { consecutive_threshold: 7 } })]) {
      const turnEnds = calls.map(({ callIndex }) => ({
        callIndex,
        answerId: `answer-of-26-characters-${callIndex}`,
        answer: hostile,
        atMs: 1,
      }));
      let fold = startReducer(set, about);
      for (let at = 0; at < calls.length; at += 1) {
        ({ state: fold } = reduceCalls(set, about, fold, calls.slice(at, at + 1), turnEnds));
        const { slices, ...shared } = fold;
        expect(bytesOf(shared)).toBeLessThanOrEqual(maxSharedStateBytes);
        for (const [index, { kind }] of set.observers.entries())
          expect(bytesOf(slices[index]), kind.id).toBeLessThanOrEqual(kind.maxStateBytes);
        expect(bytesOf(takeSnapshot(set, about.sessionId, fold))).toBeLessThanOrEqual(computeMaxSnapshotBytes(set));
      }
    }
  });
});

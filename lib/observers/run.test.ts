import { describe, expect, it } from 'vitest';
import { about, bash, bashFails, buildTurnEnds, edit, makeCalls, read, repeat, type Step } from './__fixtures__/make-calls.ts';
import type { ObserverEntry } from '../domain/observer-config.ts';
import { toDetections } from '../observations/detection.ts';
import { diffAssessments } from './diff.ts';
import { computeEpisodes } from './episodes.ts';
import { observeCall } from './observe-call.ts';
import { makeObserverSet, defaultConfig, type AssessmentDraft, type ObserverSet } from './observer-set.ts';
import { observerKinds } from './registry.ts';
import { reduceCalls, startReducer } from './run.ts';

const entry = (one: Partial<ObserverEntry>): ObserverEntry => ({
  observer: 'stall',
  preset: 'default',
  enabled: true,
  parameters: {},
  output_path: 'a.md',
  ...one,
});
const make = (entries: readonly Partial<ObserverEntry>[], stillAfterCalls = 25): ObserverSet => {
  const made = makeObserverSet({ observers: entries.map(entry), feedback: { write_file: true, still_after_calls: stillAfterCalls } });
  if (!made.set) throw new Error(JSON.stringify(made.problems));
  return made.set;
};
const fold = (set: ObserverSet, steps: readonly Step[]) => reduceCalls(set, about, startReducer(set, about), makeCalls(steps));
const tests = (): Step => bashFails('npm test', '1 failed');
const pass = (): Step => bash('npm test', '1 passed');
const line = ({ callIndex, telling, findings, ended }: AssessmentDraft): string =>
  `#${callIndex} ${telling ?? '-'} ${findings.map((one) => `${one.standing} ${one.severity} ${one.callCount}`).join()} ended ${ended.map((one) => one.callCount).join()}`;

describe('what is said when', () => {
  it('is told when it is new, when it rises, and when it still stands after a while', () => {
    const steps = [...repeat(40, tests), ...repeat(14, (at) => read(`src/${at}.ts`, `${at}`))];
    expect(fold(make([{}]), steps).assessments.map(line)).toEqual([
      '#3 new new caution 3 ended ',
      '#6 rises rises warning 6 ended ',
      '#31 still still warning 31 ended ',
      '#50 -  ended 40',
    ]);
  });

  it('is never told again where that is off', () => {
    expect(fold(make([{}], 0), repeat(200, tests)).assessments.map(({ callIndex }) => callIndex)).toEqual([3, 6]);
  });

  it('stands until none of it is left in the window, and is not found anew in between', () => {
    const steps = repeat(12, (at) => [tests(), ...repeat(3, (other) => read(`src/${at}-${other}.ts`, `${at}${other}`))]);
    expect(fold(make([{}]), steps).assessments.map(({ telling }) => telling)).toEqual(['new', 'rises', 'still']);
  });

  it('ends with the count that it had', () => {
    const { assessments } = fold(make([{}]), [...repeat(5, tests), edit('src/a.ts', '1', '2'), pass()]);
    expect(assessments.map(line)).toEqual(['#3 new new caution 3 ended ', '#7 -  ended 5']);
  });

  it('says what was wasted, and what is not known', () => {
    const { assessments } = fold(
      make([{}]),
      repeat(4, () => ({ ...tests(), tokens: 50, costUsd: null, durationMs: 2_000 })),
    );
    expect(assessments.at(-1)?.findings[0]?.waste).toEqual({ calls: 2, tokens: 100, durationMs: 4_000, costUsd: null });
  });

  it('does not know what calls cost whose responses are counted on calls of something else', () => {
    const wasteOf = (paidBefore: (at: number) => number) => {
      const steps = repeat(4, (at) => ({ ...tests(), ...(paidBefore(at) > 0 && { tokens: 0, costUsd: 0, paidBefore: paidBefore(at) }) }));
      return fold(make([{}]), steps).assessments.at(-1)?.findings[0]?.waste;
    };
    expect(wasteOf(() => 0)).toMatchObject({ calls: 2, tokens: 200, costUsd: 0.002 });
    expect(wasteOf((at) => (at === 2 ? 1 : 0))).toMatchObject({ calls: 2, tokens: 100, costUsd: 0.001 });
    expect(wasteOf((at) => (at === 2 ? 3 : 0))).toMatchObject({ calls: 2, tokens: null, costUsd: null });
  });

  it('knows what calls cost whose response began with one of them, though it is named no more', () => {
    const steps = repeat(40, (at) => ({ ...tests(), ...(at > 8 && { tokens: 0, costUsd: 0, paidBefore: at - 8 }) }));
    const still = fold(make([{}]), steps).assessments.at(-1);
    expect(still).toMatchObject({ callIndex: 31, findings: [{ waste: { calls: 30, tokens: 800 } }] });
  });

  it('counts the calls of a cycle beyond its first round', () => {
    const { assessments } = fold(
      make([{}]),
      repeat(3, () => [tests(), read('src/a.ts', 'a')]),
    );
    expect(assessments.at(-1)?.findings[0]).toMatchObject({ category: 'Cycle', callCount: 5, calls: [1, 2, 3, 4, 5], waste: { calls: 3 } });
    expect(assessments.at(-1)?.findings[0]?.records).toHaveLength(10);
  });
});

describe('cadence', () => {
  it('is each observer’s own: one that runs often does not starve another', () => {
    const seed = make([
      {
        preset: 'reference',
        trigger: { every_n_calls: 5, after_consecutive_errors: null, every_n_seconds: null, on_every_call: false, on_turn_end: false },
        parameters: { window_size: 5 },
      },
      { observer: 'drift', preset: 'reference' },
    ]);
    const { assessments, state: end } = fold(
      seed,
      repeat(20, (at) => bash(`echo ${at}`, `${at}`)),
    );
    expect(assessments.map(({ observer, callIndex }) => `${observer} ${callIndex}`)).toEqual([
      'stall 5',
      'stall 10',
      'drift 10',
      'stall 15',
      'stall 20',
      'drift 20',
    ]);
    expect(end.slices.map(({ state }) => state.totalAssessments)).toEqual([4, 2]);
  });

  it('follows the times of the records', () => {
    const set = make([
      {
        preset: 'reference',
        trigger: { every_n_calls: null, after_consecutive_errors: null, every_n_seconds: 60, on_every_call: false, on_turn_end: false },
        parameters: { window_size: 2 },
      },
    ]);
    const { assessments } = fold(
      set,
      repeat(20, (at) => bash(`echo ${at}`, `${at}`)),
    );
    expect(assessments.map(({ callIndex }) => callIndex)).toEqual([2, 8, 14, 20]);
  });

  it('has no run without a condition', () => {
    const set = make([
      { trigger: { every_n_calls: 0, after_consecutive_errors: 0, every_n_seconds: 0, on_every_call: false, on_turn_end: false } },
    ]);
    expect(fold(set, repeat(9, tests)).assessments).toEqual([]);
  });
});

describe('a configuration', () => {
  it('names what is wrong with it, and where', () => {
    const feedback = { write_file: true, still_after_calls: 25 };
    const { problems } = makeObserverSet({
      observers: [entry({ observer: 'stal' }), entry({ parameters: { window: 3, window_size: 1 } }), entry({})],
      feedback,
    });
    expect(problems.map(({ path }) => path.join('.'))).toEqual([
      'observers.0.observer',
      'observers.1.parameters.window_size',
      'observers.1.parameters.window',
      'observers.2.observer',
    ]);
  });

  it('has a key that says how assessments are made', () => {
    const keyOf = (one: Partial<ObserverEntry>): string => make([one]).key;
    expect(keyOf({ parameters: { window_size: 10 } })).toBe(keyOf({}));
    expect(keyOf({ output_path: 'other.md' })).toBe(keyOf({}));
    expect(
      new Set([keyOf({}), keyOf({ preset: 'reference' }), keyOf({ parameters: { window_size: 9 } }), keyOf({ enabled: false })]).size,
    ).toBe(4);
  });

  it('is complete as it comes', () => {
    const enabled = observerKinds.filter(({ offByDefault }) => offByDefault === undefined);
    expect(makeObserverSet(defaultConfig).set?.observers.map(({ kind }) => kind.id)).toEqual(enabled.map(({ id }) => id));
    expect(observerKinds.filter((kind) => !enabled.includes(kind)).map(({ id }) => id)).toEqual(['drift']);
  });
});

describe('findings over assessments', () => {
  const { assessments } = fold(make([{}]), [...repeat(7, tests), edit('src/a.ts', '1', '2'), pass()]);
  const stored = assessments.map((one) => ({ ...one, sentAtMs: one.telling ? 1 : null, superseded: false }));

  it('are episodes from the first call to the end', () => {
    expect(computeEpisodes(stored, [])).toMatchObject([
      { fromCall: 1, toCall: 7, assessedAt: [3, 6], sentAt: [3, 6], endedAtCall: 9, finding: { severity: 'warning', callCount: 7 } },
    ]);
    expect(
      computeEpisodes(
        stored.slice(0, 1),
        fold(make([{}]), repeat(5, tests)).state.slices.flatMap(({ standing }) => standing),
      ),
    ).toMatchObject([{ toCall: 5, endedAtCall: null, finding: { callCount: 5 } }]);
    expect(
      computeEpisodes(
        stored.map((one) => ({ ...one, superseded: true })),
        [],
      ),
    ).toEqual([]);
  });

  it('are one episode where one ends and goes on with partly the same calls', () => {
    const failed = (at: number): Step => bashFails(`node ${'abcdefgh'[at]}.js`, at % 2 === 0 ? 'Error: one' : 'Error: other');
    const worked = (at: number): Step => bash(`ls part-${at}`, `${'abcdefgh'[at]}`);
    const steps = [...repeat(5, (at) => [failed(at), worked(at)]), worked(6), failed(6), worked(7)];
    const made = fold(make([{}]), steps);
    expect(made.assessments.map(line)).toEqual([
      '#9 new new caution 5 ended ',
      '#11 -  ended 5',
      '#12 - still caution 5 ended ',
      '#13 -  ended 5',
    ]);
    expect(made.state.findings).toBe(1);
    const all = made.assessments.map((one) => ({ ...one, sentAtMs: null, superseded: false }));
    expect(computeEpisodes(all, [])).toMatchObject([{ fromCall: 1, toCall: 12, assessedAt: [9, 12], endedAtCall: 13 }]);
  });

  it('are two episodes where the second rests on none of the calls of the first', () => {
    const steps = [...repeat(3, tests), pass(), ...repeat(3, tests), pass()];
    const all = fold(make([{}]), steps).assessments.map((one) => ({ ...one, sentAtMs: null, superseded: false }));
    expect(computeEpisodes(all, []).map(({ fromCall, toCall, endedAtCall }) => [fromCall, toCall, endedAtCall])).toEqual([
      [1, 3, 4],
      [5, 7, 8],
    ]);
  });

  it('are one episode where a change does not help, and one where what failed keeps failing after something else succeeded', () => {
    const edited = [...repeat(3, tests), edit('src/a.ts', '1', '2'), ...repeat(3, tests), pass()];
    const renders = (layer: string): Step =>
      bashFails(`mapforge render ${layer}.yml`, `Error: station has no position (layer ${layer})`, 2);
    const looked = [
      ...['a', 'b', 'c'].map(renders),
      read('layers.yml', 'a'),
      ...['d', 'e'].map(renders),
      bash('mapforge render f.yml', 'ok'),
    ];
    for (const [observer, steps, span] of [
      ['stall', edited, [1, 7, 8]],
      ['error_cascade', looked, [1, 6, 7]],
    ] as const) {
      const all = fold(make([{ observer }]), steps).assessments.map((one) => ({ ...one, sentAtMs: null, superseded: false }));
      expect(computeEpisodes(all, []).map(({ fromCall, toCall, endedAtCall }) => [fromCall, toCall, endedAtCall])).toEqual([span]);
    }
  });

  it('are one for each unchecked finish, also where two turns end with an edit of the same file', () => {
    const ends = (prompt: string, to: string): Step => edit('src/header.tsx', 'a', to, { prompt, answer: 'Done.' });
    const steps = [ends('Make it white.', 'b'), ends('Still dark.', 'c')];
    const set = make([{ observer: 'unverified_finish' }]);
    const { assessments } = reduceCalls(set, about, startReducer(set, about), makeCalls(steps), buildTurnEnds(steps));
    const all = assessments.map((one) => ({ ...one, sentAtMs: null, superseded: false }));
    expect(computeEpisodes(all, []).map(({ fromCall, toCall }) => [fromCall, toCall])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    const ids = all.flatMap((made) => toDetections(made, 'app', 0).map(({ observationId }) => observationId));
    expect(new Set(ids).size).toBe(2);
  });

  it('are compared between two of them', () => {
    const [first, second, last] = assessments.map((one) => [one]);
    const changes = (a: AssessmentDraft[] = [], b: AssessmentDraft[] = []): string[] => diffAssessments(a, b).map(({ change }) => change);
    expect([changes([], first), changes(first, second), changes(second, first), changes(first, first), changes(second, last)]).toEqual([
      ['new'],
      ['rises'],
      ['eases'],
      ['still'],
      ['gone'],
    ]);
  });
});

describe('a call as observers see it', () => {
  const see = (step: Step) => {
    const [call] = makeCalls([step]);
    if (!call) throw new Error('one call');
    return observeCall(call, about);
  };

  it.each<[string, Step, readonly string[]]>([
    ['git status asks', bash('git status', 'clean'), ['polls']],
    ['tests check', bash('cd web && npm run test:unit -- --run', 'ok'), ['checks']],
    ['a search that found nothing', bashFails('grep -r foo src', ''), ['finds_nothing']],
    ['a redirection into nothing changes nothing', bash('ls src 2>/dev/null', 'a'), []],
    ['a redirection into a file', bash('echo x > a.txt', ''), ['changes']],
    ['sed in place', bash("sed -i 's/a/b/' src/a.ts", ''), ['changes']],
    ['sed that prints', bash("sed -n '1,9p' src/a.ts", 'a'), []],
    ['a failed edit', { ...edit('src/a.ts', 'a', 'b'), outcome: 'error' }, []],
    ['no arguments and no result', { tool: 'x', params: {}, result: null, outcome: 'running' }, ['no_arguments', 'no_result']],
  ])('%s', (_, step, traits) => {
    expect(see(step).traits).toEqual(traits);
  });

  it('has paths relative to the session’s folder', () => {
    expect(see(read('/home/dev/app/src/../lib/a.ts', 'a')).paths).toEqual(['lib/a.ts']);
    expect(see(read('/home/dev/application/a.ts', 'a')).paths).toEqual(['/home/dev/application/a.ts']);
    expect(see(bash('cat > src/new.ts <<EOF\nx\nEOF', '')).paths).toEqual(['src/new.ts']);
    const scope = see({ ...read('x', 'x'), prompt: 'See https://a.b/c.ts, then fix `src/a.ts` and docs/.' }).promptScope;
    expect(scope).toEqual({ change: ['src/a.ts', 'docs'], keep: [] });
  });

  it('tells what failed in a line', () => {
    expect(see(bashFails('x', '=== FAILURES ===\nsome text\nError: no such file')).error).toBe('Error: no such file');
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { about, bash, edit, makeCalls, read } from './__fixtures__/make-calls.ts';
import { makeObserverSet, defaultConfig } from './observer-set.ts';
import { reduceCalls, startReducer } from './run.ts';

const { set } = makeObserverSet(defaultConfig);
if (!set) throw new Error('the usual configuration is valid');

const observe = (calls: ReturnType<typeof makeCalls>) => reduceCalls(set, about, startReducer(set, about), calls).assessments;

it('lets a repetition stand until none of its calls is left in the window, whatever else is found meanwhile', () => {
  const files = ['a', 'b', 'c', 'd', 'e'] as const;
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...files), { minLength: 20, maxLength: 60 }), (order) => {
      const calls = makeCalls(order.map((file) => read(`src/${file}.ts`, `export const ${file} = 1;`)));
      for (const { callIndex, ended, findings } of observe(calls)) {
        for (const { category, calls: cited } of ended.filter((one) => one.category === 'Repetitive Pattern')) {
          if (findings.some((one) => one.category === 'Cycle')) continue;
          expect(cited.at(-1), `${category} at #${callIndex} of ${order.join('')}`).toBeLessThanOrEqual(callIndex - 10);
        }
      }
    }),
    { numRuns: 200 },
  );
});

it('tells two places of one file that are changed there and back', () => {
  const [there, back] = [edit('src/a.ts', 'one', 'two'), edit('src/a.ts', 'two', 'one')];
  const [other, otherBack] = [edit('src/a.ts', 'left', 'right'), edit('src/a.ts', 'right', 'left')];
  const said = observe(makeCalls([there, other, back, otherBack, there, other]));
  const subjects = new Set(
    said
      .flatMap(({ findings }) => findings)
      .filter(({ category }) => category === 'Oscillation')
      .map(({ subject }) => subject),
  );
  expect(subjects.size).toBe(2);
});

it('names the whole command and the name of a file in its titles', () => {
  const command = `npx vitest run ${'packages/web/src/'.repeat(3)}parse-line.test.ts --reporter=dot`;
  const file = `/home/dev/${'a-folder-of-many-words/'.repeat(6)}parse-line.test.ts`;
  const titlesOf = (step: Parameters<typeof makeCalls>[0][number]) =>
    observe(makeCalls([step, step, step])).flatMap(({ findings }) => findings.map(({ title }) => title));
  expect(titlesOf(bash(command, 'ok'))).toEqual([`Bash ${command}: same result, 3 times`]);
  const [title = ''] = titlesOf(read(file, 'export'));
  expect(title).toMatch(/^Read \/home\/dev\/.*….*\/parse-line\.test\.ts: same result, 3 times$/u);
});

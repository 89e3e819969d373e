import fc from 'fast-check';
import { bash, bashFails, edit, grep, patch, read, shell, stdin, write, type Step } from './make-calls.ts';

const few = fc.constantFrom('a', 'b', 'c');
const file = fc.constantFrom('src/a.ts', 'src/b.ts', '/home/dev/app/lib/c.ts', 'Makefile', '/tmp/x');

/** Few kinds of calls over few files, so that loops, cascades and drift come about often. */
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(file, few).map(([path, text]) => read(path, text)),
  few.map((text) => grep(text, text)),
  fc.tuple(file, few, few).map(([path, from, to]) => edit(path, from, to)),
  fc.tuple(file, few).map(([path, text]) => write(path, text)),
  fc.tuple(file, few, few).map(([path, from, to]) => patch(path, from, to)),
  few.map((text) => bashFails('npm test', text)),
  few.map((text) => bashFails(`node ${text}.js`, `Error: ${text}`)),
  few.map((text) => bash(`ls ${text}`, text)),
  few.map((text) => shell(`cat ${text}`, text)),
  few.map((text) => stdin(text)),
  fc.constant<Step>({ tool: 'WebFetch', params: { url: 'https://example.org' }, result: '503 Service Unavailable', outcome: 'error' }),
  fc.constant<Step>({ tool: 'Bash', params: { command: 'rm -rf x' }, result: 'no', outcome: 'rejected' }),
  fc.constant<Step>({ tool: 'mcp__x__y', params: {}, result: null, outcome: 'running' }),
);

const prompts = fc.option(fc.constantFrom('Mend src/a.ts.', 'Go on.', 'Look at lib/ and the Makefile.'), { nil: undefined, freq: 12 });

const answers = fc.option(fc.constant('Done.'), { nil: undefined, freq: 8 });

const prompted: fc.Arbitrary<Step> = fc
  .tuple(step, prompts, answers, fc.option(fc.constant(true), { nil: false, freq: 6 }))
  .map(([one, prompt, answer, joins]) => ({
    ...one,
    joins,
    ...(prompt !== undefined && { prompt }),
    ...(answer !== undefined && { answer }),
  }));

/** Short patterns, each repeated: what observers look for. */
export const someSteps: fc.Arbitrary<Step[]> = fc
  .array(fc.tuple(fc.array(prompted, { minLength: 1, maxLength: 3 }), fc.integer({ min: 1, max: 7 })), { maxLength: 12 })
  .map((parts) => parts.flatMap(([pattern, times]) => Array.from({ length: times }, () => pattern).flat()));

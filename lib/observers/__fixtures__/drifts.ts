import { drift, silent, type Labelled } from './labelled.ts';
import { bash, edit, grep, patch, read, repeat, write, type Step } from './make-calls.ts';

const row = 'work outside what the prompt names';
const prompt = 'A time-out has to count as unhealthy. All of it is in `internal/rollout/probe.go`.';
const begin: Step[] = [grep('client.Do', 'internal/rollout/probe.go', { prompt }), read('/home/dev/app/internal/rollout/probe.go', 'package rollout')];
const touch = (path: string): Step[] => [read(`/home/dev/app/${path}`, `text of ${path}`), edit(`/home/dev/app/${path}`, `a ${path}`, `b ${path}`)];
const idle = (count: number): Step[] => repeat(count, (at) => bash(`echo step-${'abcdefghijklmnop'[at]}`, `step ${'abcdefghijklmnop'[at]}`));

/** Work in files that have nothing to do with the prompt, and work that only looks like it. */
export const drifts: readonly Labelled[] = [
  {
    row,
    name: 'other files are tidied up instead',
    why: 'Four files are edited, none near the one that was named.',
    steps: [...begin, ...touch('internal/logging/logger.go'), ...touch('Makefile'), ...touch('charts/gantry/values.yaml'), write('/home/dev/app/CHANGELOG.md', '# Changes'), bash('git status --short', ' M Makefile')],
    expected: [drift(10)],
  },
  {
    row,
    name: 'the same with patches',
    why: 'Relative paths of Codex.',
    steps: [
      ...begin,
      patch('internal/logging/logger.go', 'a', 'b'),
      read('Makefile', 'build:'),
      patch('Makefile', 'a', 'b'),
      read('charts/values.yaml', 'x'),
      patch('charts/values.yaml', 'a', 'b'),
      bash('ls docs', 'index.md'),
      patch('web/index.html', 'a', 'b'),
      bash('git diff --stat', '4 files changed'),
    ],
    expected: [drift(10)],
  },
  {
    row,
    name: 'the named file, its test and its folder',
    why: 'That is the task.',
    steps: [...begin, ...touch('internal/rollout/probe.go'), ...touch('internal/rollout/probe_test.go'), ...touch('internal/rollout/limits/time.go'), ...idle(4)],
    expected: silent,
  },
  {
    row,
    name: 'tests and docs that mirror the named file',
    why: 'They are named after it, elsewhere.',
    steps: [
      ...begin,
      ...touch('tests/rollout/test_probe.go'),
      ...touch('docs/probe.md'),
      ...touch('e2e/probe.spec.ts'),
      ...touch('internal/rollout/probe.go'),
      ...idle(4),
    ],
    expected: silent,
  },
  {
    row,
    name: 'far is read, near is edited',
    why: 'Reading is how one learns.',
    steps: [...begin, ...repeat(8, (at) => read(`/home/dev/app/vendor/lib-${at}/x.go`, `x${at}`)), ...touch('internal/rollout/probe.go')],
    expected: silent,
  },
  {
    row,
    name: 'no file is named',
    why: 'The scope is not known.',
    steps: [{ ...read('/home/dev/app/src/a.ts', 'a'), prompt: 'Please tidy up.' }, ...touch('src/b.ts'), ...touch('lib/c.ts'), ...touch('x/d.ts'), ...touch('y/e.ts'), ...idle(3)],
    expected: silent,
  },
  {
    row,
    name: 'a later prompt widens the scope',
    why: 'The person asked for it.',
    steps: [
      ...begin,
      ...touch('internal/rollout/probe.go'),
      bash('go test ./...', 'ok', { prompt: 'Now also internal/logging/, charts/ and the Makefile.' }),
      ...touch('internal/logging/logger.go'),
      ...touch('Makefile'),
      ...touch('charts/values.yaml'),
      ...idle(3),
    ],
    expected: silent,
  },
  {
    row,
    name: 'one neighbour far away',
    why: 'A single other file is no drift.',
    steps: [...begin, ...touch('internal/rollout/probe.go'), ...touch('go.mod'), ...idle(6)],
    expected: silent,
  },
  {
    row,
    name: 'a document is named that says what to do',
    why: 'To carry out a plan is to work outside the plan.',
    steps: [{ ...read('/home/dev/app/PLAN.md', 'do it'), prompt: 'Carry out docs/PLAN.md.' }, ...touch('src/a.ts'), ...touch('lib/b.ts'), ...touch('app/c.ts'), ...touch('web/d.ts'), ...idle(3)],
    expected: silent,
  },
  {
    row,
    name: 'a folder that begins with the same letters',
    why: 'src_old does not lie in src.',
    steps: [
      { ...read('/home/dev/app/src/core/run.ts', 'x'), prompt: 'Fix the loop in src/core/.' },
      ...touch('src/core_old/a.ts'),
      ...touch('src_old/core/b.ts'),
      ...touch('lib/core.d/c.ts'),
      ...touch('scripts/d.ts'),
      ...idle(2),
    ],
    expected: [drift(11)],
  },
];

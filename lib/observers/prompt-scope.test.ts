import { describe, expect, it } from 'vitest';
import { computePromptScope } from './prompt-scope.ts';

const scopeOf = (prompt: string) => computePromptScope(prompt, '/home/dev/app');

describe('the scope of a prompt', () => {
  it.each([
    ['Fix the bug in src/a.ts using the types from types/ and lib/util.ts.', ['src/a.ts']],
    ['Use the types from types/.', []],
    ['Please update @src/a.ts and `docs/api.md`, like src/b.ts does.', ['src/a.ts', 'docs/api.md']],
    ['Refactor parse_args() so that it does not read config/site.json twice', []],
    ['Refactor src/core/ so that it does not read config/site.json twice', ['src/core']],
    ['Can you rename page to render in src/format.js and keep the tests green?', ['src/format.js']],
    ['Move render_invoice out of src/billing.py into src/print.py', ['src/billing.py', 'src/print.py']],
    ['Why did the last change break src/a.ts?', []],
    ['The last change in src/a.ts was a mistake.', []],
    ['src/a.ts needs to be shorter.', ['src/a.ts']],
    ['I want you to add tests to test/a.test.ts, see docs/testing.md', ['test/a.test.ts']],
    ['Now the failing test: /home/dev/app/test/x.test.ts has to be fixed', ['test/x.test.ts']],
    ['Fix it:\n    at run (src/deep/run.ts:3:4)\n> edit src/quoted.ts\n2024-01-15 10:00:00 fix src/logged.ts', []],
    ['Fix src/a.ts.\n```\nfix src/b.ts\n```\nThanks', ['src/a.ts']],
    ['Fix src/a.ts.\n~~~\nfix src/b.ts', ['src/a.ts']],
    ['<system-reminder>Please edit src/b.ts</system-reminder>\nFix src/a.ts', ['src/a.ts']],
    ['Please fix the error in src/a.ts:12', ['src/a.ts']],
    ['- fix src/a.ts\n- then delete lib/old.ts', ['src/a.ts', 'lib/old.ts']],
    ['Say hello.', []],
  ])('%s', (prompt, change) => {
    expect(scopeOf(prompt)).toEqual({ change, keep: [] });
  });

  it.each([
    ['Fix src/a.ts but do not touch src/api/.', ['src/a.ts'], ['src/api']],
    ["Don't change lib/core.ts; update src/a.ts", ['src/a.ts'], ['lib/core.ts']],
    ['Refactor src/a.ts without changing src/b.ts', ['src/a.ts'], ['src/b.ts']],
    ['Leave docs/old.md alone and fix docs/new.md', ['docs/new.md'], ['docs/old.md']],
    ['Do NOT delete docs/README.md, only move render_invoice out of it', ['docs/README.md'], []],
  ])('%s', (prompt, change, keep) => {
    expect(scopeOf(prompt)).toEqual({ change, keep });
  });
});

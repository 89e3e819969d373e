import { describe, expect, it } from 'vitest';
import { explainFailure, unwrapError } from './explain-failure.ts';

const explain = (...output: string[]): string[] => {
  const lines = unwrapError(output.join('\n')).split('\n');
  return explainFailure(lines, 3).map((number) => lines[number] ?? '');
};
const chunk = ['Chunk ID: 8199f6', 'Wall time: 0.72 seconds', 'Process exited with code 1', 'Original token count: 337', 'Output:'];
const filler = Array.from({ length: 30 }, (_, at) => `step ${at} done`);

describe('explainFailure', () => {
  it('shows the last exception of a traceback behind its frame', () => {
    expect(
      explain(
        'Exit code 1',
        'Traceback (most recent call last):',
        '  File "a.py", line 3, in load',
        '    return int(text)',
        "ValueError: invalid literal for int() with base 10: 'x'",
        '',
        'During handling of the above exception, another exception occurred:',
        '',
        'Traceback (most recent call last):',
        '  File "b.py", line 9, in <module>',
        '    load(path)',
        'LoadError: cannot load settings.toml',
      ),
    ).toEqual(['  File "b.py", line 9, in <module>', '    load(path)', 'LoadError: cannot load settings.toml']);
  });

  it('shows the first failed assertion of a test run', () => {
    expect(
      explain(
        ...chunk,
        '',
        '> todo@0.3.0 test',
        '> node --test',
        'ok 1 - adds',
        'not ok 2 - completes',
        '  ---',
        '  duration_ms: 1.2',
        '  error: |-',
        '    Expected 1',
      ),
    ).toEqual(['not ok 2 - completes', '    Expected 1']);
    expect(
      explain(...filler, 'def test_a():', '>       assert f() == 2', 'E       assert 1 == 2', '', 'test_a.py:4: AssertionError'),
    ).toEqual(['E       assert 1 == 2', 'test_a.py:4: AssertionError']);
    expect(
      explain(...filler, "thread 'tests::adds' (417) panicked at src/lib.rs:9:5:", 'left: 1', 'right: 2', 'error: test failed'),
    ).toEqual(["thread 'tests::adds' (417) panicked at src/lib.rs:9:5:", 'left: 1', 'right: 2']);
  });

  it('shows what Jest expected, not its headings', () => {
    expect(
      explain(
        ...['FAIL src/add.test.js', '  ✕ adds (3 ms)', '', '  ● adds', ''],
        ...['    expect(received).toBe(expected) // Object.is equality', '', '    Expected: 4', '    Received: 3', '', '      3 |'],
      ),
    ).toEqual(['  ● adds', '    Expected: 4', '    Received: 3']);
    expect(
      explain(' FAIL  src/add.test.ts > adds', 'AssertionError: expected 3 to be 4', '!!!!!! stopping after 1 failures !!!!!!'),
    ).toEqual([' FAIL  src/add.test.ts > adds', 'AssertionError: expected 3 to be 4']);
  });

  it('shows errors of compilers with their place', () => {
    expect(
      explain('   Compiling shop v0.1.0', 'error[E0433]: failed to resolve: use of undeclared type `Map`', ' --> src/main.rs:3:14', '  |'),
    ).toEqual(['error[E0433]: failed to resolve: use of undeclared type `Map`', ' --> src/main.rs:3:14']);
    expect(explain(...filler, "src/a.ts(3,7): error TS2322: Type 'string' is not assignable.")[0]).toContain('TS2322');
    expect(explain(...filler, "main.c:4:3: error: expected ';'")[0]).toContain("expected ';'");
  });

  it('shows what a shell complains about', () => {
    expect(explain(...chunk, 'zsh: unmatched "')).toEqual(['zsh: unmatched "']);
    expect(explain(...filler, '/bin/bash: line 1: bundle: command not found')).toEqual(['/bin/bash: line 1: bundle: command not found']);
  });

  it('leaves wrappers out, but not what is nothing else', () => {
    expect(explain('<tool_use_error>File has not been read yet.</tool_use_error>')).toEqual(['File has not been read yet.']);
    expect(explain('Exit code 1')).toEqual(['Exit code 1']);
    expect(explain('', '')).toEqual(['', '']);
  });

  it('stays quick on lines without an end', () => {
    const startedAt = performance.now();
    expect(explain('a.'.repeat(1_000_000), ' '.repeat(1_000_000), '-'.repeat(1_000_000))).toHaveLength(2);
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });
});

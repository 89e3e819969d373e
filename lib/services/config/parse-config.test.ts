import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { usualConfig } from '../../observers/observer-set.ts';
import { parseConfig } from './parse-config.ts';

const told = (text: string) => parseConfig(text).problems.map(({ line, key, message }) => `${line} ${key} ${message}`);

describe('parseConfig', () => {
  it.each(['', '# nothing yet\n', 'sinks:\n  - a\n', 'feedback:\n  still_after_calls: 25\n'])(
    'is as usual where nothing else is said: %j',
    (text) => {
      expect(parseConfig(text)).toMatchObject({ config: usualConfig, problems: [] });
    },
  );

  it('takes what is said, and the usual for what is not', () => {
    const text =
      'observers:\n  - observer: drift\n    preset: seed\n    trigger:\n      every_n_calls: 4\nfeedback:\n  write_file: false\n';
    const { config, set } = parseConfig(text);
    expect(config?.observers).toMatchObject([
      { observer: 'drift', preset: 'seed', enabled: true, trigger: { every_n_calls: 4, on_every_call: false } },
    ]);
    expect(config?.feedback).toEqual({ write_file: false, still_after_calls: 25 });
    expect(set?.observers.map(({ kind }) => kind.id)).toEqual(['drift']);
  });

  it.each([
    ['what is no YAML', 'observers:\n  - observer: stall\n   preset: seed\n', /^3  .+/u],
    ['a tab', 'observers:\n\t- observer: stall\n', /^2  .*tab/iu],
    ['a key twice', 'feedback:\n  write_file: true\n  write_file: false\n', /^3  .*unique/iu],
    ['a list at the top', '- observer: stall\n', /^1  Keys such as observers/u],
    ['a slip at the top', '# mine\nobserver:\n  - observer: stall\n', /^2 observer Unknown key observer\. Did you mean observers\?/u],
    [
      'an unknown key of an observer',
      'observers:\n  - observer: stall\n    presets: seed\n',
      /^3 observers\.0\.presets Unknown key presets/u,
    ],
    [
      'an unknown parameter',
      'observers:\n  - observer: stall\n    parameters:\n      windowsize: 5\n',
      /^4 observers\.0\.parameters.*windowsize/u,
    ],
    [
      'a parameter out of bounds',
      'observers:\n  - observer: drift\n  - observer: stall\n    parameters:\n      error_rate_threshold: 3\n',
      /^5 observers\.1\.parameters\.error_rate_threshold .*1/u,
    ],
    ['an unknown observer', 'observers:\n  - observer: stale\n', /^2 observers\.0\.observer .*stale.*error_cascade/u],
    ['an observer twice', 'observers:\n  - observer: stall\n  - observer: stall\n', /^3 observers\.1/u],
    ['a wrong type', 'observers:\n  - observer: stall\n    enabled: maybe\n', /^3 observers\.0\.enabled Not valid: expected boolean/u],
    ['an observer without a name', 'observers:\n  - preset: seed\n', /^2 observers\.0\.observer /u],
    ['a number out of bounds', 'feedback:\n  still_after_calls: -1\n', /^2 feedback\.still_after_calls /u],
    ['an unknown preset', 'observers:\n  - { observer: stall, preset: sead }\n', /^2 observers\.0\.preset .*"default".*"seed"/u],
    [
      'too many aliases',
      `a: &a [1,1]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key, at) => `${key}: &${key} [${`*${'abcdefg'[at]},`.repeat(9)}]`).join('\n')}\n`,
      /alias/iu,
    ],
  ])('tells %s with its line', (_, text, expected) => {
    const [first] = told(text);
    expect(first).toMatch(expected);
    expect(parseConfig(text).set).toBeNull();
  });

  it.each([
    ['lists', `# mine\nsinks: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`, 2],
    ['lists that are left open', `sinks: ${'['.repeat(10_000)}`, 1],
    ['keys in braces', `sinks: ${'{a: '.repeat(10_000)}`, 1],
    ['keys, a line each', Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at)}a:\n`).join(''), 101],
    ['what would still be read', `sinks: ${'['.repeat(100)}${']'.repeat(100)}\n`, 1],
  ])('tells %s that nest too deep, once and in plain words', (_, text, line) => {
    expect(told(text)).toEqual([expect.stringMatching(new RegExp(`^${line}  This nests more than 100 levels deep.*take out`, 'u'))]);
  });

  it('reads what nests less deep', () => {
    expect(told(`sinks: ${'['.repeat(99)}${']'.repeat(99)}\n`)).toEqual([]);
  });

  it('tells every problem, in the order of the lines', () => {
    const text = 'observers:\n  - observer: stall\n    enabled: 3\n    colour: red\nfeedback:\n  write_file: 4\n';
    expect(parseConfig(text).problems.map(({ line }) => line)).toEqual([3, 4, 6]);
  });

  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      'observers:',
      '\n',
      '  ',
      '- ',
      'observer: ',
      'stall',
      '&a ',
      '*a',
      '{',
      '}',
      '[',
      ']',
      '"',
      ': ',
      '!!x ',
      '<<: ',
      '---\n',
      '\u0000',
      '1e999',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (parts) => {
        const { config, problems } = parseConfig(parts.join(''));
        expect(config === null).toBe(problems.length > 0);
      }),
      { numRuns: 500 },
    );
  });
});

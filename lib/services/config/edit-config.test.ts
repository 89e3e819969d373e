import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { defaultOutputPath, type ObserversConfig } from '../../domain/observer-config.ts';
import { defaultConfig } from '../../observers/observer-set.ts';
import { observerKinds } from '../../observers/registry.ts';
import { editConfig } from './edit-config.ts';
import { parseConfig } from './parse-config.ts';

const commented = `# Mine, do not touch.
sinks:
  # where it goes
  - {kind: file,   name: a, path: "a.jsonl"}   # odd spaces

summaries:
  provider: anthropic # only mine
  model: claude-haiku-4-5

observers:
  # The one that matters.
  - observer: stall
    parameters:
      repetition_threshold: 3 # three is enough
      error_rate_threshold: 0.50
  - observer: drift # far away
    enabled: false
feedback:
  still_after_calls: 40 # often
`;

const get = (text: string): ObserversConfig => {
  const { config, problems } = parseConfig(text);
  if (!config) throw new Error(JSON.stringify(problems));
  return config;
};

const withStall = (config: ObserversConfig, parameters: Record<string, unknown>): ObserversConfig => ({
  ...config,
  observers: config.observers.map((entry) => (entry.observer === 'stall' ? { ...entry, parameters } : entry)),
});

describe('editConfig', () => {
  it('changes the one value, and nothing else in the file', () => {
    const changed = withStall(get(commented), { repetition_threshold: 5, error_rate_threshold: 0.5 });
    expect(editConfig(commented, changed)).toBe(
      commented
        .replace('repetition_threshold: 3 #', 'repetition_threshold: 5 #')
        .replace('{kind: file,   name: a, path: "a.jsonl"}   #', '{ kind: file, name: a, path: "a.jsonl" } #'),
    );
  });

  it('adds what is new, takes out what is gone, moves an entry with its comment', () => {
    const config = get(commented);
    const [stall, drift] = config.observers;
    if (!stall || !drift) throw new Error('The file has two observers.');
    const text = editConfig(commented, {
      observers: [
        { ...drift, enabled: true },
        { ...stall, preset: 'reference', parameters: {} },
        ...defaultConfig.observers.filter(({ observer }) => observer === 'error_cascade'),
      ],
      feedback: { write_file: false, still_after_calls: 40 },
    });
    expect(text.slice(text.indexOf('observers:'))).toBe(`observers:
  - observer: drift # far away
    enabled: true
  # The one that matters.
  - observer: stall
    parameters: {}
    preset: reference
  - observer: error_cascade
feedback:
  still_after_calls: 40 # often
  write_file: false
`);
  });

  it('begins a new file with what differs from the usual', () => {
    const off = (name: string): string => {
      const reason = observerKinds.find(({ id }) => id === name)?.offByDefault;
      return reason === undefined ? '' : `    enabled: false # Off by default. ${reason}\n`;
    };
    expect(off('drift')).not.toBe('');
    const others = defaultConfig.observers.flatMap(({ observer }) => (observer === 'stall' ? [] : observer));
    expect(editConfig('', withStall(defaultConfig, { repetition_threshold: 5 })))
      .toBe(`# Configuration of Trajectory Observatory. Keys that are left out have their defaults.

observers:
  - observer: stall
    parameters:
      repetition_threshold: 5
${others.map((id) => `  - observer: ${id}\n${off(id)}`).join('')}`);
  });

  const entry = (observer: string) =>
    fc.record({
      observer: fc.constant(observer),
      preset: fc.constantFrom('default' as const, 'reference' as const),
      enabled: fc.boolean(),
      trigger: fc.option(
        fc.record({
          every_n_calls: fc.option(fc.nat(100)),
          after_consecutive_errors: fc.option(fc.nat(30)),
          every_n_seconds: fc.option(fc.nat(90).map((tenths) => tenths / 10)),
          on_every_call: fc.boolean(),
          on_turn_end: fc.boolean(),
        }),
        { nil: undefined },
      ),
      parameters:
        observer === 'drift'
          ? fc.record({ initial_paths: fc.array(fc.string({ minLength: 1 }), { maxLength: 3 }) }, { requiredKeys: [] })
          : fc.constant({}),
      output_path: fc.constantFrom(defaultOutputPath, 'notes/#1: "quoted".md', '- odd/0x10.md', 'null/yes.md'),
    });
  const configs: fc.Arbitrary<ObserversConfig> = fc.record({
    observers: fc.shuffledSubarray(['stall', 'error_cascade', 'drift']).chain((names) => fc.tuple(...names.map(entry))),
    feedback: fc.record({ write_file: fc.boolean(), still_after_calls: fc.nat(10_000) }),
  });
  const texts = [
    '',
    '# alone\n',
    commented,
    'observers: [{ observer: drift, trigger: { every_n_calls: 3 } }]\nothers: [a]\n',
    'observers: []\n',
    'x: &t { every_n_calls: 3 }\nobservers:\n  - observer: stall\n    trigger: *t\n  - observer: drift\n    trigger: *t\n',
  ];

  it('writes any configuration into any file so that it is read as it was meant, with the comments and keys of others', () => {
    fc.assert(
      fc.property(fc.constantFrom(...texts), configs, configs, (text, first, second) => {
        const once = editConfig(text, first);
        expect(get(once)).toEqual(first);
        const twice = editConfig(once, second);
        expect(get(twice)).toEqual(second);
        expect(editConfig(twice, second)).toBe(twice);
        const { observers: _, feedback: __, ...others } = parse(text) ?? {};
        expect(parse(twice)).toMatchObject(others);
        if (text === commented) expect(twice).toContain('# Mine, do not touch.\nsinks:\n  # where it goes\n');
      }),
      { numRuns: 300 },
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ObserversConfig } from '@/lib/domain/observer-config.ts';
import { defaultConfig } from '@/lib/observers/observer-set.ts';
import { applyChanges, listChanges } from './config-changes.ts';

const entry = (observer: string) =>
  fc.record({
    observer: fc.constant(observer),
    preset: fc.constantFrom('default' as const, 'reference' as const),
    enabled: fc.boolean(),
    trigger: fc.option(
      fc.record({
        every_n_calls: fc.option(fc.nat(9)),
        after_consecutive_errors: fc.constant(null),
        every_n_seconds: fc.constant(null),
        on_every_call: fc.boolean(),
        on_turn_end: fc.boolean(),
      }),
      { nil: undefined },
    ),
    parameters: fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.oneof(fc.nat(5), fc.constant(null), fc.array(fc.string()))),
    output_path: fc.constantFrom('x.md', 'y.md'),
  });
const configs: fc.Arbitrary<ObserversConfig> = fc.record({
  observers: fc.tuple(entry('stall'), entry('drift')),
  feedback: fc.record({ write_file: fc.boolean(), still_after_calls: fc.nat(30) }),
});

describe('changes of a configuration', () => {
  it('lead from one configuration to the other', () => {
    fc.assert(
      fc.property(configs, configs, (before, after) => {
        const reached = applyChanges(before, listChanges(before, after));
        expect(reached).toEqual(after);
        expect(listChanges(reached, after)).toEqual([]);
      }),
    );
  });

  it('made on what somebody else changed, keep what is theirs where it is another value', () => {
    const theirs: ObserversConfig = { ...defaultConfig, feedback: { ...defaultConfig.feedback, still_after_calls: 7 } };
    const mine = applyChanges(defaultConfig, [{ observer: 'stall', field: 'parameters.window_size', before: undefined, after: 5 }]);
    const both = applyChanges(theirs, listChanges(defaultConfig, mine));
    expect(both.feedback.still_after_calls).toBe(7);
    expect(both.observers.find(({ observer }) => observer === 'stall')?.parameters).toEqual({ window_size: 5 });
  });

  it('switch on an observer that is not configured', () => {
    const none = { ...defaultConfig, observers: [] };
    const [stall] = defaultConfig.observers;
    if (!stall) throw new Error('There is an observer.');
    const changes = listChanges(none, { ...none, observers: [stall] });
    expect(applyChanges(none, changes).observers).toEqual([stall]);
  });
});

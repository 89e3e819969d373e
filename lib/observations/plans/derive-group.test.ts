import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observationState } from '../../domain/observation.ts';
import { buildRow } from './__fixtures__/rows.ts';
import { deriveGroup, deriveGroupTriage, findClosing, findLastResolution, type GroupSums } from './derive-group.ts';
import { growGroup, type GroupChange } from './grow-group.ts';
import { noOthers, type ObservationRow } from './rows.ts';

const figure = fc.option(fc.nat(9), { nil: null });
const rows = fc
  .array(
    fc.record({
      state: fc.constantFrom(...observationState.options),
      severity: fc.nat(4),
      cleared: fc.nat(1),
      version: fc.integer({ min: 1, max: 4 }),
      project: fc.constantFrom(null, 'p', 'q'),
      synthetic: fc.nat(1),
      seen: fc.nat(5),
      timed: fc.nat(1),
      lastSeenMs: fc.integer({ min: 50, max: 90 }),
      wasteCalls: figure,
      wasteTokens: figure,
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all) =>
    all.map((over, at): ObservationRow => {
      const isResolved = !['open', 'regressed', 'acknowledged'].includes(over.state);
      const waste = over.wasteCalls === null ? { wasteTokens: null } : {};
      return buildRow({
        ...over,
        ...waste,
        id: `o${at}`,
        sessionId: at === 0 ? '' : `s${at}`,
        firstSeenMs: 40,
        resolvedAtMs: isResolved ? at * 10 : null,
      });
    }),
  );

const derive = (members: readonly ObservationRow[]): GroupSums => {
  const derived = deriveGroup(members);
  if (!derived) throw new Error('The group is empty.');
  return derived;
};

describe('deriveGroup', () => {
  it('says regressed, open or acknowledged while any observation is, else the last resolution', () => {
    fc.assert(
      fc.property(rows, (all) => {
        const { state, severity, open, acknowledged, resolved } = derive(all);
        const standing = all.filter((row) => ['open', 'regressed', 'acknowledged'].includes(row.state));
        const worst = (['regressed', 'open', 'acknowledged'] as const).find((one) => all.some((row) => row.state === one));
        expect(state).toBe(worst ?? all.at(-1)?.state);
        expect(severity).toBe(Math.min(...(standing.length > 0 ? standing : all).map((row) => row.severity)));
        expect([open + acknowledged, open + acknowledged + resolved]).toEqual([standing.length, all.length]);
      }),
    );
  });

  it('does not depend on the order of its observations', () => {
    fc.assert(
      fc.property(rows, (all) => {
        expect(derive(all.toReversed())).toEqual(derive(all));
      }),
    );
  });

  it('reads closings only where all is resolved', () => {
    const fail = () => {
      throw new Error('They were read.');
    };
    expect(deriveGroupTriage([buildRow(), buildRow({ state: 'fixed' })], fail).state).toBe('open');
    expect(() => deriveGroupTriage([buildRow({ state: 'fixed' })], fail)).toThrow('They were read.');
  });

  it('puts what people decided before what an observer withdrew', () => {
    const decided = buildRow({ id: 'a', state: 'false_positive', resolvedAtMs: 10, resolvedBy: 'ada' });
    const withdrawn = buildRow({ id: 'b', state: 'stale', resolvedAtMs: 20, resolvedBy: 'stall' });
    expect(derive([decided, withdrawn]).state).toBe('false_positive');
    expect(derive([decided, { ...withdrawn, resolvedBy: 'bob' }]).state).toBe('stale');
  });

  it('is closed by a resolution that left nothing open, though something opened since', () => {
    const fixed = buildRow({ id: 'a', state: 'fixed', resolvedAtMs: 2_000 });
    expect(findClosing([fixed], noOthers)?.state).toBe('fixed');
    expect(findClosing([fixed, buildRow({ id: 'b', openedAtMs: 2_001 })], noOthers)?.state).toBe('fixed');
    expect(findClosing([fixed, buildRow({ id: 'b', openedAtMs: 2_000 })], noOthers)).toBeNull();
    expect(findClosing([buildRow()], noOthers)).toBeNull();
    expect(findClosing([], { lastResolution: fixed, firstOpenedAtMs: 2_001 })?.state).toBe('fixed');
    expect(findClosing([], { lastResolution: fixed, firstOpenedAtMs: 2_000 })).toBeNull();
  });
});

describe('growGroup', () => {
  /** Changes of a group, and its observations after them. */
  const grow = (before: readonly ObservationRow[], changes: readonly GroupChange[]) => {
    const changed = new Map([...before, ...changes.map(({ to }) => to)].map((row) => [row.id, row]));
    for (const { to } of changes) changed.set(to.id, to);
    const after = [...changed.values()];
    return { grown: growGroup(derive(before), changes, () => findLastResolution(after)), expected: derive(after) };
  };

  it('comes to what a derivation over all of them says when observations are added', () => {
    fc.assert(
      fc.property(rows, rows, (all, others) => {
        const added = others.map((row, at) => ({ from: null, to: { ...row, id: `new${at}`, sessionId: `new${at}` } }));
        const { grown, expected } = grow(all, added);
        expect(grown).toEqual(expected);
      }),
    );
  });

  it('follows observations that are seen again, or return, or leaves them to a derivation', () => {
    const more = fc.record({ seen: fc.nat(5), lastSeenMs: fc.integer({ min: 50, max: 99 }), severity: fc.nat(4), timed: fc.nat(1) });
    let count = 0;
    fc.assert(
      fc.property(rows, fc.array(more, { maxLength: 6 }), fc.constantFrom(null, 'open', 'regressed', 'fixed'), (all, seen, state) => {
        const changes = all.slice(0, seen.length).map((from, at) => {
          const to = {
            ...from,
            ...seen[at],
            ...(state && { state, resolvedAtMs: state === 'fixed' ? 7 : null, version: from.version + 1 }),
          };
          return { from, to };
        });
        const { grown, expected } = grow(all, changes);
        if (!grown) return;
        count += changes.length;
        expect(grown).toEqual(expected);
      }),
    );
    expect(count).toBeGreaterThan(0);
  });
});

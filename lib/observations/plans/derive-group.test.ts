import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observationState } from '../../domain/observation.ts';
import { buildRow } from './__fixtures__/rows.ts';
import { deriveGroup, deriveGroupTriage, findClosing, growGroup } from './derive-group.ts';
import type { GroupRow, ObservationRow } from './rows.ts';

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

const derive = (members: readonly ObservationRow[]): GroupRow => {
  const derived = deriveGroup(members);
  const newest = members.find(({ id }) => id === derived?.newestId);
  if (!derived || !newest) throw new Error('The group is empty.');
  const { fingerprint, observer, observerName, category, title, content } = newest;
  return { ...derived.sums, fingerprint, observer, observerName, category, title, content };
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
    expect(findClosing([fixed])?.state).toBe('fixed');
    expect(findClosing([fixed, buildRow({ id: 'b', openedAtMs: 2_001 })])?.state).toBe('fixed');
    expect(findClosing([fixed, buildRow({ id: 'b', openedAtMs: 2_000 })])).toBeNull();
    expect(findClosing([buildRow()])).toBeNull();
  });
});

describe('growGroup', () => {
  const grow = (before: readonly ObservationRow[], from: ObservationRow | null, to: ObservationRow) => {
    const group = derive(before);
    return growGroup(group, from, to, JSON.parse(group.projects) as string[]);
  };

  it('comes to what a derivation over all of them says, or leaves it to that', () => {
    let grown = 0;
    fc.assert(
      fc.property(rows, rows, (all, others) => {
        const added = { ...(others[0] ?? buildRow()), id: 'new', sessionId: 'new' };
        const group = grow(all, null, added);
        if (!group) return;
        grown += 1;
        const { resolvedAtMs: _, ...expected } = derive([...all, added]);
        // A closed one that joins a closed group is part of how that was closed.
        if (group.open + group.acknowledged > 0) expect(group).toMatchObject(expected);
      }),
    );
    expect(grown).toBeGreaterThan(0);
  });

  it('follows one that is seen again', () => {
    fc.assert(
      fc.property(rows, fc.nat(5), fc.integer({ min: 50, max: 99 }), fc.nat(4), (all, seen, lastSeenMs, severity) => {
        const [from = buildRow(), ...others] = all;
        const to = { ...from, seen, lastSeenMs, severity: Math.min(severity, from.severity) };
        const group = grow(all, from, to);
        if (group) expect(group).toEqual(derive([to, ...others]));
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { observationSeverity, observationState } from '../domain/observation.ts';
import { computeColumns } from '../print/columns.ts';
import { displayStyles, renderDisplay, shareColumns, type Display } from './display.ts';
import { makeObservation } from './__fixtures__/make-observation.ts';

const day = 86_400_000;
const observations = [
  makeObservation({ id: `k7f3qd2wab${'a'.repeat(16)}`, severity: 'critical', project: 'shop', seen: 3, lastSeenAtMs: 8 * day }),
  makeObservation({
    id: `bbbbbbbbbb${'b'.repeat(16)}`,
    state: 'regressed',
    title: 'テストがない',
    observerName: 'Code Quality',
    lastSeenAtMs: 9 * day,
  }),
];
const make = (display: Partial<Display> = {}): Display => ({
  observations,
  total: 6,
  bySeverity: { critical: 1, high: 5 },
  byStatus: { open: 6, acknowledged: 2, resolved: 8 },
  width: 100,
  color: false,
  nowMs: 10 * day,
  ...display,
});

describe('renderDisplay', () => {
  it('shows progress as a bar, and the first that match', () => {
    expect(renderDisplay('progress_bar', make()))
      .toBe(`${'█'.repeat(20)}${'▓'.repeat(5)}${'░'.repeat(15)}  8 resolved, 2 acknowledged, 6 open of 16 observations
1 critical, 5 high
  [critical] k7f3qd2wab Security Reviewer: SQL injection
  [high] bbbbbbbbbb regressed Code Quality: テストがない
  ... and 4 more
`);
  });

  it('puts the figures beside the bar or below it, as there is room', () => {
    const head = (width: number) => renderDisplay('progress_bar', make({ width })).split('\n').slice(0, 2);
    expect(head(80)[0]).toMatch(/^█{13}▓{3}░{9} {2}8 resolved/u);
    expect(head(60)).toEqual([
      `${'█'.repeat(20)}${'▓'.repeat(5)}${'░'.repeat(15)}`,
      '8 resolved, 2 acknowledged, 6 open of 16 observations',
    ]);
  });

  it('shows a table, and leaves columns out where there is no room', () => {
    expect(renderDisplay('table', make({ total: 2, width: 120 })))
      .toBe(`id          severity  status     seen  last seen   observer           project  title
k7f3qd2wab  critical  open          3  2 days ago  Security Reviewer  shop     SQL injection
bbbbbbbbbb  high      regressed     1  1 day ago   Code Quality       –        テストがない
`);
    expect(renderDisplay('table', make({ width: 50 }))).toBe(`id          severity  status     title
k7f3qd2wab  critical  open       SQL injection
bbbbbbbbbb  high      regressed  テストがない
  ... and 4 more
`);
  });

  it('shows one line each', () => {
    expect(renderDisplay('compact', make({ width: 40 }))).toBe(`[critical] k7f3qd2wab Security Reviewer…
[high] bbbbbbbbbb regressed Code Qualit…
  ... and 4 more
`);
  });

  it('colors only when told', () => {
    for (const style of displayStyles) {
      expect(renderDisplay(style, make())).not.toContain('\u001b');
      const colored = renderDisplay(style, make({ color: true }));
      expect(colored).toContain('\u001b[1;31m');
      expect(colored.replaceAll(/\u001b\[[\d;]+m/gu, '')).toBe(renderDisplay(style, make()));
    }
  });

  it('says nothing of nothing, but how far all is where some are there', () => {
    const none = make({ observations: [], total: 0, bySeverity: {} });
    expect(displayStyles.map((style) => renderDisplay(style, { ...none, byStatus: {} }))).toEqual(['', '', '']);
    expect(renderDisplay('table', none)).toBe('');
    expect(renderDisplay('progress_bar', { ...none, byStatus: { resolved: 3 } })).toBe(
      `${'█'.repeat(40)}  3 resolved, 0 acknowledged, 0 open of 3 observations\n`,
    );
  });

  it('shows a dash where it is not known when it was seen', () => {
    const lines = renderDisplay('table', make({ observations: [makeObservation({ lastSeenAtMs: null, firstSeenAtMs: null })] })).split(
      '\n',
    );
    expect(lines[1]).toMatch(/ 1 {2}– {2}/u);
  });

  it('cuts what a title names before what it says of that', () => {
    const long = makeObservation({ title: `Bash npm test -- ${'src/some/deep/folder/'.repeat(4)}: same failure, 8 times` });
    for (const style of ['table', 'compact'] as const) {
      const lines = renderDisplay(style, make({ observations: [long], total: 1, width: 100 })).split('\n');
      expect(lines.find((line) => line.includes('Bash npm'))).toMatch(/…: same failure, 8 times$/u);
    }
  });

  it('keeps to the width and to one line each, whatever is told', () => {
    const hostile = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }),
      fc.constantFrom('\u001b[2J\r\nrm -rf', '日本'.repeat(99)),
    );
    const any = fc
      .record({
        title: hostile,
        observerName: hostile,
        project: fc.option(hostile, { nil: null }),
        severity: fc.constantFrom(...observationSeverity.options),
        state: fc.constantFrom(...observationState.options),
        seen: fc.nat(),
        lastSeenAtMs: fc.option(fc.nat(20 * day), { nil: null }),
      })
      .map(makeObservation);
    const width = fc.integer({ min: 72, max: 200 });
    fc.assert(
      fc.property(fc.array(any, { minLength: 1, maxLength: 5 }), width, fc.constantFrom(...displayStyles), (some, columns, style) => {
        const lines = renderDisplay(style, make({ observations: some, total: some.length, width: columns })).split('\n');
        const heads = { progress_bar: 2, table: 1, compact: 0 }[style];
        expect(lines).toHaveLength(some.length + heads + 1);
        for (const line of style === 'table' ? lines.slice(heads) : lines) {
          expect(computeColumns(line)).toBeLessThanOrEqual(columns);
          expect(line).not.toMatch(/[\u0000-\u001f\u202e\u2028]/u);
        }
      }),
    );
  });
});

describe('shareColumns', () => {
  it('gives each part its share, and no part that is there none', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(10_000), { minLength: 3, maxLength: 3 }), fc.integer({ min: 3, max: 60 }), (parts, columns) => {
        const shares = shareColumns(parts, columns);
        const whole = parts.reduce((sum, part) => sum + part, 0);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole === 0 ? 0 : columns);
        for (const [at, part] of parts.entries()) expect((shares[at] ?? 0) > 0).toBe(part > 0);
      }),
    );
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { computeBoundaryCrossing } from './boundary-crossing.ts';
import { minArmSessions, tuneRho } from './confidence-sequence.ts';
import { computeGaussLegendre } from './gauss-legendre.ts';
import { computeSequentialPower, findSmallestEffect, planSampleSize } from './sequential-power.ts';

const repeat = (boundary: number, looks: number): number[] => Array.from({ length: looks }, () => boundary);

describe('crossing a boundary', () => {
  it('has the published levels of repeated tests at 5 %', () => {
    // P. Armitage, C. K. McPherson and B. C. Rowe, JRSS A 132 (1969), table 2. The tests of R's gsDesign (runit.output.R) have half of those
    // for 2, 4, 10 and 20 looks, of one side: 0.042, 0.063, 0.097 and 0.124.
    const published = { 1: 0.05, 2: 0.083, 3: 0.107, 4: 0.126, 5: 0.142, 10: 0.193, 20: 0.248, 50: 0.32 };
    for (const [looks, level] of Object.entries(published))
      expect(computeBoundaryCrossing(repeat(1.96, Number(looks)), 0)).toBeCloseTo(level, 3);
  });

  it('has the published levels and power of group-sequential designs', () => {
    // C. Jennison and B. W. Turnbull, Group Sequential Methods (2000), tables 2.1 to 2.3, 5 looks: Pocock's constant 2.413, O'Brien and
    // Fleming's 2.040 · √(5/k); Pocock's design needs 1.228 times the fixed sample size for a power of 80 %.
    expect(computeBoundaryCrossing(repeat(2.413, 5), 0)).toBeCloseTo(0.05, 4);
    const fleming = [1, 2, 3, 4, 5].map((look) => 2.04 * Math.sqrt(5 / look));
    expect(computeBoundaryCrossing(fleming, 0)).toBeCloseTo(0.05, 4);
    const drift = Math.sqrt(1.228) * (1.959964 + 0.841621);
    expect(computeBoundaryCrossing(repeat(2.413, 5), drift)).toBeCloseTo(0.8, 3);
    expect(computeBoundaryCrossing(repeat(2.413, 5), -drift)).toBeCloseTo(0.8, 3);
  });

  it('has the levels and power that statistics packages publish', () => {
    // R's GroupSeq, tests/testthat/test-GroupSeq.R: equal bounds of 4 looks at 2.5 % on one side. With its other bounds and a drift of 0.5,
    // a trapezoidal rule of 4,001 points in NumPy gives 0.07824921; its own, coarser one 0.0782.
    expect(computeBoundaryCrossing(repeat(2.361263, 4), 0) / 2).toBeCloseTo(0.025, 5);
    expect(computeBoundaryCrossing([4.332634, 2.963129, 2.35902, 2.014057], 0.5)).toBeCloseTo(0.07824921, 7);
    // SAS/STAT, PROC SEQDESIGN, example "Creating Two-Sided Pocock and O'Brien-Fleming Designs": with 4 looks and a power of 90 %, Pocock's
    // design needs 118.3143 % of the information of a fixed sample. Its power leaves out the wrong side, 0.00002.
    const drift = Math.sqrt(1.183143) * (1.959963985 + 1.281551566);
    expect(computeBoundaryCrossing(repeat(2.361298, 4), drift)).toBeCloseTo(0.90002, 5);
  });

  it('integrates polynomials exactly', () => {
    // Nodes and weights of 5 points: M. Abramowitz and I. Stegun, table 25.4.
    const { nodes, weights } = computeGaussLegendre(5);
    expect(nodes[0]).toBeCloseTo(0.906179845938664, 14);
    expect(weights[0]).toBeCloseTo(0.236926885056189, 14);
    expect(nodes.reduce((sum, node, at) => sum + (weights[at] ?? 0) * node ** 8, 0)).toBeCloseTo(2 / 9, 14);
  });
});

describe('planning', () => {
  const design = { power: 0.8, alpha: 0.05, looks: 20 };

  it('plans the sessions that give the power, and finds the effect that they show', () => {
    const n = planSampleSize({ effect: 0.1, sd: 0.9, ...design }) ?? 0;
    const rho = tuneRho(n, design.alpha);
    expect(computeSequentialPower({ effect: 0.1, sd: 0.9, n, rho, ...design })).toBeCloseTo(0.8, 3);
    expect(computeSequentialPower({ effect: -0.1, sd: 0.9, n, rho, ...design })).toBeCloseTo(0.8, 3);
    expect(findSmallestEffect({ sd: 0.9, n, rho, ...design })).toBeCloseTo(0.1, 3);
    // A single test of a fixed size needs ((1.96 + 0.84) · 0.9 / 0.1)² = 636.
    expect(n).toBeGreaterThan(636);
    expect(n).toBeLessThan(2 * 636);
  });

  it('decides falsely at most as often as promised, however many looks', () => {
    for (const looks of [1, 5, 20, 200])
      expect(computeSequentialPower({ effect: 0, sd: 1, n: 400, rho: tuneRho(400, 0.05), alpha: 0.05, looks })).toBeLessThan(0.05);
  });

  it('asks for enough sessions in each arm, and for none that cannot be known', () => {
    expect(planSampleSize({ effect: 10, sd: 0.1, ...design })).toBe(2 * minArmSessions);
    expect(planSampleSize({ effect: 0, sd: 1, ...design })).toBeNull();
    expect(planSampleSize({ effect: 1, sd: 0, ...design })).toBeNull();
    expect(planSampleSize({ effect: 1e-300, sd: 1e300, ...design })).toBeNull();
    expect(findSmallestEffect({ sd: 0, n: 100, rho: 0.1, ...design })).toBeNull();
    expect(findSmallestEffect({ sd: 1, n: 0, rho: 0.1, ...design })).toBeNull();
    expect(computeSequentialPower({ effect: 1, sd: 0, n: 100, rho: 0.1, ...design })).toBeNull();
  });

  it('gives a probability for any experiment', () => {
    const size = fc.double({ min: 1e-9, max: 1e9, noNaN: true });
    fc.assert(
      fc.property(size, size, size, fc.integer({ min: 1, max: 30 }), (effect, sd, n, looks) => {
        const power = computeSequentialPower({ effect, sd, n, rho: tuneRho(n, 0.05), alpha: 0.05, looks });
        expect(power).toBeGreaterThanOrEqual(0);
        expect(power).toBeLessThanOrEqual(1);
      }),
    );
  });
});

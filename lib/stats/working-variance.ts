/**
 * Shortfall and certainty of a variance estimated from residuals, if clusters differ in size. `correction` multiplies Σresidual²,
 * `degrees` are Satterthwaite's degrees of freedom; `shares` are the clusters' parts of the variance by the model, with sum 1.
 */
export type WorkingVariance = { correction: number; degrees: number; shares: readonly number[] };

/** Below this expected share of the variance, one cluster holds nearly all turns, and the others say nothing about its deviation. */
const minExpected = 1e-6;

/**
 * Small-sample adjustment of Σ(sumᵢ − value · nᵢ)² by a random-effects model, var(sumᵢ) = a · nᵢ + b · nᵢ² with a, b ≥ 0 fitted by
 * moments, as G. W. Imbens and M. Kolesár do for regression coefficients (Review of Economics and Statistics 98, 2016, after R. M. Bell
 * and D. F. McCaffrey, Survey Methodology 28, 2002). For k clusters of one size: correction k/(k−1), degrees k−1. `sizes` are positive,
 * at least 2; the residuals are not all 0. Null if one cluster is nearly all.
 */
export const computeWorkingVariance = (sizes: readonly number[], residuals: readonly number[]): WorkingVariance | null => {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const leverages = sizes.map((size) => size / total);
  const variances = fitVariances(leverages, residuals);
  let [sum, first, second, squares, diagonal, leverage] = [0, 0, 0, 0, 0, 0];
  for (const h of leverages) leverage += h * h;
  for (const [at, v] of variances.entries()) {
    const h = leverages[at] ?? 0;
    sum += v;
    first += v * h;
    second += v * h * h;
    squares += v * v;
    diagonal += v * v * (leverage - 2 * h);
  }
  // Expectation and variance of y′My for M = (I − 1h′)(I − h1′), that is Mᵢⱼ = δᵢⱼ − hᵢ − hⱼ + Σh², and cov(y) = diag(v).
  const expected = sum - 2 * first + leverage * sum;
  const spread =
    squares + 2 * diagonal + leverage * leverage * sum * sum + 2 * sum * second - 4 * leverage * sum * first + 2 * first * first;
  if (!(expected > minExpected * sum)) return null;
  // From 1 to k − 1 by definition, if not for rounding errors.
  const degrees = Math.min(sizes.length - 1, Math.max(1, (expected * expected) / spread));
  return { correction: sum / expected, degrees, shares: variances.map((v) => v / sum) };
};

/** a · hᵢ + b · hᵢ² whose Σ and Σ/hᵢ are those of the squared residuals; only the ratio of a to b matters. */
const fitVariances = (leverages: readonly number[], residuals: readonly number[]): number[] => {
  // Squares of the residuals themselves could overflow.
  const largest = residuals.reduce((max, residual) => Math.max(max, Math.abs(residual)), 0);
  let [whole, perSize, squares] = [0, 0, 0];
  for (const [at, h] of leverages.entries()) {
    const squared = ((residuals[at] ?? 0) / largest) ** 2;
    whole += squared;
    perSize += squared / h;
    squares += h * h;
  }
  // a + b · Σh² = whole and a · k + b = perSize, as Σh = 1.
  const determinant = 1 - leverages.length * squares;
  const b = determinant < -1e-9 ? (perSize - leverages.length * whole) / determinant : 0;
  const a = whole - b * squares;
  if (b <= 0) return [...leverages];
  if (a <= 0) return leverages.map((h) => h * h);
  return leverages.map((h) => a * h + b * h * h);
};

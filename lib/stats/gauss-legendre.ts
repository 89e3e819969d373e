/** Nodes in (−1, 1) and weights of a quadrature rule. */
export type Quadrature = { nodes: readonly number[]; weights: readonly number[] };

/**
 * Gauss-Legendre rule with `size` nodes: roots of the Legendre polynomial by Newton's method from the approximation cos(π(i − 1/4)/(size +
 * 1/2)) (M. Abramowitz and I. Stegun, Handbook of Mathematical Functions, 25.4.29 and 22.16.6).
 */
export const computeGaussLegendre = (size: number): Quadrature => {
  const [nodes, weights]: [number[], number[]] = [[], []];
  for (let index = 1; index <= size; index += 1) {
    let node = Math.cos((Math.PI * (index - 0.25)) / (size + 0.5));
    let slope = 1;
    for (let step = 0; step < 20; step += 1) {
      let [previous, value] = [0, 1];
      for (let order = 1; order <= size; order += 1)
        [previous, value] = [value, ((2 * order - 1) * node * value - (order - 1) * previous) / order];
      slope = (size * (node * value - previous)) / (node * node - 1);
      const change = value / slope;
      node -= change;
      if (Math.abs(change) < 1e-15) break;
    }
    nodes.push(node);
    weights.push(2 / ((1 - node * node) * slope * slope));
  }
  return { nodes, weights };
};

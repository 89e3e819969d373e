/** Costs are summed as whole units, so that a sum does not depend on the order in which responses were stored. */
export const costUnitsPerUsd = '1e12';

/** A cost as whole units, in SQL. */
export const costUnits = `CAST(round(cost_usd * ${costUnitsPerUsd}) AS INTEGER)`;

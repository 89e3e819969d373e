/** Without a terminal only very long lines are cut. */
const pipeColumns = 240;
/** Some terminals report no size. */
const defaultColumns = 80;

/** How many columns a line on standard output has. */
export const getOutputColumns = (): number => (process.stdout.isTTY ? process.stdout.columns || defaultColumns : pipeColumns);

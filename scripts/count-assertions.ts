import { appendFileSync } from 'node:fs';
import { afterAll, afterEach, expect } from 'vitest';

/** Adds how many expectations the tests of a file checked to the file that OBSERVATORY_ASSERTIONS names. */
const file = process.env.OBSERVATORY_ASSERTIONS;
if (file !== undefined) {
  let count = 0;
  afterEach(() => void (count += expect.getState().assertionCalls));
  afterAll(() => appendFileSync(file, `${count}\n`));
}

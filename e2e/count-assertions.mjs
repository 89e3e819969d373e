import { writeFileSync } from 'node:fs';

/** Writes how many expectations the browser tests checked, to the file that OBSERVATORY_ASSERTIONS names. */
export default class CountAssertions {
  #count = 0;

  onStepEnd(_test, _result, step) {
    if (step.category === 'expect') this.#count += 1;
  }

  onEnd() {
    const file = process.env.OBSERVATORY_ASSERTIONS;
    if (file) writeFileSync(file, `${this.#count}\n`);
  }

  printsToStdio() {
    return false;
  }
}

let holds = 0;
const held: (() => void)[] = [];

/** Holds back what changes of the archive lead to, while things on the page are about to go; returns what lets it go on. */
export const holdChanges = (): (() => void) => {
  let isHolding = true;
  holds += 1;
  return () => {
    if (!isHolding) return;
    isHolding = false;
    holds -= 1;
    if (holds === 0) for (const run of held.splice(0)) run();
  };
};

/** Runs at once, or when nothing holds changes back any more. */
export const unlessHeld = (run: () => void): void => {
  if (holds > 0) held.push(run);
  else run();
};

let released: Promise<void> = Promise.resolve();
/** Longer than a frame: what was held for is on screen by then. Frames themselves do not come in a hidden tab. */
const frameMs = 50;

/** Holds back the schemas of answers until the first screen of a page is drawn; returns what releases them once it is. */
export const holdSchemas = (): (() => void) => {
  let release = (): void => undefined;
  released = new Promise((resolve) => (release = resolve));
  return () => setTimeout(release, frameMs);
};

/** Await this before loading schemas. */
export const untilSchemasAreReleased = (): Promise<void> => released;

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Script } from 'node:vm';

const script = path.join(import.meta.dirname, 'hook-main.cjs');

const readCache = (): Buffer | undefined => {
  try {
    return readFileSync(script.replace(/cjs$/u, 'cache'));
  } catch {
    return undefined;
  }
};

type Start = (require: NodeJS.Require, folder: string) => void;

// The V8 code cache from the build saves a third of the startup time. Another version of Node.js compiles anew.
const cachedData = readCache();
const compiled = new Script(readFileSync(script, 'latin1'), { filename: script, ...(cachedData && { cachedData }) });
(compiled.runInThisContext() as Start)(createRequire(script), import.meta.dirname);

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

// What V8 made of the program at the build spares a third of the time. Of another version of Node.js, or without it, V8 compiles anew.
const cachedData = readCache();
const compiled = new Script(readFileSync(script, 'latin1'), { filename: script, ...(cachedData && { cachedData }) });
(compiled.runInThisContext() as Start)(createRequire(script), import.meta.dirname);

import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** A module as the product is built, in one file: run through tsx, each function is named anew whenever it is made, which costs a fifth. */
export const importBundled = async <Module>(entry: string): Promise<Module> => {
  // Packages are found from a folder of the project alone.
  const folder = mkdtempSync(path.resolve('dist', 'bench-'));
  try {
    const outfile = path.join(folder, 'module.mjs');
    await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', target: 'node20', packages: 'external' });
    const module: Module = await import(pathToFileURL(outfile).href);
    return module;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

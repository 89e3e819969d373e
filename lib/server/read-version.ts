import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

/** Version in the package.json in `root`. */
export const readVersion = (root: string): string =>
  z.object({ version: z.string() }).parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))).version;

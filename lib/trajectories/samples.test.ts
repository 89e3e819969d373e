import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parseSnapshot, rewriteSnapshot } from './snapshot.ts';

const samples = process.env.OBSERVATORY_SAMPLES;

const reject = z.object({ file: z.string(), about: z.enum(['form', 'python types']) });
const accept = z.object({ file: z.string(), written_again: z.string() });
const loaded = z.object({ files: z.record(z.string(), z.array(z.object({ line: z.int(), round_trip_equal: z.boolean().optional() }))) });

/** Their values depend on the Python class that they are read into. */
const typed = ['accepts/item-number-as-text.json', 'accepts/item-unknown-field.json'];

describe.skipIf(!samples)('weakincentives samples', () => {
  const root = path.join(samples ?? '', 'weakincentives');
  const readText = (file: string): Promise<string> => readFile(path.join(root, file), 'utf8');
  const readIndex = async (file: string): Promise<unknown> => JSON.parse(await readText(file));

  it('refuses what the library refuses for its form, each with its own words', async () => {
    const rejects = z.array(reject).parse(await readIndex('rejects.json'));
    expect(rejects).toHaveLength(42);
    for (const { file, about } of rejects) {
      const reading = parseSnapshot(await readText(file));
      expect('flaws' in reading && reading.flaws.length > 0, file).toBe(about === 'form');
    }
  });

  it('takes what the library takes, and writes it as the library does', async () => {
    const accepts = z.array(accept).parse(await readIndex('accepts.json'));
    expect(accepts).toHaveLength(19);
    for (const { file, written_again: written } of accepts) {
      const again = rewriteSnapshot(await readText(file));
      if (typed.includes(file)) expect(again, file).not.toBeNull();
      else expect(again, file).toBe(written);
    }
  });

  it('gives the same bytes for every line that the library writes back as it was', async () => {
    const { files } = loaded.parse(await readIndex('head/golden-load.json'));
    for (const [file, lines] of Object.entries(files)) {
      const texts = (await readText(`head/${file}`)).split('\n');
      for (const { line, round_trip_equal: isEqual } of lines) {
        const text = texts[line - 1] ?? '';
        expect(rewriteSnapshot(text) === text, `${file} ${String(line)}`).toBe(isEqual ?? false);
      }
    }
  });

  it('takes the lines of all five vintages, and their bytes but for keys that came later', async () => {
    for (const folder of ['nov25', 'nov26tags', 'jan26', 'pre852']) {
      for (const name of (await readdir(path.join(root, folder))).filter((one) => /\.jsonl?$/u.test(one))) {
        for (const text of (await readText(`${folder}/${name}`)).split('\n').filter(Boolean)) {
          const again = rewriteSnapshot(text);
          expect(again, `${folder}/${name}`).not.toBeNull();
          if (text.includes('"policies"')) expect(again).toBe(text);
        }
      }
    }
  });
});

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');
const listPages = (folder: string): string[] =>
  readdirSync(path.join(root, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => path.join(folder, name));

it.each(['.', 'docs', 'docs/decisions'].flatMap(listPages))('%s links only to files that exist', (page) => {
  // Code shows links of other documents.
  const text = readFileSync(path.join(root, page), 'utf8').replaceAll(/^```[\s\S]*?^```|`[^`\n]*`/gmu, '');
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#)(?<file>[^)#\s]+)/gu)].map(({ groups }) => groups?.file ?? '');
  expect(links.filter((link) => !existsSync(path.join(root, path.dirname(page), link)))).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';

/** Phrases that a reader stumbles over, and what to say instead. */
const bannedPhrases: readonly (readonly [phrase: RegExp, instead: string])[] = [
  [/\bout of sight\b/iu, 'archived'],
  [/\bso many\b(?! \w+ that\b)/iu, 'the number, "at most N", or "this many"'],
  [/(?<!\b(?:there|if|there's) )\b(?:is|are|was|were) none\b(?! of (?:our|my|your)\b)/iu, '"is not a …", or "no … found"'],
  [/\bsuch (?:a|an) one\b/iu, 'name the thing'],
  [/\bwhat is there\b/iu, '"the current …", or "existing …"'],
  [/\bleads? nowhere\b/iu, '"doesn\'t work", or "not found"'],
  [/\bgoes by itself\b/iu, '"happens automatically"'],
  [/\b(?:told|said) with\b/iu, '"with additional details", or "reported with"'],
  [/\bnothing was given up\b/iu, '"no failed deliveries"'],
  [/\b(?:all|everything|it|they|are|is) as usual\b/iu, '"default", or "uses defaults"'],
  [/\blived with\b/iu, '"recommended"'],
  [/\b(?:say|says|said) again\b/iu, '"repeat"'],
  [/\b(?:one|two) a line\b/iu, '"one per line"'],
  [/\bwere so already\b/iu, '"unchanged"'],
  [/\bslips? of the pen\b/iu, '"typo"'],
  [/\bas the agent told\b/iu, '"reported by agent"'],
  [/\ba link that stays\b/iu, '"permanent link"'],
  [/\bdecide above what holds\b/iu, '"resolve the conflict above"'],
  [/\bholds? up no others?\b/iu, '"does not delay the others"'],
  [/\bis held against\b/iu, '"counts as", or "is compared with"'],
  [/\bwritten out and put back\b/iu, '"export and restore"'],
  [/\ba further (?:format|observer|engine)\b/iu, '"another", or "add a …"'],
  [/\bwork(?:s|ed|ing)?(?: \w+){0,2} off\b/iu, '"processes", or "drains"'],
  [/(?:\/\*\*?|\/\/|^\s*\*) (?:Of|What) /u, 'the subject first'],
  [/\btaken? up by (?:itself|themselves)\b/iu, '"picked up automatically"'],
];

const skippedFolders = new Set(['node_modules', '__fixtures__', '.next', 'dist', 'demo']);

/** Paths below a folder, of files that people read: docs and product code, without tests and sample data. */
const listFiles = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return skippedFolders.has(entry.name) ? [] : listFiles(file);
    return /\.(?:md|tsx?)$/u.test(entry.name) && !/\.test\.tsx?$/u.test(entry.name) ? [file] : [];
  });

const files = ['README.md', 'CONTRIBUTING.md', ...['docs', 'app', 'components', 'cli', 'lib', 'server', 'db'].flatMap(listFiles)];

describe('the language of docs, messages and comments', () => {
  it.each(bannedPhrases)('does not say %s', (phrase, instead) => {
    const found = files.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, at) => {
          const match = phrase.exec(line);
          return match ? [`${file}:${at + 1} says "${match[0]}": say ${instead}`] : [];
        }),
    );
    expect(found).toEqual([]);
  });
});

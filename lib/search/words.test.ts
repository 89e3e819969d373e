import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { foldIndexed, toLetterPattern } from './words.ts';

/** Letters of these scripts, without those that Unicode got after the index's version of it. */
const knownLetter = /^(?![\u037f\u0528-\u052f\u1c80-\u1c8f])(?=\p{L})[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]$/u;

it('takes letters for the same that the index does', () => {
  const db = new Database(':memory:');
  db.exec("CREATE VIRTUAL TABLE indexed USING fts5(content, tokenize = 'unicode61 remove_diacritics 2')");
  db.exec("CREATE VIRTUAL TABLE terms USING fts5vocab(indexed, 'instance')");
  const insert = db.prepare('INSERT INTO indexed (rowid, content) VALUES (?, ?)');
  // Between two letters, so that what is left out shows.
  for (let code = 0x80; code < 0x2000; code += 1) insert.run(code, `x${String.fromCharCode(code)}x`);
  const terms = db.prepare<[], { doc: number; term: string }>('SELECT doc, term FROM terms').all();
  db.close();
  const letters = Array.from('abcdefghijklmnopqrstuvwxyz', (letter) => ({
    letter,
    same: new RegExp(`^${toLetterPattern(letter)}$`, 'iu'),
  }));
  const wrong = terms.flatMap(({ doc, term }) => {
    const char = String.fromCharCode(doc);
    const [, base] = /^x([a-z])x$/u.exec(term) ?? [];
    const found = letters.filter(({ same }) => same.test(char)).map(({ letter }) => letter);
    const isLeftOut = term === 'xx';
    return isLeftOut === (toLetterPattern(char) === '') && found.join('') === (base ?? '') ? [] : [{ char, term, found }];
  });
  expect(terms.length).toBeGreaterThan(7_000);
  expect(wrong).toEqual([]);

  const folded = terms.map(({ doc, term }) => ({ char: String.fromCharCode(doc), term })).filter(({ char }) => knownLetter.test(char));
  expect(folded.length).toBeGreaterThan(1_500);
  expect(folded.filter(({ char, term }) => term !== `x${foldIndexed(char)}x`)).toEqual([]);
});

import { toStem } from '../search/stem.ts';
import { foldWord, hasUnspaced, splitScripts, toPairs } from '../search/words.ts';

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));

/** Words of English and of reviews that any finding may have. */
const fillers = toSet(
  `a about above across actual actually add added adding after again against all allow allowing allows almost along already also although
  always am an and another any anyone anything appear appears apply approach are aren around as at avoid away based be because been before
  being below better between both but by call called calls can cannot case cases cause causes change clear clearly code come comes
  complete completely consider consistent consistently contain contains could couldn current currently describe describes did didn
  directly do does doesn doing don done due during each easily either else end ensure etc even ever every example exist existing exists
  expect expected explicit explicitly fact few file files find finding first fix follow following for found from full fully function
  functions further general get gets give given gives go goes good had happen happens has hasn have haven having hence here high how
  however i if immediately impact important in inside instead into introduce introduces is isn issue issues it its itself just keep keeps
  kind know known later lead leading leads least leave leaves leaving let lets like likely line lines ll look looks low made main major
  make makes making may me mean means medium method methods might minor missing more moreover most move much must my necessary need needed
  needs never new next no none not note nothing now of off often on once one only onto or original other otherwise our out over own part
  particular perform performs place please point possible possibly potential potentially prefer present prevent previous previously
  probably problem problems proper properly provide provided provides put rather re really reason recommend recommended refactor related
  rely relies remain remains remove replace require required requires result resulting results review risk risks run runs s same section
  see seem seems set several severe should shouldn show shows significant similar simple simply since single so some something somewhere
  sort still such suggest suggested suggestion sure t take takes than that the their them then there therefore these they thing things
  this those though through thus time times to together too two under until unless up us use used useful uses using usually ve version
  very via want wants was wasn way we well were weren what whatever when whenever where whether which while who whole whose why will with
  within without won work works would wouldn yet you your`,
);

/** Words of programming languages: they stand in code, and name nothing in it. */
const keywords = toSet(
  `any array async await bool boolean break case catch class const constructor continue def default delete dict do double else enum error
  except exception export extends false final finally float fn for from func function go if implements import in int integer interface
  lambda let list map match new nil none null number object option package pass print private protected public raise return self select
  set static str string struct super switch this throw throws true try type typeof undefined unwrap use var void where while with yield`,
);

const code = /(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)/gsu;
const quotedName = /(?<![\p{L}\p{N}])(["'])([\w$.:/@-]+(?:\(\))?)\1(?![\p{L}\p{N}])/gu;
const nameOrNumber = /[\p{L}_$][\p{L}\p{N}\p{M}_$]*|\p{N}+(?:\.\p{N}+)*/gu;
/** Numbers of weaknesses and vulnerabilities: `CWE-89`, `CVE-2021-44228`. */
const catalogNumber = /\b(?:CWE|CVE)[- ]?\d[\d-]*\b/gu;

/** Whether a word that stands in prose is an identifier: `get_user`, `getUser`, `MAX_AGE`. */
const isIdentifier = (word: string): boolean => /[^_]_[^_]|\p{Ll}\p{Lu}/u.test(word);

/** The words that a name is made of: `getUser_id2` is `get`, `User`, `id2`. */
const splitName = (name: string): string[] =>
  hasUnspaced(name)
    ? splitScripts(name).flatMap(({ text, isUnspaced }) => (isUnspaced ? toPairs(text) : text))
    : name.split(/[_$]+|(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u).filter((part) => part !== '');

/** Wording of a finding: the stems of its words, and the things that it names. */
export type Wording = {
  /** Stems of the words that carry meaning, those in names among them. */
  words: Set<string>;
  /** Those that also stand outside names. */
  prose: Set<string>;
  /** Identifiers, quoted code and whole numbers: the stems of their parts, by those in one word. */
  names: Map<string, readonly string[]>;
};

const addWords = (text: string, isCode: boolean, { words, prose, names }: Wording): void => {
  for (const { 0: found, index } of text.matchAll(nameOrNumber)) {
    if (fillers.has(found)) continue;
    const isPlain = /^[a-z]+$/u.test(found);
    const isName = isCode || text[index + found.length] === '(' || (!isPlain && (isIdentifier(found) || /^\p{N}{2,}$/u.test(found)));
    const parts = isPlain ? [found] : splitName(found).map(foldWord);
    const stems = parts.map(toStem);
    for (const [at, stem] of stems.entries()) {
      if (fillers.has(parts[at] ?? '')) continue;
      words.add(stem);
      if (!isName) prose.add(stem);
    }
    if (!isName) continue;
    const name = parts.join('');
    if (name.length > 1 && !keywords.has(name)) names.set(stems.join(''), stems);
  }
};

/** Reads the wording of a finding. Text in backticks or quotes counts as named. */
export const readWording = (content: string): Wording => {
  const wording: Wording = { words: new Set(), prose: new Set(), names: new Map() };
  const add = (_: string, __: string, quoted: string): string => {
    addWords(quoted, true, wording);
    return ' ';
  };
  const text = content.replace(catalogNumber, (number) => number.replace(/[- ]/gu, ''));
  addWords(text.replace(code, add).replace(quotedName, add), false, wording);
  return wording;
};

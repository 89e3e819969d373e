/** Scripts by which a language is known, and the letters that show it. Kana and Han: Japanese; Han alone: Chinese. */
const scripts: readonly (readonly [language: string, letters: RegExp])[] = [
  ['Japanese', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['Korean', /\p{Script=Hangul}/gu],
  ['Chinese', /\p{Script=Han}/gu],
  ['a language in Cyrillic letters', /\p{Script=Cyrillic}/gu],
  ['Greek', /\p{Script=Greek}/gu],
  ['Arabic', /\p{Script=Arabic}/gu],
  ['Hebrew', /\p{Script=Hebrew}/gu],
  ['Hindi', /\p{Script=Devanagari}/gu],
  ['Thai', /\p{Script=Thai}/gu],
];

const toSet = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/u));

/** Short words of languages in Latin letters. Words that several of them have, or that stand in code and its errors, are left out. */
const shortWords: readonly (readonly [language: string, words: ReadonlySet<string>])[] = [
  [
    'English',
    toSet(
      `the and is are was were been being this that these those with from which when what where why how has have had does did not can could
      would should please you your my we our it its they them their there into than then because after before all any some also only but
      fix add make remove update write check explain`,
    ),
  ],
  [
    'German',
    toSet(
      `der das und ist nicht ein eine einen einem einer mit auf für wurde wurden werden wird sind auch dass wie warum wenn aber oder nur noch
      nach bei zum zur dem den des durch über keine bitte ich du wir sie er es im vom sich hat haben mach füge behebe prüfe`,
    ),
  ],
  [
    'French',
    toSet(
      `le la les des une dans pour pas que qui avec sur été sont est ce cette ces il elle nous vous je mais ou où donc par plus au aux du
      pourquoi comment veuillez ajoute corrige leur ont était tous`,
    ),
  ],
  [
    'Spanish',
    toSet(
      `el los las una unos para con por que del se fue fueron como más pero este esta estos estas su sus al lo ha han está están sin sobre
      también cuando porque arregla añade muy ya es un en la y`,
    ),
  ],
  [
    'Portuguese',
    toSet(
      `os as uma uns para com por que do da dos das no na nos nas foi foram como mais mas este esta isso seu sua ao não é são está estão sem
      também quando porque corrija adicione um em e`,
    ),
  ],
  [
    'Italian',
    toSet(
      `il lo gli una per con che del della dei delle nel nella non è sono stato stati stata come più ma questo questa suo sua al anche
      quando perché correggi aggiungi ha hanno di un e`,
    ),
  ],
  [
    'Dutch',
    toSet(
      `het een niet van voor zijn werd werden dat deze dit met op aan door naar ook maar als omdat wordt worden heeft hebben bij uit geen
      waarom hoe kan voeg los de en`,
    ),
  ],
];

const codeBlock = /```[\s\S]*?(?:```|$)|`[^`\n]*`/gu;
const asciiWord = /[!-~]+/gu;
/** Paths, addresses, names in code, flags, numbers: they belong to no language. */
const isCode = (word: string): boolean => /[\d_/\\@<>{}=]|[^.:-][.:-][^.:-]/u.test(word);
const maxRead = 20_000;

/** How much of a text speaks for each language: letters of a script, different short words of the others. */
const weigh = (text: string): { letters: number; scripts: Map<string, number>; words: Map<string, number> } => {
  const prose = text
    .slice(0, maxRead)
    .replace(codeBlock, ' ')
    .replace(asciiWord, (word) => (isCode(word) ? ' ' : word))
    .toLowerCase();
  const words = new Set(prose.match(/\p{L}+/gu));
  return {
    letters: prose.match(/\p{L}/gu)?.length ?? 0,
    scripts: new Map(scripts.map(([language, letters]) => [language, prose.match(letters)?.length ?? 0])),
    words: new Map(shortWords.map(([language, known]) => [language, [...known].filter((word) => words.has(word)).length])),
  };
};

/** Every language that a text may be in: one sign is enough. */
const listPossible = (text: string): Set<string> => {
  const { scripts: byScript, words } = weigh(text);
  const possible = new Set([...byScript, ...words].flatMap(([language, count]) => (count > 0 ? [language] : [])));
  if (possible.has('Chinese')) possible.add('Japanese');
  return possible;
};

/** Least share of letters in a script other than Latin, in a text of that script's language: names in code are in Latin. */
const minShare = 0.3;
/** Different short words, and how many times those of the next language: relatives share many. */
const [minWords, minLead] = [4, 1.5];

/** The language that a text is in; null where that is not certain, or the language is not known here. */
export const findLanguage = (text: string): string | null => {
  const { letters, scripts: byScript, words } = weigh(text);
  for (const [language, count] of byScript) {
    const together = language === 'Japanese' && count > 0 ? count + (byScript.get('Chinese') ?? 0) : count;
    if (letters > 0 && together >= letters * minShare) return language;
  }
  const [best, next] = [...words].toSorted(([, a], [, b]) => b - a);
  return best && best[1] >= minWords && best[1] >= (next?.[1] ?? 0) * minLead ? best[0] : null;
};

/**
 * The language of an answer if the prompt is certainly in another one; otherwise null. A prompt may hold text of several languages, such as
 * a log: an answer in any of them is right.
 */
export const findOtherLanguage = (prompt: string, answer: string): string | null => {
  const language = findLanguage(answer);
  if (language === null) return null;
  const possible = listPossible(prompt);
  if (possible.has(language)) return null;
  const isLatin = shortWords.some(([known]) => known === language);
  // A short prompt in Latin letters may be in any of their languages.
  return possible.size > 0 || (!isLatin && /\p{L}/u.test(prompt)) ? language : null;
};

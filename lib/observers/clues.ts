import { isRefused } from '../domain/outcome-names.ts';
import type { CallFacts } from '../session/call-facts.ts';
import type { Work } from '../session/read-work.ts';
import { listCommandWords } from './approach.ts';
import { cyrb53 } from './call-edits.ts';
import { clip } from './clip.ts';
import { findQuestion } from './find-question.ts';
import type { Clues, Trait } from './observed-call.ts';

const maxLines = 16;

/** Commands that print text that others wrote. */
const readers =
  /^(?:cat|bat|head|tail|less|more|grep|rg|ag|sed|awk|echo|printf|find|fd|ls|tree|wc|jq|diff|curl|wget|man|git (?:log|show|diff|grep|blame|commit)|gh|sqlite3|psql)\b/u;
const findAsked = ({ name, summary, resultHead, resultBytes }: CallFacts): string | null => {
  if (resultHead === null || resultHead === '' || name.endsWith('write_stdin') || readers.test(listCommandWords(summary).join(' ')))
    return null;
  if ((resultBytes ?? 0) > resultHead.length * 4) return null;
  const found = findQuestion(resultHead.slice(-1_200));
  return found === null ? null : clip(found.replace(/\d+/gu, '#').trim(), 80);
};

/** Results without any of these are skipped: plain text is searched faster than patterns. */
const missingPhrases = ['o such file', 'cannot access', 'pathspec', 'ENOENT', "can't cd", "can't open"];
const notThere = [
  /(?:cannot access|can't cd to|can't open(?: file)?|cannot open|cannot stat|pathspec) ['"‘]?([\w@+.~/-]+)/u,
  /(?:^|[\s:])([\w@+.~/-]+): No such file or directory/u,
  /no such file or directory: ['"]?([\w@+.~/-]+)/u,
  /ENOENT[^\n']{0,80}'([^'\n]+)'/u,
];

/** A relative path that the command names and that is not there, also where the message names it in full. */
const findMissing = ({ summary, resultHead }: CallFacts): string | null => {
  const text = resultHead?.slice(0, 600) ?? '';
  if (!missingPhrases.some((phrase) => text.includes(phrase))) return null;
  for (const pattern of notThere) {
    const named = pattern.exec(text)?.[1];
    if (named === undefined) continue;
    const words = summary.split(/[\s;&|"'=()<>]+/u);
    const path = words.find(
      (word) => word !== '' && !/^[/~]/u.test(word) && (word === named || (/[/.]/u.test(word) && named.endsWith(`/${word}`))),
    );
    if (path !== undefined) return clip(path, 80);
  }
  return null;
};

const hashLines = (text: string, isCut: boolean): string[] => {
  const lines = text.split('\n', maxLines + 1).slice(0, maxLines);
  let sum = '';
  const hashes = lines.map((line) => (sum = cyrb53(`${sum}\n${line.trimEnd()}`).slice(0, 8)));
  return isCut && lines.length < maxLines ? hashes.slice(0, -1) : hashes;
};

const permission =
  /\b(?:continue|go on|go ahead|proceed|resume|retry|again|anyway|do it|run it|try it|start it|yes|yep|ok(?:ay)?|sure|sorry|my bad|mistake|accident\w*|allow\w*|approve\w*)\b/iu;

/** Null where there are none, as of most calls. `work`: what the call changed and checked. */
export const computeClues = (facts: CallFacts, traits: readonly Trait[], work: readonly Work[]): Clues | null => {
  const { kind, outcome, summary, resultHead, resultBytes, prompt } = facts;
  const aborted = outcome === 'rejected' || outcome === 'interrupted';
  const isShell = kind === 'shell' && resultHead !== null && !isRefused(outcome);
  if (!aborted && !isShell && prompt === null && work.length === 0) return null;
  const clues: Clues = {};
  if (work.length > 0) clues.work = work;
  if (aborted) clues.aborted = true;
  if (prompt !== null && permission.test(prompt.slice(0, 2_000))) clues.allows = true;
  if (isShell) {
    const asks = traits.includes('runs') ? null : findAsked(facts);
    if (asks !== null) clues.asks = asks;
    const missing = findMissing(facts);
    if (missing !== null) clues.missing = missing;
    if (summary.includes('|') && !traits.includes('changes')) clues.lines = hashLines(resultHead, (resultBytes ?? 0) > resultHead.length);
  }
  return Object.keys(clues).length === 0 ? null : clues;
};

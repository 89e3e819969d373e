import { toRelativePath } from '../session/relative-path.ts';
import { isPath } from './call-paths.ts';
import { clip } from './clip.ts';

/** Files and folders that a prompt asks to change, and those that it asks to leave alone. */
export type PromptScope = { change: readonly string[]; keep: readonly string[] };

const pathBytes = 120;
const maxPaths = 16;
/** Places in a prompt where a path is named. More of them are a list. */
const maxNamed = 200;

/** Anything with a slash, and files with the extension of code or documents. */
const named =
  /(?<![\w:/@+.~-])(?:~|\.{1,2}|\/)?[\w@+.-]*(?:\/[\w@+.-]+)+\/?|(?<![\w:/@+.~-])[\w@+.-]+\/(?![\w/])|(?<![\w:/@+.-])(?:Makefile|Dockerfile|Jenkinsfile|Gemfile|Procfile|[\w+-][\w+.-]*\.(?:tsx?|jsx?|mjs|cjs|py|rs|go|rb|java|kt|swift|c|cc|cpp|h|hpp|cs|php|vue|svelte|css|scss|html|md|mdx|json|ya?ml|toml|sql|sh|txt|lock|ini|cfg|xml|proto|gradle|ex|exs|lua|r|jl|dart|scala|zig|tf))\b/gu;

const fence = /(?<![^\n])[ \t]*(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n[^]*?(?:(?<=\n)[ \t]*\1|$)/gu;
const tag = /<(\/?)([a-z][\w-]*)(?:\s[^<>]*)?>/giu;
/** Lines that are pasted: quotations, indented code, stack traces, logs, diffs, and what stands behind a shell prompt. */
const pasted =
  /^(?:\s*>|(?: {4}|\t)(?!\s*(?:[-*•]|\d+[.)])\s)|\s*at \S|\s*File "|\s*-->|\s*\|\s|\s*(?:Traceback|Caused by|Stack trace|Exit code|panicked|thread ')|\s*[\w.]*(?:Error|Exception|Warning)\b\s*[:[(]|\s*(?:error|warning|fatal|npm err!|FAIL|PASS|ERR!|E {2,})\b|\s*[✓✗×✖❯●⎯]|[+-]{3} |@@|diff --git |index [0-9a-f]+|\s*(?:\$|➜|%|>>>|PS [A-Z]:)\s|\S+[$#%] |\[?\d{4}-\d\d-\d\d|\s*\S+:\d+:\d+|[-d][rwx-]{9})/iu;

/** Without elements and what is in them. A tag that nothing closes stays. */
const dropTagged = (prompt: string): string => {
  const closings = new Map<string, number>();
  const elements: { start: number; end: number }[] = [];
  for (const { index, 0: text, 1: slash, 2: name = '' } of [...prompt.matchAll(tag)].reverse()) {
    const end = closings.get(name.toLowerCase());
    if (slash !== '') closings.set(name.toLowerCase(), index + text.length);
    else if (end !== undefined) elements.push({ start: index, end });
  }
  let [kept, from] = ['', 0];
  for (const { start, end } of elements.reverse()) {
    if (start < from) continue;
    kept += `${prompt.slice(from, start)}\n`;
    from = end;
  }
  return kept + prompt.slice(from);
};

/** The words of the person alone. */
const dropPasted = (prompt: string): string =>
  dropTagged(prompt.replace(fence, '\n'))
    .split('\n')
    .filter((line) => !pasted.test(line))
    .join('\n');

const verbs =
  'fix|repair|mend|change|edit|modify|update|rewrite|refactor|rename|move|split|extract|clean(?: up)?|tidy(?: up)?|simplify|implement|add|create|write|make|remove|delete|replace|migrate|convert|extend|improve|adjust|optimi[sz]e|correct|revert|restore|restructure|reorgani[sz]e|translate|insert|append|work (?:on|in|only in|only on)';
/** A verb where it asks for something: at the beginning, behind a request, or behind another verb. */
const request = new RegExp(
  String.raw`(?:^[^\p{L}]*|\b(?:please|and|then|now|also|just|only|you|we|must|should|let's|lets|first|next|finally|not|,)\s+|\b(?:need|needs|have|has|want|like|try|sure|you|us|me|remember)\s+to\s+|\bhelp(?:\s+me)?\s+|[,:]\s*)(?:${verbs})(?=\s)`,
  'giu',
);
/** Phrases that limit where the work is. */
const limit =
  /\b(?:all of (?:it|this|that)|everything|it all) (?:is|lies|sits|belongs) (?:only )?in\b|\b(?:stay|keep|remain) (?:in|inside|within)\b|\b(?:limit(?:ed)?|restrict(?:ed)?|confined?) (?:\w+ ){0,3}to\b/giu;
/** Words in front of something that is named to be read or used. */
const reference =
  /\b(?:using|use[sd]?|with|via|like|see|per|against|following|follow(?:s|ed)?|based on|according to|as in|as|similar to|imports?|imported|calls?|called|defined|declared|described|documented|found|mentioned|copied|copy|reads?|look(?:ing)? (?:at|in|into)|check|run|running|instead of|than|for example|e\.g\.|whether|when|why|how|where|which|that|if|because|since)\b/giu;
const source = /\bfrom\b/giu;
const takesFrom = /\b(?:move|extract|split|remove|delete)\b[^]*$/iu;
const target = /\b(?:in)?to\b/giu;
const keeping =
  /\b(?:do not|don['’]?t|never|without|not|nor)\s+(?:\w+\s+){0,2}?(?:touch\w*|chang\w+|edit\w*|modif\w+|alter\w*|break\w*|rewrit\w+)|\b(?:leave|leaving)\b|\bkeep(?:ing)?\b(?=.*\b(?:as (?:it|they) (?:is|are)|as[- ]is|unchanged|untouched|intact|alone)\b)|\bhands off\b|\bstay out of\b/giu;
const needed = /^[`'")\]]*\s+(?:should|must|needs?|has|have)\b/u;

const lastEnd = (pattern: RegExp, text: string): number =>
  [...text.matchAll(pattern)].reduce((_, found) => found.index + found[0].length, -1);

type Clause = { text: string; isQuestion: boolean };

/** A question asks for a change only where it is a request: `Can you fix …?` */
const splitClauses = (text: string): Clause[] =>
  text.split(/(?<=[.!?;])\s+|\n+/u).flatMap((sentence) => {
    const isQuestion = /\?\s*$/u.test(sentence) && !/^\W*(?:please\W+)?(?:can|could|would|will) you\b/iu.test(sentence);
    return sentence
      .split(/(?:,\s+|(?<![\s,])\s+)(?=(?:but|however|while|except|leaving|without)\b)/iu)
      .map((part) => ({ text: part, isQuestion }));
  });

/** Characters of a clause in front of a path, and behind it, that are looked at. */
const maxAround = 300;

/** Role of a path in the clause that names it. */
const judge = ({ text, isQuestion }: Clause, at: number, end: number): keyof PromptScope | null => {
  const before = text.slice(Math.max(0, at - maxAround), at);
  const [keeps, asks] = [lastEnd(keeping, before), Math.max(lastEnd(request, before), lastEnd(limit, before))];
  if (keeps >= 0 && keeps >= asks) return 'keep';
  if (isQuestion) return null;
  if (asks < 0) return needed.test(text.slice(end, end + maxAround)) ? 'change' : null;
  const since = before.slice(asks);
  const moves = takesFrom.test(before.slice(0, asks));
  const refers = Math.max(lastEnd(reference, since), moves ? -1 : lastEnd(source, since));
  return refers < 0 || (lastEnd(target, since) > refers && lastEnd(reference, since) < 0) ? 'change' : null;
};

type Named = { clause: Clause; text: string; start: number; end: number };

/** Paths that a clause names. `a/b.ts:1:2` is a place in an output. */
const listNamed = (clause: Clause): Named[] =>
  [...clause.text.matchAll(named)]
    .map(({ index, 0: text }) => ({ clause, text, start: index, end: index + text.length }))
    .filter(({ text, end }) => !/\/[\w@+.-]/u.test(text) || !/^\S*:\d+:\d/u.test(clause.text.slice(end, end + maxAround)));

/**
 * Paths that a prompt asks to change and to leave alone, in its own words: not in code fences, quotations, stack traces and logs, and not
 * paths that are named to be read or used (`use the types from types/`). At most 16 of each.
 */
export const computePromptScope = (prompt: string, cwd: string | null): PromptScope => {
  const found = { change: new Set<string>(), keep: new Set<string>() };
  // An @ in front of a path mentions the file.
  const clauses = splitClauses(dropPasted(prompt).replace(/(?<![\w@])@(?=[\w.~/-]+[/.]\w)/gu, ''));
  for (const { clause, text, start, end } of clauses.flatMap(listNamed).slice(0, maxNamed)) {
    const kind = judge(clause, start, end);
    const path = toRelativePath(text.replace(/(?<![.,])[.,]+$/u, ''), cwd);
    if (kind && path !== '' && isPath(path) && found[kind].size < maxPaths) found[kind].add(clip(path, pathBytes));
  }
  return { change: [...found.change], keep: [...found.keep] };
};

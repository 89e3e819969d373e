import { toLastStates, toVisibleOutput } from '../print/visible-text.ts';

/** Lines at the end that are looked at. */
const maxLines = 14;

/** Text that a tool adds before or after the output of a command that it stopped. */
const note =
  /^\s*(?:<\/?[\w-]+>|(?:exit code|command|process|timeout|killed|terminated|signal)\b.{0,80}|\[.{0,20}(?:timed? ?out|killed|terminated).{0,40}\]|\^C)\s*$/iu;
const frame = /^\s*[│┃|╭╰└├]\s?|[│┃]$/gu;
/** A line that is chosen from, or the rest of one. */
const option = /^(?:\s*(?:[❯›»▸▶➤→●○◯◉◻◼☐☑□■⬢⬡✔✓>+*-]{1,3}|\([ x*•●]\)|\[[ x*•]\]|\d+[).:])\s|\s{2,}\S)/u;
/** The one that the cursor is on, and those that a marked one stands among. */
const pointed = /^\s*(?:[❯›»▸▶➤]|>(?=\s))\s*\S/u;
const marked = /^\s*(?:[●◉◼☑■⬢]|\([x*•●]\)|\[[x*•]\])\s*\S/u;
const unmarked = /^\s*(?:[○◯◻☐□⬡]|\( \)|\[ \])\s*\S/u;
const lead = /^\s*[?◆◇❓]\s+\S.{2}/u;

/** Says by which keys something is answered or left. */
const hint =
  /\b(?:use|press|with)\b.{0,20}\barrow(?:[ -]keys?|s)\b|[↑↓].{0,24}\b(?:select|move|navigate|choose|toggle|scroll|up\/down)\b|\b(?:press|hit|push)\s+[[(<'"`]?(?:any key|a key|enter|return|space(?:bar)?)\b|<(?:space|enter|return|tab)>\s+(?:to|for)\b|\b(?:enter|return|space(?:bar)?) to (?:select|submit|confirm|continue|toggle|proceed|accept)\b|\btype to (?:filter|search)\b/iu;
/** A question at the end of a line, with what may be typed or what is taken by default. */
const asking = new RegExp(
  [
    // (y/N), [Y/n/q], (yes/no/[fingerprint]), y/n?
    String.raw`[[(](?:\[?y\]?(?:es)?|\[?n\]?o?|y)(?:\s?[/|,]\s?\[?(?:y(?:es)?|no?|all|a|q(?:uit)?)\]?){0,4}(?:/[^\])]{1,20}\]?)?[\])](?:\s*[:?›>»])?`,
    String.raw`\by(?:es)?\s?/\s?no?\b\s*[:?›>»]?`,
    String.raw`\(y\)es\b.{0,40}\(n\)o\b.{0,40}`,
    String.raw`\byes or no\b\)?\s*[:?]?`,
    String.raw`\b(?:password|passphrase|passcode|username|login|one-time code|verification code|otp|pin)\b[^\n]{0,60}:`,
    String.raw`\b(?:proceed|continue|overwrite|are you sure|replace it|do you want|would you like|ok to)\b[^\n?]{0,80}\?(?:\s*\([^)]{1,24}\)|\s*\[[^\]]{1,24}\])?`,
    String.raw`^\s*[?◆◇]\s.{3,}[?:›»…](?:\s*\([^)]{1,60}\))?`,
    // "? Use TypeScript? › No / Yes", "? Project name › my-app"
    String.raw`^\s*[?◆◇]\s.{3,120}\s[›»❯]\s.{1,80}`,
    String.raw`^\s*(?:please\s+)?(?:enter|type|choose|select|pick|specify) [^\n]{1,80}[:>]`,
    String.raw`\b(?:your |enter )?(?:choice|selection|option|answer)\b.{0,40}[:?>]`,
    // "package name: (app)", "Project name [app]:"
    String.raw`^\s*[A-Za-z][\w '/-]{2,60}: \([^()]{1,60}\)`,
    String.raw`^\s*[A-Za-z?][\w '/?-]{2,60} \[[^[\]]{0,60}\]\s?[:?>]`,
    String.raw`\[[A-Z]\][a-z]{2,12}\b.{0,80}[?:]`,
    String.raw`#\?`,
    // Prompts for a command or the next page.
    String.raw`^\s*(?:>>>|\((?:pdb|gdb|lldb)\)|(?:mysql|mariadb(?: \[[^\]]{0,40}\])?|sqlite|mongo\w*|s?ftp|redis[\w.:]{0,40})>|\w{1,40}[=-][>#])`,
    String.raw`--\s?more\s?--.{0,20}|\(END\)`,
  ]
    .map((part) => `(?:${part})`)
    .join('|')
    .replace(/^/u, '(?:')
    .concat(')\\s*$'),
  'iu',
);
const asksSomething = /(?:\?|\b(?:select|choose|pick|which|what|how|options?|want|like)\b.{0,80}:)\s*(?:\(.{0,60}\))?$/iu;

/** Lines as a terminal shows them: of a line that was drawn over, the last state. */
const listLines = (text: string): string[] =>
  toVisibleOutput(toLastStates(text.replaceAll('\r\n', '\n')))
    .split('\n')
    .map((line) => line.trimEnd().replace(frame, ' ').trimEnd());

/** The question at which a command's output ends and that waits for keys, in one line; null: it ends otherwise. */
export const findQuestion = (text: string): string | null => {
  const lines = listLines(text).filter((line) => line.trim() !== '' && !note.test(line));
  const newest = lines.slice(-maxLines);
  const last = newest.at(-1) ?? '';
  const isRadio = newest.some((line) => unmarked.test(line));
  const from = newest.findIndex((line) => pointed.test(line) || (isRadio && marked.test(line)));
  if (asking.test(last)) return last;
  const hinted = newest.findLastIndex((line) => hint.test(line));
  if (hinted >= 0 && newest.slice(hinted + 1).every((line) => option.test(line) || hint.test(line))) return findAsked(newest, hinted);
  if (from < 0 || !newest.slice(from).every((line) => option.test(line))) return null;
  const asked = newest.slice(0, from).findLast((line) => lead.test(line)) ?? findAbove(newest, from);
  return asked !== null && (lead.test(asked) || asksSomething.test(asked)) ? asked : null;
};

/** The line with a hint, or the question that it belongs to. */
const findAsked = (lines: readonly string[], hinted: number): string => {
  const line = lines[hinted] ?? '';
  if (lead.test(line) || /\?/u.test(line)) return line;
  const above = lines.slice(0, hinted).findLast((one) => lead.test(one) || /\?\s*$/u.test(one));
  return above ?? line;
};

/** The question above the options: the nearest line that asks, else the nearest that is no option. */
const findAbove = (lines: readonly string[], from: number): string | null => {
  const above = lines.slice(0, from);
  const at = above.findLastIndex((line) => !option.test(line));
  return above.slice(Math.max(at, 0)).findLast((line) => asksSomething.test(line)) ?? above[at] ?? null;
};

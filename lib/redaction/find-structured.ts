import { isPassword, isPlaceholder, isStandIn } from './is-plausible.ts';
import type { Secret } from './secret.ts';

/** Finds the part of a match that is secret; null if it is not. */
type FindPart = (match: RegExpExecArray) => { value: string; rule: string } | null;

const quotes = '\\\\{0,8}["\'`]';
const space = '(?:[ \\t]|%20|\\+)';

/** A credential in a header: long, or short with a digit, and nothing that stands for one. */
const isCredential = (value: string): boolean => value.length >= 8 && (/\d/u.test(value) || value.length >= 24) && !isPlaceholder(value);

const isCookiePair = (pair: string): boolean => {
  const value = pair.slice(pair.indexOf('=') + 1);
  return value.length >= 6 && !isPlaceholder(value);
};

/** `pattern` must not try the middle of a run again: every quantifier is bounded or followed by nothing. */
const rules: readonly (readonly [pattern: RegExp, findPart: FindPart])[] = [
  [
    // To the end, or, where that was cut off, as far as the lines go on.
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----))*-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\[nrt]?|["'+,|>]|(?:Proc-Type|DEK-Info|Version|Comment):[^\n\\]{0,100}|\d{1,5}(?=[→:|\t ])|→)*(?:[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/=]{1,76}(?=\\*["'\n]|…|\.{3}|$)))*)/gu,
    ([value]) => ({ value, rule: 'private-key' }),
  ],
  [
    // To the last `@` before the host: a password may hold some.
    /(?<=:\/\/|%3A%2F%2F)([^\s:/?#@"'`<>\\|]{0,100})(?::|%3A)((?!\d{1,5}(?:…|\.{3}))(?:(?!%2F)[^\s/"'`<>\\|[\]{}^]){1,200})(?=@|%40|…|\.{3})/giu,
    ([, user, value = '']) => (isStandIn(value) || value === user ? null : { value, rule: 'url-password' }),
  ],
  [
    new RegExp(`(?:Bearer|DPoP)(?:${space}){1,4}([\\w.~+/=-]{8,})`, 'giu'),
    ([, value = '']) => (isCredential(value) && /\d/u.test(value) ? { value, rule: 'authorization' } : null),
  ],
  [
    new RegExp(
      `authorization(?:${quotes})?\\]?[ \\t]{0,4}(?:[:=,]|%3A)(?:${space}){0,4}(?:[bfr]?${quotes})?(?:(?:Basic|Token|ApiKey|Api-Key|Digest|Negotiate|AWS|SSWS|Key|GenieKey|Bot|OAuth)(?:${space}){1,4})?(?:token=)?(?:${quotes})?([\\w.~+/=:-]{8,})`,
      'giu',
    ),
    ([, value = '']) => (isCredential(value) ? { value, rule: 'authorization' } : null),
  ],
  [
    /set-cookie(?:\\{0,8}["'`])?[ \t]{0,4}[:,][ \t]{0,4}(?:\\{0,8}["'`])?([\w.$-]{1,80}=[^;\s"'`\\]{1,4096})/giu,
    ([, pair = '']) => (isCookiePair(pair) ? { value: pair.slice(pair.indexOf('=') + 1), rule: 'cookie' } : null),
  ],
  [
    /cookie(?<!(?:set-|\w)cookie)(?:\\{0,8}["'`])?[ \t]{0,4}[:,][ \t]{0,4}(?:\\{0,8}["'`])?((?:[\w.$-]{1,80}=[^;\s"'`\\]{0,4096}(?:;[ ]{0,2}|(?=[\s"'`\\]|$)))+)/giu,
    ([, pairs = '']) => (pairs.split(/;\s*/u).some(isCookiePair) ? { value: pairs, rule: 'cookie' } : null),
  ],
  [
    /\bcurl\b[^\n]{0,300}?[ ](?:-u|--user)[ =]?["']?[^\s:"'$<]{1,100}:([^\s"'\\]{3,200})/gu,
    ([, value = '']) => (isPlaceholder(value) ? null : { value, rule: 'password' }),
  ],
  [
    /\b(?:mysql|mysqldump|mysqladmin|mariadb|sshpass|(?:docker|podman) login)\b[^\n]{0,200}?[ ]-p[ ]?["']?([^\s"'\\-][^\s"'\\]{3,200})/gu,
    ([, value = '']) => (isPassword(value, true) ? { value, rule: 'password' } : null),
  ],
  [
    /\becho[ ](?:-n[ ])?["']?([^\s"'$|]{4,200})["']?[ ]{0,4}\|[ ]{0,4}(?:sudo[ ](?:-[a-zA-Z]{1,40}[ ]){0,4}-\w{0,4}S|[^\n|]{1,200}--password-stdin)\b/gu,
    ([, value = '']) => (isPassword(value, true) ? { value, rule: 'password' } : null),
  ],
  [
    /\bmachine\s{1,20}\S{1,200}\s{1,20}(?:(?:login|account)\s{1,20}\S{1,200}\s{1,20}){0,2}password\s{1,20}([^\s"'\\]{4,200})/gu,
    ([, value = '']) => (isPassword(value, true) ? { value, rule: 'password' } : null),
  ],
  [
    // The prompts of `aws configure`.
    /\bSecret Access Key \[[^\]\n]{0,40}\][ \t]{0,4}:[ \t]{0,4}([A-Za-z0-9+/]{16,100}|[A-Za-z0-9+/]{8,}(?=…|\.{3}))/gu,
    ([, value = '']) => ({ value, rule: 'secret-value' }),
  ],
  [
    /X-(?:Amz|Goog)-Signature(?:=|%3D)([0-9a-f]{64,1024}|[0-9a-f]{8,}(?=…|\.{3}))/giu,
    ([, value = '']) => ({ value, rule: 'url-signature' }),
  ],
  [/[?&]sig=([A-Za-z0-9%/+=]{30,}|[A-Za-z0-9%/+=]{8,}(?=…|\.{3}))/gu, ([, value = '']) => ({ value, rule: 'azure-signature' })],
];

/** Private keys, credentials in URLs and headers, cookies, and passwords in command lines. */
export const findStructured = (text: string): Secret[] =>
  rules.flatMap(([pattern, findPart]) => {
    const found: Secret[] = [];
    pattern.lastIndex = 0;
    for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
      const part = findPart(match);
      if (!part) continue;
      const start = match.index + match[0].lastIndexOf(part.value);
      found.push({ start, end: start + part.value.length, rule: part.rule });
    }
    return found;
  });

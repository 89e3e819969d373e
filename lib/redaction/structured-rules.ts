import { findFieldRule } from './find-assigned.ts';
import { isMarkedPassword, isPassword, isPlaceholder, isRandom, isStandIn, isStrongPassword } from './is-plausible.ts';

/** Finds the part of a match that is secret; null if it is not. */
export type FindPart = (match: RegExpExecArray) => { value: string; rule: string } | null;

const quotes = '\\\\{0,8}["\'`]';
const space = '(?:[ \\t]|%20|\\+)';
const newline = '(?:\\r?\\n|\\\\{1,8}n)';
/** A value between quotes or without, to which a group belongs. */
const word = '([^\\s"\'`\\\\]{4,200})';
const inQuery = '(?:[?&]|\\\\{1,8}u0026|&amp;|%26)';

/** A credential in a header: long, or short with a digit, and nothing that stands for one. */
const isCredential = (value: string): boolean => value.length >= 8 && (/\d/u.test(value) || value.length >= 24) && !isPlaceholder(value);

const isCookiePair = (pair: string): boolean => {
  const value = pair.slice(pair.indexOf('=') + 1);
  return value.length >= 6 && !isPlaceholder(value);
};
const findCookies: FindPart = ([, pairs = '']) => (pairs.split(/;\s*/u).some(isCookiePair) ? { value: pairs, rule: 'cookie' } : null);

/** `user:password`, as HTTP encodes it. */
const isBasic = (value: string): boolean => {
  try {
    return /^[\x20-\x39\x3b-\x7e]*:[\x20-\x7e]+$/u.test(atob(value));
  } catch {
    return false;
  }
};

const findValue =
  (rule: string, isSecret: (value: string) => boolean = () => true): FindPart =>
  (match) => {
    const value = match.slice(1).findLast((group: string | undefined) => group !== undefined) ?? '';
    return isSecret(value) ? { value, rule } : null;
  };
/** Any word may be a password there, or, with `findDoubtful`, one with a digit or a symbol. */
const findPassword = findValue('password', (value) => isPassword(value, true));
const findDoubtful = findValue('password', (value) => isPassword(value, false));

/** Words with numbers behind them, as names in code and of files are. */
const isIdentifier = (value: string): boolean => /^(?:[A-Z]?[a-z]{2,20}(?![a-z])\d{0,4}[_.-]?){2,12}$/u.test(value);
const isStrong = (value: string): boolean => isRandom(value.slice(0, 64)) || isStrongPassword(value);

/** Programs that read a password from their input. */
const readers = [
  '(?:sudo[ ])?(?:passwd|smbpasswd|chpasswd|cryptsetup|kinit|kadmin)\\b',
  'sudo[ ](?:-[a-zA-Z]{1,40}[ ]){0,4}-\\w{0,4}S\\b',
  '[^\\n|]{1,200}(?:--password-stdin|--with-token|--passphrase-fd|--passwd-from-stdin)\\b',
  '(?:docker|podman|nerdctl|gh auth|glab auth|helm registry|vault)[ ]login\\b',
  '(?:npx[ ])?(?:wrangler|fly|flyctl|gh|docker|podman|doppler|vercel env|eas)[ ](?:secrets?|add)\\b',
  'pass[ ]insert\\b',
].join('|');
const printing = `\\b(?:echo|printf)[ ](?:-\\w{1,3}[ ]){0,2}(?:${quotes})?(?:%s(?:\\\\{1,8}n)?(?:${quotes})?[ ](?:${quotes})?)?`;

/** Secret that a command is asked for; the rest of its line, and a word alone on the next line. */
const printed = '[^\\n\\\\]{0,120}(?:pass|PASS|secret|SECRET|token|TOKEN|key|KEY|decryption)';
const alone = `[^\\n\\\\]{0,120}(?:${newline})([^\\s"'\`\\\\]{8,400})(?=[ \\t]{0,4}(?:\\r?\\n|\\\\{1,8}[nr]|\\\\{0,8}["'\`]|$))`;
const codeFile =
  '[^\\n\\\\]{0,120}\\.(?:[cm]?[jt]sx?|py|go|rs|rb|java|kts?|swift|c|cc|cpp|h|hpp|cs|php|scala|exs?|erl|hs|ml|lua|r|sh|bash|zsh|ps1|sql|css|scss|html?|vue|svelte|mdx?|rst|lock|csv|svg)\\b';

/** Functions and fields that take a user and a password. */
const logins = '(?:auth|login|credentials?|authentication|authenticate|username_pw_set|UserPassword)';
const quoted = `${quotes}[^"'\`\\n\\\\]{0,100}${quotes}`;

type StructuredRule = readonly [pattern: RegExp, findPart: FindPart];

const findUrlPassword: FindPart = ([, user, value = '']) => (isStandIn(value) || value === user ? null : { value, rule: 'url-password' });

/**
 * A pattern must not try the middle of a run again: every quantifier is bounded or followed by nothing. It begins with letters that are
 * rare, without which it takes ten times as long; what must stand before them is looked for behind.
 */
export const structuredRules: readonly StructuredRule[] = [
  [
    // To the end, or, where that was cut off, as far as the lines go on.
    /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:(?:[^-]|-(?!----))*-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----|(?:(?:\s|\\[nrt]?|["'+,|>]|(?:Proc-Type|DEK-Info|Version|Comment):[^\n\\]{0,100}|\d{1,5}(?=[→:|\t ])|→)*(?:[A-Za-z0-9+/=]{16,}|[A-Za-z0-9+/=]{1,76}(?=\\*["'\n]|…|\.{3}|$)))*)/gu,
    ([value]) => ({ value, rule: 'private-key' }),
  ],
  [new RegExp(`Private-Lines: \\d{1,3}${newline}((?:[A-Za-z0-9+/=]{4,100}${newline}){1,200})`, 'gu'), findValue('private-key')],

  // Addresses.
  [
    // To the last `@` before the host: a password may hold some.
    /:\/\/([^\s:/?#@"'`<>\\|]{0,100})(?::|%3A)((?!\d{1,5}(?:…|\.{3}))[^\s/"'`<>\\|[\]{}^]{1,200})(?=@|…|\.{3})/giu,
    findUrlPassword,
  ],
  [
    // The same in an address that is encoded as a whole.
    /%3A%2F%2F([^\s:/?#@"'`<>\\|]{0,100})(?::|%3A)((?!\d{1,5}(?:…|\.{3}))(?:(?!%2F)[^\s/"'`<>\\|[\]{}^]){1,200})(?=@|%40|…|\.{3})/giu,
    findUrlPassword,
  ],
  [/:\/\/([\w.~+%-]{16,200})@/gu, findValue('url-password', isRandom)],
  [/@(?:tcp|unix)\((?<=:([^\s:@"'`\\]{3,100})@\w{3,4}\()/gu, findValue('url-password', (value) => !isStandIn(value))],
  [
    new RegExp(
      `(?:oracle:thin:|sqlplus|sqlldr|expdp|impdp)(?:[ ]-\\w{1,3}){0,3}[ ]?(?:${quotes})?[\\w$#]{1,30}/([^\\s@"'\`\\\\/]{3,100})@`,
      'gu',
    ),
    findValue('url-password', (value) => !isStandIn(value)),
  ],
  [/X-(?:Amz|Goog)-Signature(?:=|%3D)([0-9a-f]{64,1024}|[0-9a-f]{8,}(?=…|\.{3}))/giu, findValue('url-signature')],
  [
    new RegExp(`${inQuery}Signature=([A-Za-z0-9%/+=~_-]{24,2000})`, 'gu'),
    findValue('url-signature', (value) => isRandom(value.slice(0, 64))),
  ],
  [new RegExp(`${inQuery}sig=([A-Za-z0-9%/+=]{30,}|[A-Za-z0-9%/+=]{8,}(?=…|\\.{3}))`, 'gu'), findValue('azure-signature')],
  [
    new RegExp(`${inQuery}(?:key|appid)=([\\w.~%+/-]{16,200})`, 'giu'),
    ({ 0: whole, 1: value = '' }) =>
      isRandom(value) && (whole.includes('appid') || !/^[0-9a-f-]+$/u.test(value)) ? { value, rule: 'secret-value' } : null,
  ],

  // Headers and cookies.
  [
    new RegExp(`(?:Bearer|DPoP)(?:${space}){1,4}([\\w.~+/=-]{8,})`, 'giu'),
    findValue('authorization', (value) => isCredential(value) && /\d/u.test(value)),
  ],
  [new RegExp(`Basic(?:${space}){1,4}([A-Za-z0-9+/]{8,400}={0,2})`, 'gu'), findValue('authorization', isBasic)],
  [/AUTH (?:PLAIN|LOGIN|XOAUTH2|CRAM-MD5) ([A-Za-z0-9+/]{8,400}={0,2})/gu, findValue('authorization')],
  [
    new RegExp(
      `authorization(?:${quotes})?\\]?[ \\t]{0,4}(?:[:=,]|%3A)(?:${space}){0,4}(?:[bfr]?${quotes})?(?:(?:Basic|Token|ApiKey|Api-Key|Digest|Negotiate|AWS|SSWS|Key|GenieKey|Bot|OAuth|Splunk|Sentry|JWT|Snowflake|sso-key|Klaviyo-API-Key)(?:${space}){1,4})?(?:token=)?(?:${quotes})?([\\w.~+/=:-]{8,})`,
      'giu',
    ),
    findValue('authorization', isCredential),
  ],
  [
    /set-cookie(?:\\{0,8}["'`])?[ \t]{0,4}[:,][ \t]{0,4}(?:\\{0,8}["'`])?([\w.$-]{1,80}=[^;\s"'`\\]{1,4096})/giu,
    ([, pair = '']) => (isCookiePair(pair) ? { value: pair.slice(pair.indexOf('=') + 1), rule: 'cookie' } : null),
  ],
  [
    /cookie(?<!(?:set-|\w)cookie)(?:\\{0,8}["'`])?[ \t]{0,4}[:,][ \t]{0,4}(?:\\{0,8}["'`])?((?:[\w.$-]{1,80}=[^;\s"'`\\]{0,4096}(?:;[ ]{0,2}|(?=[\s"'`\\]|$)))+)/giu,
    findCookies,
  ],
  [
    /(?:-b|--cookie)(?<=\bcurl\b[^\n]{0,300}[ ](?:-b|--cookie))[ =](?:\\{0,8}["'`])?((?:[\w.$-]{1,80}=[^;\s"'`\\]{0,4096}(?:;[ ]{0,2}|(?=[\s"'`\\]|$)))+)/gu,
    findCookies,
  ],
  [
    new RegExp(
      `(?:JSESSIONID|PHPSESSID|ASP\\.NET_SessionId|ASPSESSIONID\\w{1,20}|connect\\.sid|laravel_session|sessionid|user_session|__Secure-[\\w.-]{1,60}|__Host-[\\w.-]{1,60})(?:${quotes})?[ ]?[=:,][ ]?(?:${quotes})?([\\w%.+/=:-]{16,400})`,
      'gu',
    ),
    findValue('cookie', (value) => isRandom(value.slice(0, 64))),
  ],
  [
    /(?:TRUE|FALSE)(?:\t|\\{1,8}t)\d{1,12}(?:\t|\\{1,8}t)[^\s\\]{1,100}(?:\t|\\{1,8}t)([^\s"'\\]{8,4096})/gu,
    findValue('cookie', (value) => !isPlaceholder(value)),
  ],

  // SQL.
  [
    new RegExp(
      `identified(?:\\s{1,8}with\\s{1,8}(?:${quotes})?\\w{1,40}(?:${quotes})?)?\\s{1,8}(?:by|as(?=\\s{1,8}\\\\{0,8}'))\\s{1,8}(?:password\\s{1,8}|values\\s{1,8})?(?:\\\\{0,8}["'])?([^\\s"'\`\\\\;,]{4,200})`,
      'giu',
    ),
    // In small letters and without quotes it is prose as often as not.
    (match) => (/^IDENTIFIED.*["']/u.test(match[0]) ? findPassword(match) : findDoubtful(match)),
  ],
  [
    new RegExp(
      `password(?<=\\b(?:alter|create)\\s{1,8}(?:user|role|login|group)\\s[^;\\n]{0,200})\\s{1,8}(?:=\\s{0,4})?${quotes}${word}`,
      'giu',
    ),
    findPassword,
  ],
  [new RegExp(`crypt\\(${quotes}${word}${quotes},\\s{0,4}gen_salt`, 'gu'), findPassword],
  [new RegExp(`pragma\\s{1,8}(?:re)?key\\s{0,4}=\\s{0,4}${quotes}${word}`, 'giu'), findPassword],

  // Calls that take a user and a password.
  [
    new RegExp(
      `${logins}(?:\\.\\w{1,20})?["'\\]]{0,2}\\s{0,2}(?:[=:]\\s{0,2})?[([]\\s{0,8}${quoted}\\s{0,2},\\s{0,8}[bfr]?${quotes}${word}`,
      'giu',
    ),
    findDoubtful,
  ],
  [
    new RegExp(
      `(?:connect|Connection|PDO|mysqli|create_(?:super)?user)\\((?:\\s{0,8}(?:${quoted}|[^"'\`,()\\n]{1,60}),){2}\\s{0,8}${quotes}${word}`,
      'gu',
    ),
    findDoubtful,
  ],
  [new RegExp(`Credential\\(\\s{0,4}${quoted},\\s{0,4}${quotes}${word}`, 'gu'), findDoubtful],
  [new RegExp(`\\.auth\\(${quotes}${word}${quotes}\\)`, 'gu'), findDoubtful],
  [new RegExp(`ConvertTo-SecureString(?:[ ]-(?:String|AsPlainText|Force)){0,3}[ ](?:${quotes})?${word}`, 'giu'), findPassword],
  [new RegExp(`ConvertTo-SecureString(?<=${quotes}${word}${quotes}[ ]?\\|[ ]?ConvertTo-SecureString)`, 'giu'), findPassword],

  [new RegExp(`jwt\\.(?:encode|sign|decode|verify)\\([^,\\n]{1,80},\\s{0,4}[bf]?${quotes}${word}`, 'gu'), findDoubtful],
  [
    new RegExp(
      `(?:bcrypt\\.(?:hash|hashSync|compare|compareSync)|hashpw|(?:hash|check|verify|set|make)_password|password_hash|[pP]asswordEncoder\\.encode)\\([bf]?${quotes}${word}`,
      'gu',
    ),
    findDoubtful,
  ],
  [
    /(?:(?:log|sign)[ ]?in|cred(?:ential)?s?)(?:[ ](?:with|as|using|are|is)|:)[ ][\w.@+-]{2,60}[ ]?[/:][ ]?([^\s"'`\\]{8,100})/giu,
    findValue('password', isStrongPassword),
  ],

  // Input of a program, or text that an `expect` script sends.
  [
    new RegExp(
      `${printing}(?:[^\\s:"'\`$|]{1,40}:)?([^\\s"'\`$|\\\\][^\\s"'\`|\\\\]{3,200}(?:${newline}[^\\s"'\`|\\\\]{0,200}){0,3})(?:${quotes})?[ ]{0,4}\\|[ ]{0,4}(?:${readers})`,
      'gu',
    ),
    findPassword,
  ],
  [
    new RegExp(
      `${printing}([^\\s:"'\`$|\\\\]{1,60}:[^\\s"'\`|\\\\]{4,200})(?:${quotes})?[ ]{0,4}\\|[ ]{0,4}(?:base64|openssl base64)`,
      'gu',
    ),
    findValue('password', (value) => isPassword(value.slice(value.indexOf(':') + 1), false)),
  ],
  [
    new RegExp(
      `<<<(?<!<<<<)(?<=(?:passwd|cryptsetup|kinit|[ ]-\\w{0,4}S\\b|-stdin|--with-token|-fd[ =]?0|login|secrets?|auth|env add)[^\\n|]{0,200})[ ]?(?:${quotes})?(?:[a-z_][\\w-]{0,31}:)?${word}`,
      'gu',
    ),
    findPassword,
  ],
  [
    new RegExp(
      `chpasswd\\b[^|\\n\\\\]{0,60}${newline}(?:[ \\t]{0,20}list:[ ]?[|>]?-?${newline})?[ \\t-]{0,20}[a-z_][\\w-]{0,31}:${word}`,
      'gu',
    ),
    findPassword,
  ],
  [
    new RegExp(`send(?<=ass(?:word|phrase|code|wd)[^\\0]{0,60}send)(?:_?line)?(?:\\([bf]?|[ ](?:--[ ])?)${quotes}${word}`, 'gu'),
    findPassword,
  ],

  [new RegExp(`[<$]\\(echo[ ](?:-n[ ])?(?:${quotes})?${word}(?:${quotes})?\\)`, 'gu'), findValue('password', isStrong)],
  [
    new RegExp(
      `<<(?<!<<<)(?<=(?:passwd|cryptsetup|kinit|[ ]-\\w{0,4}S\\b)[^\\n|<]{0,100}<<)-?[ ]?(?:${quotes})?\\w{2,20}(?:${quotes})?${newline}(?:[a-z_][\\w-]{0,31}:)?([^\\s"'\`\\\\]{4,100}(?:${newline}[^\\s"'\`\\\\]{4,100}(?=${newline})){0,2})`,
      'gu',
    ),
    findPassword,
  ],
  [
    new RegExp(
      `AUTH(?<=(?:>[ ]|${quotes})AUTH)(?:${quotes})?[ ](?:(?:${quotes})?(?:admin|default)(?:${quotes})?[ ]|${quotes}[\\w.-]{1,60}${quotes}[ ](?=${quotes}))?(?:${quotes})?${word}`,
      'gu',
    ),
    findValue('password', (value) => isStrong(value) || isMarkedPassword(value)),
  ],
  [
    // Output of a command that reads or makes a secret.
    new RegExp(
      `(?:pass[ ]show|op[ ]read|-field=|find-generic-password|(?:get-parameter|get-secret-value|secrets[ ]versions[ ]access|config:get|output[ ]-raw|printenv|echo[ ]["']?\\$\\{?)${printed}|openssl[ ]rand|pwgen|base64decode|New[ ]value:)${alone}`,
      'gu',
    ),
    findValue('secret-value', isStrong),
  ],
  [
    // Content of a file or a text, which may be anything.
    new RegExp(`(?:cat[ ](?!${codeFile})${printed}|base64[ ](?:-d|-D|--decode)(?!${codeFile}))${alone}`, 'gu'),
    findValue('secret-value', (value) => isStrong(value) && !isIdentifier(value)),
  ],
  [/New value: ([^\s"'\\]{8,100})/gu, findDoubtful],
  [/Key Content[ ]{1,20}:[ ]([^\s"'\\]{8,64})/gu, findPassword],
  [
    new RegExp(
      `username(?:${quotes}):[ ]?(?:${quotes})[\\w.-]{1,60}(?:${quotes}),\\s{0,8}(?:${quotes})key(?:${quotes}):[ ]?(?:${quotes})([0-9a-f]{32})`,
      'gu',
    ),
    findValue('secret-value'),
  ],

  // Settings.
  [
    new RegExp(
      `(?:name|key)(?:${quotes})?[ ]?[:=][ ]?(?:${quotes})?([\\w.-]{2,100})(?:${quotes})?[ ]{0,4},?(?:${newline})?[ \\t]{0,40}(?:${quotes})?(?:Parameter)?value(?:${quotes})?[ ]?[:=][ ]?(?:${quotes})?([^\\s"'\`\\\\,})…]{4,400})`,
      'giu',
    ),
    ([, name = '', value = '']) => {
      const rule = findFieldRule(name, value, true);
      return rule === null ? null : { value, rule };
    },
  ],
  [
    new RegExp(
      `default(?<=variable[ ](?:${quotes})[\\w-]{0,60}(?:password|secret|token|key)(?:${quotes})[ ]?\\{[^}]{0,300}default)\\s{0,8}=\\s{0,4}${quotes}${word}`,
      'gu',
    ),
    findPassword,
  ],
  [new RegExp(`put-parameter(?=[^\\n]{0,400}SecureString)[^\\n]{0,300}?--value[ =](?:${quotes})?${word}`, 'gu'), findPassword],
  [/ACL SETUSER[^\n>]{0,100}[ ]>([^\s"'\\]{4,200})/giu, findPassword],
  [
    /:(?:54\d\d|64\d\d|\*):[^\s:]{1,100}:[^\s:]{1,100}:([^\s:"'`\\]{4,200})(?=[ \t]{0,4}(?:\r?\n|\\{1,8}[nr]|\\{0,8}["']|$))/gu,
    findDoubtful,
  ],
  [
    /\bmachine\s{1,20}\S{1,200}\s{1,20}(?:(?:login|account)\s{1,20}\S{1,200}\s{1,20}){0,2}password\s{1,20}([^\s"'\\]{4,200})/gu,
    findPassword,
  ],
  [/d-i passwd\/\S{1,60} password ([^\s"'\\]{4,200})/gu, findPassword],
  [/(?:snmp-server|r[ow])[ ]?community[ ]([^\s"'\\]{6,100})/gu, findDoubtful],
  [/sonar\.login["']?[ ]?[=:,][ ]?["']?(\w{20,100})/gu, findValue('secret-value')],
  [/account\.key\.[\w.]{1,200}["']?[\s,=:]{1,4}["']?([A-Za-z0-9+/]{40,100}={0,2})/gu, findValue('secret-value')],
  [
    // The prompts of `aws configure`.
    /\bSecret Access Key \[[^\]\n]{0,40}\][ \t]{0,4}:[ \t]{0,4}([A-Za-z0-9+/]{16,100}|[A-Za-z0-9+/]{8,}(?=…|\.{3}))/gu,
    findValue('secret-value'),
  ],
  [
    // The secret of a key stands behind its id, in lists and calls.
    /A[KS]IA[A-Z0-9]{16}\W{1,20}([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gu,
    findValue('secret-value', (value) => isRandom(value)),
  ],
  [/AC[0-9a-f]{32}\W{1,8}([0-9a-f]{32})(?![0-9a-f])/gu, findValue('secret-value')],
  [/AWS4-HMAC-SHA256[^\n]{0,400}?Signature=([0-9a-f]{64})/gu, findValue('authorization')],
  [/Digest username=[^\n]{0,400}?response=\\{0,8}"([0-9a-f]{32,64})/gu, findValue('authorization')],
  [
    /(?:mnemonic|(?:(?:seed|recovery|backup|secret)[ _-]?)?phrase)(?:\\{0,8}["'])?[ ]{0,2}(?:is)?[:=]?(?:\s|\\{1,8}n){0,4}(?:\\{0,8}["'`])?((?:[a-z]{3,8}[ ]){11,23}[a-z]{3,8})/giu,
    findValue('seed-phrase', (value) => value.split(' ').length % 3 === 0 && !/\b(?:the|and|for|with|that)\b/u.test(value)),
  ],
  [
    new RegExp(
      `(?:(?:Wallet|privateKeyToAccount|fromPrivateKey|from_key)\\(|accounts(?:${quotes})?[ ]?[:=][ ]?\\[)\\s{0,8}${quotes}((?:0x)?[0-9a-f]{64})(?![0-9a-f])`,
      'gu',
    ),
    findValue('private-key'),
  ],
  [
    new RegExp(`random_password${quotes}[^\\0]{0,800}?${quotes}result${quotes}\\s{0,4}:\\s{0,4}${quotes}([^"\\n\\\\]{4,200})`, 'gu'),
    findPassword,
  ],
  [
    // A value that is shown once stands alone on its line.
    new RegExp(
      `(?:copy|save|store)[ ](?:it|this|(?:the|your)(?:[ ]\\w{1,20}){1,3})\\b[^\\n\\\\]{0,120}(?:${newline}){1,3}[ \\t]{0,12}([\\w-]{20,400})(?=[ \\t]{0,4}(?:\\r?\\n|\\\\{1,8}[nr]|$))`,
      'giu',
    ),
    findValue('secret-value', isRandom),
  ],
  [
    /\$(?:2[aby]\$\d\d\$[./A-Za-z0-9]{53}|(?:1|5|6|y|7|apr1)\$[./A-Za-z0-9$=-]{20,200}|argon2(?:id|i|d)\$[^\s"'\\:]{20,300})/gu,
    ([value]) => ({ value, rule: 'password-hash' }),
  ],
];

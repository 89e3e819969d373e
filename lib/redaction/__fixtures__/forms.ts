import { readFileSync } from 'node:fs';
import path from 'node:path';

const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = upper.toLowerCase();
const digits = '0123456789';

/** Characters in an order that is the same in each run. */
const makeChars = (seed: number) => {
  let state = seed;
  return (length: number, alphabet: string): string =>
    Array.from({ length }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return alphabet[Math.floor((state / 2 ** 32) * alphabet.length)];
    }).join('');
};

const passwords = ['Tr0ub4dor&3', 'S3cur3P@ss!', 'Xk9#mPq2vL', 'hunter2hunter', 'P4ssw0rd-Prod', 'd3v_s3cret_42', 'V7kT2mQ9xLp4'];

const makeSecrets = (seed: number): Readonly<Record<string, string>> => {
  const chars = makeChars(seed);
  const letters = upper + lower + digits;
  return {
    password: passwords[seed % passwords.length] ?? '',
    key: chars(32, letters),
    hex: chars(32, 'abcdef0123456789'),
    base64: `${chars(43, `${letters}+/`)}=`,
    base32: chars(16, `${upper}234567`),
    aws: chars(40, `${letters}+/`),
    uuid: [8, 4, 4, 4, 12].map((length) => chars(length, 'abcdef0123456789')).join('-'),
    basic: Buffer.from(`admin:${chars(12, lower + digits)}`).toString('base64'),
    word: 'staple',
    akia: `AKIA${chars(16, `${upper}234567`)}`,
  };
};

/** Forms in logs of agents: one per line, with `\n`, and a kind of secret in `‹›`. */
const forms = readFileSync(path.join(import.meta.dirname, 'forms.txt'), 'utf8').split('\n').filter((line) => line !== '');

/** A text with a secret, for each form and each of some secrets of its kind. */
export const formTexts: readonly { form: string; text: string; secret: string }[] = forms.flatMap((form, at) =>
  [0, 1, 2].map((run) => {
    const secrets = makeSecrets(at * 3 + run);
    const [, kind = ''] = /‹(\w+)›/u.exec(form.replace('‹akia›', '')) ?? [];
    const secret = secrets[kind] ?? '';
    return { form, secret, text: form.replaceAll('\\n', '\n').replaceAll('\\t', '\t').replaceAll(/‹(\w+)›/gu, (_, one: string) => secrets[one] ?? '') };
  }),
);

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toVisibleText } from '../print/visible-text.ts';
import { benignTexts } from './__fixtures__/benign.ts';
import { formTexts } from './__fixtures__/forms.ts';
import { sampleKeys } from './__fixtures__/sample-keys.ts';
import { gluedKeys, labeledSecrets } from './__fixtures__/secrets.ts';
import { findSecrets } from './find-secrets.ts';
import { redact, redactLines, redactValue } from './redact.ts';

const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');

describe('redact on the labeled list', () => {
  it('misses at most the hard cases', () => {
    const missed = labeledSecrets.filter(({ text, secret }) => redact(text).includes(secret.slice(-12)));
    console.info(`${missed.length} of ${labeledSecrets.length} secrets missed: ${missed.map(({ name }) => name).join('; ')}`);
    expect(labeledSecrets.length).toBeGreaterThanOrEqual(200);
    expect(missed.length).toBeLessThanOrEqual(6);
  });

  it('leaves texts without secrets alone', () => {
    const hits = benignTexts.filter((text) => redact(text) !== text);
    console.info(`${hits.length} of ${benignTexts.length} texts without a secret were changed:\n${hits.map(redact).join('\n')}`);
    expect(new Set(benignTexts).size).toBeGreaterThanOrEqual(300);
    expect(hits.length).toBeLessThanOrEqual(3);
  });

  it('changes nothing when repeated, and keeps escaped JSON valid', () => {
    for (const { text, name } of labeledSecrets) {
      expect(redact(redact(text)), name).toBe(redact(text));
      expect(() => JSON.parse(redact(JSON.stringify({ text }))) as unknown, name).not.toThrow();
    }
  });
});

describe('redact on the forms that logs of agents hold', () => {
  it('replaces the secret, also in a string of JSON, and changes nothing more when repeated', () => {
    const left = new Set<string>();
    for (const { form, text, secret } of formTexts) {
      for (const printed of [text, JSON.stringify({ text })]) {
        const clean = redact(printed);
        const isGone = !clean.includes(secret) && !clean.includes(JSON.stringify(secret).slice(1, -1));
        if (!isGone || redact(clean) !== clean) left.add(form);
        if (printed !== text) expect(() => JSON.parse(clean) as unknown, form).not.toThrow();
      }
    }
    expect([...left]).toEqual([]);
    expect(formTexts.length).toBeGreaterThanOrEqual(1_900);
  });
});

describe('redact on what terminals show', () => {
  it('replaces a secret that has a color of its own', () => {
    const left = new Set<string>();
    for (const { form, text, secret } of formTexts) {
      const colored = text.replace(secret, () => `\u001b[1;36m${secret}\u001b[0m`);
      for (const printed of [colored, JSON.stringify(colored)]) {
        const clean = redact(printed);
        if (clean.includes(secret) || clean.includes(JSON.stringify(secret).slice(1, -1))) left.add(form);
      }
    }
    expect([...left]).toEqual([]);
  });

  const gaps = [
    '\u001b[1;36m',
    '\u001b[m\u001b[K',
    '\u001b(B\u001b[m',
    '\u001b]8;;file:///a\u001b\\',
    '\u001b]8;;file:///a\u0007',
    '\u009b31m',
    '\u200b',
    '\u00ad',
    '\ufeff',
    '\u2060',
    '\u0000',
  ];
  it.each(gaps)('replaces a secret that is divided by what is not shown: %j', (gap) => {
    const left = new Set<string>();
    for (const { form, text, secret } of formTexts.filter((_, at) => at % gaps.length === gaps.indexOf(gap))) {
      const middle = Math.ceil(secret.length / 2);
      const divided = text.replace(secret, () => secret.slice(0, middle) + gap + secret.slice(middle));
      // The picture of an escape does not make a backslash behind it one of JSON's.
      const visible = gap.includes('\\') ? [] : [toVisibleText(divided)];
      for (const printed of [divided, JSON.stringify(divided), ...visible]) {
        const shown = [gap, toVisibleText(gap), JSON.stringify(gap).slice(1, -1)].reduce(
          (clean, one) => clean.replaceAll(one, ''),
          redact(printed),
        );
        if (shown.includes(secret) || shown.includes(JSON.stringify(secret).slice(1, -1))) left.add(`${form} ${printed}`);
      }
    }
    expect([...left]).toEqual([]);
  });

  it('replaces a secret in the address of a link and in a title', () => {
    for (const end of ['\u0007', '\u001b\\']) {
      const link = (address: string) => `see \u001b]8;;${address}${end}here\u001b]8;;${end}`;
      expect(redact(link('https://u:P4ssw0rd-Prod@db.example/x'))).toBe(link('https://u:[redacted: url-password]@db.example/x'));
      expect(redact(`\u001b]0;PASSWORD=P4ssw0rd-Prod${end}`)).toBe(`\u001b]0;PASSWORD=[redacted: password]${end}`);
    }
  });

  it('replaces a secret in which a character is printed over another', () => {
    for (const printed of ['token ghp_1A9sT2zQkx\bL7uY4pR8wX0cV5bN3mJ6hGfDeSa', 'PASSWORD=P4ssw0rx\bd-Prod'])
      for (const text of [printed, toVisibleText(printed)]) expect(redact(text)).toMatch(/^(?:token |PASSWORD=)\[redacted: [a-z-]+\]$/u);
  });

  it('replaces a value of symbols and spaces in no order, and a password that a sentence states', () => {
    expect(redact("define( 'AUTH_KEY',         'w}8!Zk^p4;[T|mQ+0 eX~/Lh3rV$c_9D<uFy:b@N2s5jA%gR.oI6EtKxW-nH' );")).toBe(
      "define( 'AUTH_KEY',         '[redacted: secret-value]' );",
    );
    expect(redact('log in as root, the password is Pelican-Drum-08 and restart nginx')).toBe(
      'log in as root, the password is [redacted: password] and restart nginx',
    );
    expect(redact('The admin password is tOZEqThxXl9! Rotate it.')).toBe('The admin password is [redacted: password] Rotate it.');
    expect(redact('password: [ FZ9NoDxQshII7j ]')).toBe('password: [ [redacted: password] ]');
    expect(redact('password: [FZ9NoDxQshII7j]')).toBe('password: [[redacted: password]]');
    expect(redact('<password>vT7&amp;qN2zLx</password>')).toBe('<password>[redacted: password]</password>');
    expect(redact("PGPASSWORD='hR#9 blue$Kite' psql -h db")).toBe("PGPASSWORD='[redacted: password]' psql -h db");
    const phrase = 'velvet orphan tumble gadget mimic scorpion lava produce witness hybrid canal upset';
    expect(redact(`Phrase:\n${phrase}\n`)).toBe('Phrase:\n[redacted: seed-phrase]\n');
  });
});

describe('redactLines', () => {
  it('leaves each line where it was', () => {
    const pem = [
      '-----BEGIN RSA PRIVATE KEY-----',
      'MIIEpAIBAAKCAQEA1c7'.repeat(3),
      'aGVsbG8gd29ybGQgaGVs'.repeat(3),
      '-----END RSA PRIVATE KEY-----',
    ];
    const lines = redactLines(['first', ...pem, `key = '${key}'`, 'last'].join('\r\n')).split('\n');
    expect([lines.length, lines[0], lines[1], lines[6]]).toEqual([7, 'first\r', '[redacted: private-key]', 'last']);
    expect(lines.join()).not.toMatch(/MIIE|aGVs|Zk3vQ9/u);
  });

  it('is as thorough as redact', () => {
    for (const { text, name } of labeledSecrets) {
      expect(redactLines(text).replaceAll('\n', ''), name).toBe(redact(text).replaceAll('\n', ''));
      expect(redactLines(text).split('\n').length, name).toBe(text.split('\n').length);
    }
  });
});

describe('redact on values that hold the words of placeholders', () => {
  it.each([
    'API_KEY=sk-live-example-9f8a7c6b5d4e3f2a1b',
    'token: "example9f8a7b6c5d4e3f2a1b0c"',
    'password: "my-testing-Tr0ub4dor"',
    'password=your2Hunter!',
    'password: "hunter$foo99"',
    'password: "pre${X}9z8"',
    'password: "notReal99x"',
    'password: "abc***9xyz"',
    'Authorization: Bearer sample9f8a7b6c5d4e3f2a',
  ])('replaces %s', (text) => {
    expect(redact(text)).toContain('[redacted: ');
  });

  it.each([
    'password: "<your password>"',
    'password: "xxxx-xxxx"',
    'password: "my-password"',
    'password: "${DB_USER}:${DB_PASSWORD}"',
    'password: "********1234"',
    'API_KEY=YOUR_API_KEY_HERE',
    'sk-ant-api03-your-key-here',
    'sk_test_1234567890abcdef',
    'sk_live_xxxxxxxxxxxx',
  ])('leaves %s alone', (text) => {
    expect(redact(text)).toBe(text);
  });

  it('ends the password of a URL at the last @ before the host, and takes any', () => {
    for (const password of ['p@ss', 'a@b@c', 'aab', '1111', 'p%40ss', '1234'])
      expect(redact(`postgres://u:${password}@host/db?mail=a@b`)).toBe('postgres://u:[redacted: url-password]@host/db?mail=a@b');
    expect(redact('url=postgres%3A%2F%2Fapp%3Apw9xy%40db%2Fapp%3Fmail%3Da%40b')).toBe(
      'url=postgres%3A%2F%2Fapp%3A[redacted: url-password]%40db%2Fapp%3Fmail%3Da%40b',
    );
  });
});

describe('redact on keys within words', () => {
  it.each(gluedKeys)('replaces a key: %s', (_, glued) => {
    for (const lead of ['TOKEN_', 'x', 'prefix-']) {
      expect(redact(`echo ${lead}${glued} done`)).toMatch(new RegExp(`^echo (?:${lead})?\\[redacted: [a-z-]+\\] done$`, 'u'));
      expect(redact(`{"command":"echo \\"${lead}${glued}\\""}`)).not.toContain(glued.slice(-12));
    }
  });
});

describe('redact on cut texts', () => {
  const texts: readonly ((head: string) => string)[] = [
    (head) => `Using ${head}…`,
    (head) => `Using ${head}...`,
    (head) => `#3: Bash(API_KEY=${head}…`,
    (head) => `{"api_key":"${head}…\n#4: Bash("x")`,
  ];
  it.each(sampleKeys)('replaces a cut $name, $key', ({ key: whole, headChars }) => {
    for (let chars = headChars + 8; chars < whole.length; chars += 1) {
      const head = whole.slice(0, chars);
      for (const print of texts) expect(redact(print(head)), print(head)).not.toContain(head.slice(headChars));
    }
  });

  it('replaces the rest of a key that was cut in its middle', () => {
    expect(redact(`Write(a/${key.slice(0, 20)}…${key.slice(30)}/b.ts)`)).toBe('Write(a/[redacted: anthropic-key]/b.ts)');
  });

  it('tells keys of Square and Facebook from an image in base64', () => {
    const letters = 'Zk3vQ9tLr2'.repeat(9);
    for (const key of [`EAAAl${letters}`, `EAAG${letters}`])
      for (const lead of ['', '?access_token=', '"', ' ']) expect(redact(`${lead}${key}`)).not.toContain(letters);
    expect(redact(`9j/EAAG${letters}`)).toBe(`9j/EAAG${letters}`);
  });

  it('replaces cut values of names, and what a URL or a header was cut in', () => {
    expect(redact('password: "hunter2x9…')).toBe('password: "[redacted: password]');
    expect(redact('{"token":"Zk3vQ9tLr2… and "more"')).toBe('{"token":"[redacted: secret-value] and "more"');
    expect(redact('Bash(DB_PASSWORD=hunter2x...)')).toBe('Bash(DB_PASSWORD=[redacted: password])');
    expect(redact('psql postgres://app:hunter2x…')).toBe('psql postgres://app:[redacted: url-password]…');
    expect(redact('https://a.example/f?sig=Zk3vQ9tLr2…')).toBe('https://a.example/f?sig=[redacted: azure-signature]…');
    for (const text of ['http://localhost:3000…', 'token: …', 'token: abc…', 'password: your-password…', 'sk-ant-…'])
      expect(redact(text)).toBe(text);
  });
});

describe('findSecrets', () => {
  it('returns offsets and rules in order, without overlaps', () => {
    const text = `curl -H "Authorization: Bearer ${key}" -H "x-api-key: ${key}"`;
    const found = findSecrets(text);
    expect(found.map(({ start, end, rule }) => [text.slice(start, end), rule])).toEqual([
      [key, 'anthropic-key'],
      [key, 'anthropic-key'],
    ]);
  });

  const parts = [
    'token=',
    'password: ',
    '"password":"',
    'eyJ',
    'eyJa.',
    '-----BEGIN PRIVATE KEY-----\n',
    '://',
    'a://b:',
    'Cookie: a',
    'cookie: a=b; ',
  ];
  const more = [
    'authorization: ',
    'curl -u ',
    'mysql ',
    'secret_key_',
    '\\',
    '\\"',
    '%22',
    'MNO',
    'sk-',
    '_pass',
    '--token ',
    'token1:',
    '1→',
    'machine a login b password ',
    'echo aaaa | sudo -',
    '"auth":"',
    'token" value="',
    'docker login -p ',
    'AAAA',
    "IDENTIFIED BY 'a",
    'curl -u a',
    'net use a b ',
    'docker login mysql -pa1 ',
    '["redis-cli","-a","',
    'echo a:b | chpasswd ',
    'password,token\n',
    'a,password',
    '| password | a1b2c3d4 |\n',
    'kind: Secret\ndata:\n a: b1c2\n',
    'name: a_token value: ',
    'assword: send "',
    '<<< a',
    "insert into a (password) values ('a1b2c3'),",
    "(password) values ('",
    'auth("a", ',
    'variable "a_key" {',
    'put-parameter --value ',
    'password is ',
    'password:\n',
    'Basic YTpi',
    'seed phrase legal ',
    ' ',
  ];
  it.each([...parts, ...more])('takes linear time on a long text of %j', (part) => {
    const text = part.repeat(Math.ceil(250_000 / part.length));
    const startedAt = performance.now();
    redact(text);
    // Measured: 0.02 to 0.3 s on an idle machine. Quadratic time would take many seconds.
    expect(performance.now() - startedAt).toBeLessThan(3_000);
  });
});

describe('redact on names in JSON', () => {
  const secret = 's3cretValue1';
  const values: readonly unknown[] = [
    {
      env: [
        { name: 'MODE', value: 'fast' },
        { name: 'DB_PASSWORD', value: secret },
      ],
    },
    { Value: secret, Key: 'DB_PASSWORD' },
    { password: [secret, { next: secret }] },
    { passwords: 1, password: { 'a b': { current: secret, type: 'string' } } },
    { credentials: { user: 'mira', current: `${secret}Zk3vQ9tLr2` } },
    { password: 48291734, pwd: [48291734] },
  ];
  it.each(values)('replaces a value alone, in a text, and in strings of strings: %j', (value) => {
    expect(redactValue(redactValue(value))).toEqual(redactValue(value));
    let text = JSON.stringify(value);
    const pretty = JSON.stringify(JSON.stringify(value, null, 2));
    for (const printed of [JSON.stringify(redactValue(value)), redact(pretty), redact(`It "is", ${text.slice(1)} "here"`)])
      expect(printed).not.toMatch(/s3cretValue1|48291734/u);
    for (let level = 0; level < 4; level += 1) {
      expect(redact(text)).not.toMatch(/s3cretValue1|48291734/u);
      text = JSON.stringify({ level, text });
    }
  });

  it('replaces what a list or pair was cut in', () => {
    expect(redact('Bash({"password":["s3cretVal…')).toBe('Bash({"password":["[redacted: password]');
    expect(redact('Bash({"name":"DB_PASSWORD","value":"s3cretVal…)')).toBe('Bash({"name":"DB_PASSWORD","value":"[redacted: password])');
    expect(redact(JSON.stringify('{"password":["s3cretValue1"'))).toBe(JSON.stringify('{"password":["[redacted: password]"'));
  });

  it('leaves what describes a secret, lists of other things, and other numbers', () => {
    const schema = { password: { type: 'string', format: 'password', minLength: 8, $ref: '#/definitions/Password', id: 'a1b2c3d4' } };
    const others = {
      required: ['password', 'email'],
      token: [1, 2, 3],
      pwd: { code: 12 },
      fail_to_pass: ['test_utils.py::test_1'],
      tokens: [48291734],
      names: [{ name: 'PATH', value: '/bin' }],
    };
    for (const value of [schema, others]) {
      expect(redactValue(value)).toBe(value);
      expect(redact(JSON.stringify(value))).toBe(JSON.stringify(value));
    }
  });
});

describe('redactValue', () => {
  it('replaces by the names of fields, in pairs and in headers, and keeps all others', () => {
    const id = '0b6f7c1e-57a1-4c39-9d38-7a2f9a7d2a11';
    const value = {
      id,
      count: 3,
      none: null,
      headers: { Authorization: 'Basic bWlyYTpodW50ZXIy', 'x-api-key': 'q8Wn3Zr7Lk2Vx9Tb4M' },
      env: [{ name: 'DB_PASSWORD', value: 'hunter2' }],
      text: `first\n${key}`,
      [key]: 1,
    };
    expect(redactValue(value)).toEqual({
      id,
      count: 3,
      none: null,
      headers: { Authorization: 'Basic [redacted: authorization]', 'x-api-key': '[redacted: secret-value]' },
      env: [{ name: 'DB_PASSWORD', value: '[redacted: password]' }],
      text: 'first\n[redacted: anthropic-key]',
      '[redacted: anthropic-key]': 1,
    });
  });

  it('goes as deep as a value does', () => {
    let deep: unknown = { password: 'hunter2-hunter2' };
    for (let level = 0; level < 50_000; level += 1) deep = [deep];
    let found: unknown = redactValue(deep);
    for (let level = 0; level < 50_000; level += 1) [found] = found as unknown[];
    expect(found).toEqual({ password: '[redacted: password]' });
    const named = JSON.parse(`{"__proto__": {"a": "${key}"}}`) as unknown;
    expect(JSON.stringify(redactValue(named))).toBe('{"__proto__":{"a":"[redacted: anthropic-key]"}}');
  });

  it('returns the same object where nothing was replaced, and the same twice', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const once = redactValue(value);
        expect(redactValue(once)).toBe(once);
      }),
    );
    const clean = { a: ['b', { c: 'd' }] };
    expect(redactValue(clean)).toBe(clean);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../../e2e/fuzz.ts';
import { defaultConfig } from '../../observers/observer-set.ts';
import { parseConfig } from './parse-config.ts';

const reported = (text: string) => parseConfig(text).problems.map(({ line, key, message }) => `${line} ${key} ${message}`);

describe('parseConfig', () => {
  it.each([
    '',
    '# nothing yet\n',
    'others:\n  - a\n',
    'sinks:\n',
    'post_processing: { of: others }\n',
    'feedback:\n  still_after_calls: 25\n',
  ])('is as usual where nothing else is said: %j', (text) => {
    expect(parseConfig(text)).toMatchObject({ config: defaultConfig, problems: [] });
  });

  it('replaces secrets before they are stored where that is asked for', () => {
    expect(parseConfig('redact:\n  on_import: true\n')).toMatchObject({ redact: { on_import: true }, problems: [] });
    expect(parseConfig('redact: {}\n')).toMatchObject({ redact: { on_import: false }, problems: [] });
  });

  it('asks a model for summaries only where that is said', () => {
    expect(parseConfig('summaries: {}\n')).toMatchObject({ summaries: { provider: 'none', concurrency: 2, budget: 24_000 } });
    expect(parseConfig('summaries:\n  provider: anthropic\n  model: claude-haiku-4-5\n  budget: 50000\n')).toMatchObject({
      summaries: { provider: 'anthropic', model: 'claude-haiku-4-5', concurrency: 2, budget: 50_000 },
    });
  });

  it('has reviewers only where bundles are named', () => {
    expect(parseConfig('')).toMatchObject({ reviewers: { bundles: [], provider: 'auto', concurrency: 10, daily_budget_usd: null } });
    expect(
      parseConfig('reviewers:\n  bundles: [bundle.yaml]\n  models: { claude-3-5-haiku: qwen3 }\n  daily_budget_usd: 2\n'),
    ).toMatchObject({
      reviewers: { bundles: ['bundle.yaml'], models: { 'claude-3-5-haiku': 'qwen3' }, daily_budget_usd: 2 },
    });
  });

  it('takes what is said, and the usual for what is not', () => {
    const text =
      'observers:\n  - observer: drift\n    preset: seed\n    trigger:\n      every_n_calls: 4\nfeedback:\n  write_file: false\n';
    const { config, set } = parseConfig(text);
    expect(config?.observers).toMatchObject([
      { observer: 'drift', preset: 'reference', enabled: true, trigger: { every_n_calls: 4, on_every_call: false } },
    ]);
    expect(config?.feedback).toEqual({ write_file: false, still_after_calls: 25 });
    expect(set?.observers.map(({ kind }) => kind.id)).toEqual(['drift']);
  });

  it.each([
    ['what is no YAML', 'observers:\n  - observer: stall\n   preset: seed\n', /^3  .+/u],
    ['a tab', 'observers:\n\t- observer: stall\n', /^2  .*tab/iu],
    ['a key twice', 'feedback:\n  write_file: true\n  write_file: false\n', /^3  .*unique/iu],
    ['a list at the top', '- observer: stall\n', /^1  Expected keys such as observers/u],
    ['a slip at the top', '# mine\nobserver:\n  - observer: stall\n', /^2 observer Unknown key observer\. Did you mean observers\?/u],
    [
      'an unknown key with line ends',
      'observers:\n  - observer: stall\n    "pre\\rset\\n2": seed\n',
      /^3 observers\.0\.pre␍set 2 Unknown key pre␍set 2\.$/u,
    ],
    [
      'an unknown key of an observer',
      'observers:\n  - observer: stall\n    presets: seed\n',
      /^3 observers\.0\.presets Unknown key presets\. Did you mean preset\?/u,
    ],
    [
      'an unknown parameter',
      'observers:\n  - observer: stall\n    parameters:\n      windowsize: 5\n',
      /^4 observers\.0\.parameters.*windowsize\. Did you mean window_size\?/u,
    ],
    [
      'a parameter out of bounds',
      'observers:\n  - observer: drift\n  - observer: stall\n    parameters:\n      error_rate_threshold: 3\n',
      /^5 observers\.1\.parameters\.error_rate_threshold .*1/u,
    ],
    ['an unknown observer', 'observers:\n  - observer: stale\n', /^2 observers\.0\.observer .*stale.*error_cascade/u],
    ['an observer twice', 'observers:\n  - observer: stall\n  - observer: stall\n', /^3 observers\.1/u],
    [
      'a wrong type',
      'observers:\n  - observer: stall\n    enabled: maybe\n',
      /^3 observers\.0\.enabled must be true or false, not a string\./u,
    ],
    ['an observer without a name', 'observers:\n  - preset: seed\n', /^2 observers\.0\.observer /u],
    ['a number out of bounds', 'feedback:\n  still_after_calls: -1\n', /^2 feedback\.still_after_calls /u],
    ['a wrong type of redaction', 'redact:\n  on_import: maybe\n', /^2 redact\.on_import must be true or false/u],
    ['redaction without its key', 'redact: true\n', /^1 redact must be an object/u],
    [
      'an unknown key of redaction',
      'redact:\n  on_imports: true\n',
      /^2 redact\.on_imports Unknown key on_imports\. Did you mean on_import\?/u,
    ],
    ['an unknown provider', 'summaries:\n  provider: gemini\n', /^2 summaries\.provider .*"none".*"anthropic".*"openai"/u],
    ['a provider without a model', 'summaries:\n  provider: openai\n', /^1 summaries\.model is required with a provider/u],
    ['an unknown key of summaries', 'summaries:\n  api_key: sk-1\n', /^2 summaries\.api_key Unknown key api_key/u],
    [
      'an unknown key of reviewers',
      'reviewers:\n  bundle: [a.yaml]\n',
      /^2 reviewers\.bundle Unknown key bundle\. Did you mean bundles\?/u,
    ],
    ['a provider of scripts without one', 'reviewers:\n  provider: script\n', /^1 reviewers\.script is required with/u],
    ['a budget out of bounds', 'summaries:\n  budget: 100\n', /^2 summaries\.budget /u],
    ['an unknown preset', 'observers:\n  - { observer: stall, preset: sead }\n', /^2 observers\.0\.preset .*"default".*"reference"/u],
    [
      'too many aliases',
      `a: &a [1,1]\n${['b', 'c', 'd', 'e', 'f', 'g', 'h'].map((key, at) => `${key}: &${key} [${`*${'abcdefg'[at]},`.repeat(9)}]`).join('\n')}\n`,
      /alias/iu,
    ],
  ])('tells %s with its line', (_, text, expected) => {
    const [first] = reported(text);
    expect(first).toMatch(expected);
    expect(parseConfig(text).set).toBeNull();
  });

  it('tells all problems at once', () => {
    const text = `observer: x
observers:
  - { observer: stale }
  - { observer: stall, trigger: { every_n_cals: 3 } }
  - { observer: drift, parameters: { windowsize: 5 } }
redact: { on_import: 1 }
post_processing: { create_issues_for: { severity: high } }
sinks:
  - { kind: webhook, name: a, url: x, secret_env: A }
retreival: {}
`;
    expect(reported(text).map((one) => one.replace(/(?<=^\d+ \S+ )(?!Unknown).*/u, '…'))).toEqual([
      '3 observers.0.observer …',
      '4 observers.1.trigger.every_n_cals Unknown key every_n_cals. Did you mean every_n_calls?',
      '5 observers.2.parameters.windowsize Unknown key windowsize. Did you mean window_size?',
      '6 redact.on_import …',
      '7 post_processing.create_issues_for.severity …',
      '9 sinks.0.url …',
      '10 retreival Unknown key retreival. Did you mean retrieval?',
    ]);
  });

  it.each([
    ['lists', `# mine\nothers: ${'['.repeat(10_000)}${']'.repeat(10_000)}\n`, 2],
    ['lists that are left open', `others: ${'['.repeat(10_000)}`, 1],
    ['keys in braces', `others: ${'{a: '.repeat(10_000)}`, 1],
    ['keys, a line each', Array.from({ length: 1_000 }, (_, at) => `${' '.repeat(at)}a:\n`).join(''), 101],
    ['what would still be read', `others: ${'['.repeat(100)}${']'.repeat(100)}\n`, 1],
  ])('tells %s that nest too deep, once and in plain words', (_, text, line) => {
    expect(reported(text)).toEqual([
      expect.stringMatching(new RegExp(`^${line}  This is nested more than 100 levels deep.*not closed`, 'u')),
    ]);
  });

  it('takes sinks, and what the specification says of issues for webhooks that do not say it', () => {
    const text = `sinks:
  - { kind: webhook, name: issues, url: "https://example.com/hook?a=1", secret_env: HOOK_KEY }
  - { kind: webhook, name: here, url: "http://127.0.0.1:99/x", secret_env: HERE, severity: [info], auto_assign: false }
  - { kind: file, name: archive, path: out/observations.jsonl }
post_processing:
  create_issues_for: { severity: [critical], auto_assign: true }
`;
    expect(parseConfig(text).problems).toEqual([]);
    expect(parseConfig(text).sinks).toEqual([
      {
        kind: 'webhook',
        name: 'issues',
        url: 'https://example.com/hook?a=1',
        secret_env: 'HOOK_KEY',
        severity: ['critical'],
        issue_type: 'bug',
        auto_assign: true,
        own: {},
      },
      {
        kind: 'webhook',
        name: 'here',
        url: 'http://127.0.0.1:99/x',
        secret_env: 'HERE',
        severity: ['info'],
        issue_type: 'bug',
        auto_assign: false,
        own: { severity: ['info'], auto_assign: false },
      },
      { kind: 'file', name: 'archive', path: 'out/observations.jsonl', severity: ['critical', 'high', 'medium', 'low', 'info'] },
    ]);
    expect(parseConfig(text.slice(0, text.indexOf('post_'))).sinks[0]).toMatchObject({
      severity: ['critical', 'high'],
      auto_assign: false,
    });
  });

  it.each([
    ['a sink of no kind', '- { name: a }', /^2 sinks\.0.*kind: webhook or kind: file/u],
    ['a list that is none', '{ kind: file }', /^1 sinks must be a list, not an object/u],
    ['an unknown key', '- { kind: file, name: a, path: a.jsonl, fsync: true }', /^2 sinks\.0\.fsync Unknown key fsync\./u],
    [
      'a name twice',
      '- { kind: file, name: a, path: a.jsonl }\n  - { kind: file, name: a, path: b.jsonl }',
      /^3 sinks\.1\.name The sink name/u,
    ],
    ['a severity that there is not', '- { kind: file, name: a, path: a.jsonl, severity: [fatal] }', /^2 sinks\.0\.severity\.0 .*critical/u],
    ['an address that is none', '- { kind: webhook, name: a, url: hook, secret_env: A }', /^2 sinks\.0\.url must be a URL/u],
    ['plain http', '- { kind: webhook, name: a, url: "http://example.com", secret_env: A }', /^2 sinks\.0\.url must start with https/u],
    [
      'a password',
      '- { kind: webhook, name: a, url: "https://me:me@example.com", secret_env: A }',
      /^2 sinks\.0\.url must not contain a user/u,
    ],
    ['a webhook without a key', '- { kind: webhook, name: a, url: "https://example.com" }', /^2 sinks\.0\.secret_env /u],
    [
      'a key that stands in the file',
      '- { kind: webhook, name: a, url: "https://e.com", secret_env: s3cr-t }',
      /^2 .*environment variable/u,
    ],
  ])('tells %s with its line', (_, sinks, expected) => {
    expect(reported(`sinks:\n  ${sinks}\n`)[0]).toMatch(expected);
  });

  it.each(['../a.jsonl', '/a.jsonl', 'a/../../b.jsonl', '~/a.jsonl', 'C:/a.jsonl', 'a\\b.jsonl', 'observatory.db', 'a/.jsonl/', '.'])(
    'takes no path that leads elsewhere or to another kind of file: %s',
    (path) => {
      expect(reported(`sinks:\n  - { kind: file, name: a, path: '${path}' }\n`)[0]).toMatch(/^2 sinks\.0\.path must be a JSON Lines file/u);
    },
  );

  it('tells what is wrong in what the specification says of issues where it stands, and a slip at the top', () => {
    const hook = 'sinks:\n  - { kind: webhook, name: a, url: "https://example.com", secret_env: A }\n';
    expect(reported(`${hook}post_processing:\n  create_issues_for:\n    severity: high\n`)).toEqual([
      expect.stringMatching(/^5 post_processing\.create_issues_for\.severity must be a list/u),
    ]);
    expect(reported(hook.replace('sinks', 'sink'))).toEqual(['1 sink Unknown key sink. Did you mean sinks?']);
  });

  it('reads what nests less deep', () => {
    expect(reported(`others: ${'['.repeat(99)}${']'.repeat(99)}\n`)).toEqual([]);
  });

  it('tells every problem, in the order of the lines', () => {
    const text = 'observers:\n  - observer: stall\n    enabled: 3\n    color: red\nfeedback:\n  write_file: 4\n';
    expect(parseConfig(text).problems.map(({ line }) => line)).toEqual([3, 4, 6]);
  });

  it('reads 16,000 keys in seconds', () => {
    const keys = Array.from({ length: 16_000 }, (_, index) => `k${index}: 1`);
    const startedAt = performance.now();
    expect(parseConfig(keys.join('\n')).problems).toEqual([]);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
  });

  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      'observers:',
      '\n',
      '  ',
      '- ',
      'observer: ',
      'stall',
      '&a ',
      '*a',
      '{',
      '}',
      '[',
      ']',
      '"',
      ': ',
      '!!x ',
      '<<: ',
      '---\n',
      '\u0000',
      '1e999',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), (parts) => {
        const { config, problems } = parseConfig(parts.join(''));
        expect(config === null).toBe(problems.length > 0);
        for (const { message } of problems) expect(message).toMatch(/\w{3,}/u);
      }),
      fuzz(500),
    );
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fuzz } from '../../e2e/fuzz.ts';
import { parseBundle } from './parse-bundle.ts';

/** Parses `/b/bundle.yaml`, or another file, of a disk that holds only these files. */
const parse = (files: Record<string, string>, file = '/b/bundle.yaml') =>
  parseBundle(file, (place, from) => {
    const at = path.posix.resolve(path.posix.dirname(from), place);
    const text = Object.hasOwn(files, at) ? files[at] : undefined;
    return text === undefined ? { file: at, problem: 'No such file.', isMissing: true } : { file: at, text };
  });

const reported = (files: Record<string, string>, file?: string) =>
  parse(files, file).problems.map(({ severity, file: at, line, key, message }) => `${severity} ${at}:${line ?? '–'} ${key} ${message}`);

/** A bundle whose module of reviewers has this `config`. */
const bundleOf = (config: string, head = 'name: mine\n') =>
  `${head}hooks:\n  - module: hooks-observations\n    config:\n${config.replace(/^(?=.)/gmu, '      ')}`;

const watching = 'watch: [{ type: conversation }]';
const oneObserver = `observers:\n  - { name: A, focus: Errors, ${watching} }\n`;

const folder = path.join(import.meta.dirname, '__fixtures__/specification');
const specified = (name: string) => parse({ '/b/bundle.yaml': readFileSync(path.join(folder, name), 'utf8') });

describe('bundles of the specification', () => {
  it.each(readdirSync(folder))('%s is read as it is', (name) => {
    const { bundle, problems } = specified(name);
    expect(bundle).not.toBeNull();
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('has what its complete example says', () => {
    const { bundle, problems } = specified('complete.yaml');
    expect(problems).toMatchObject([
      { severity: 'warning', line: 12, key: 'behaviors.0.config.hooks.0.priority', message: expect.stringContaining('no effect') },
      {
        severity: 'warning',
        line: 79,
        key: 'behaviors.1.config',
        message: expect.stringContaining('hooks-observations-display is not loaded'),
      },
    ]);
    expect(bundle?.execution).toEqual({ maxConcurrent: 10, timeoutPerObserver: 30, onTimeout: 'skip', onCritical: 'continue' });
    expect(bundle?.modules.map(({ kind, module }) => `${kind} ${module}`)).toEqual([
      'behavior hooks-observations',
      'behavior hooks-observations-display',
      'tool tool-observations',
    ]);
    expect(bundle?.reviewers.map(({ id, model, timeout, line }) => [id, model, timeout, line])).toEqual([
      ['bundle/quick-scanner', 'claude-3-5-haiku', 15, 24],
      ['bundle/security-reviewer', 'claude-3-5-sonnet', 45, 36],
      ['bundle/logic-checker', 'claude-3-5-sonnet', 30, 60],
    ]);
    expect(bundle?.reviewers[1]).toMatchObject({
      name: 'Security Reviewer',
      role: 'Security vulnerability analysis',
      focus: expect.stringMatching(/^Look for .*\n- SQL injection risks \(CWE-89\)\n/u),
      watch: [
        { type: 'files', paths: ['src/**/*.py'] },
        { type: 'conversation', includeToolCalls: true, includeReasoning: true },
      ],
      triggers: [{ event: 'response:complete', tools: null }],
      metadata: { category: 'security' },
      enabled: true,
    });
  });

  it('keeps what becomes of findings, and says that a placeholder is one', () => {
    const { bundle, problems } = specified('issues.yaml');
    expect(bundle?.createIssuesFor).toEqual({
      settings: { severity: ['critical', 'high'], issue_type: 'bug', auto_assign: true },
      file: '/b/bundle.yaml',
      line: 14,
    });
    expect(problems).toMatchObject([
      { severity: 'warning', line: 10, key: 'behaviors.0.config.observers.0', message: expect.stringContaining('placeholder') },
      { severity: 'warning', message: expect.stringContaining('no reviewers') },
    ]);
  });

  it('says which bundles are not downloaded, and what cannot run without them', () => {
    expect(specified('composition.yaml').problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      expect.stringMatching(/^6 git\+https.*amplifier-foundation@main is not read/u),
      expect.stringMatching(/^9 git\+https.* clone the repository/u),
      expect.stringMatching(/^12 My Custom Observer does not run: it has no `watch`/u),
      expect.stringMatching(/^16 /u),
      expect.stringMatching(/^19 `context` has no effect here/u),
      expect.stringMatching(/^null This bundle has no reviewers/u),
    ]);
  });
});

const auditor =
  '---\nobserver:\n  name: Security Auditor\n  description: Finds vulnerabilities\n  model: claude-3-5-haiku-latest\n  timeout: 45\n\n' +
  'tools:\n  - grep\n---\n\n# Security Auditor\n\nLook for injection.\n';
const amplifier =
  '---\nbundle:\n  name: observers\n  version: 0.1\n  description: Reviews\n\nhooks:\n  - module: hooks-observations\n    config:\n' +
  '      hooks:\n        - trigger: "orchestrator:complete"\n          priority: 5\n      execution: { timeout_per_observer: 50 }\n' +
  '      observers:\n        - observer: PLACE\n          watch: [{ type: files, paths: ["./**/*.py"] }]\n---\n\n# For the agent\n';

describe('Markdown bundles and definitions', () => {
  it.each([
    ['beside the bundle', '/b/observers/security-auditor.md', 'observers/security-auditor'],
    ['beside the folder of the bundle', '/observers/security-auditor.md', 'observers/security-auditor'],
    ['with its ending', '/b/a.md', './a.md'],
    ['under the name of the bundle', '/b/observers/security-auditor.md', 'observers:observers/security-auditor'],
  ])('reads a definition %s', (_, file, place) => {
    const { bundle, problems } = parse({ '/b/bundle.md': amplifier.replace('PLACE', place), [file]: auditor }, '/b/bundle.md');
    expect(problems).toMatchObject([
      { severity: 'warning', file, line: 8, key: 'tools' },
      { severity: 'warning', file: '/b/bundle.md', line: 12, key: 'hooks.0.config.hooks.0.priority' },
    ]);
    expect(bundle).toMatchObject({ name: 'observers', version: '0.1', description: 'Reviews' });
    expect(bundle?.reviewers).toMatchObject([
      {
        id: 'observers/security-auditor',
        name: 'Security Auditor',
        role: 'Finds vulnerabilities',
        focus: null,
        instructions: '# Security Auditor\n\nLook for injection.',
        model: 'claude-3-5-haiku-latest',
        timeout: 45,
        watch: [{ type: 'files', paths: ['**/*.py'] }],
        triggers: [{ event: 'response:complete', tools: null }],
        file,
        line: 2,
      },
    ]);
  });

  it('says of a stray quotation mark where it is, and reads on', () => {
    const files = { '/b/bundle.md': amplifier.replace('PLACE', 'a"'), '/b/a.md': auditor };
    expect(parse(files, '/b/bundle.md').bundle?.reviewers).toHaveLength(1);
    expect(reported(files, '/b/bundle.md')[1]).toMatch(
      /^warning \/b\/bundle\.md:15 hooks\.0\.config\.observers\.0\.observer a" has a stray quotation mark/u,
    );
  });

  it('says once that reviewers have no tools', () => {
    const files = {
      '/b/bundle.yaml': bundleOf(
        `observers:\n  - { observer: a, name: A, ${watching} }\n  - { observer: b, name: B, ${watching}, tools: [x] }\n`,
      ),
      '/b/a.md': auditor,
      '/b/b.md': auditor,
    };
    expect(reported(files)).toHaveLength(1);
    expect(parse(files).bundle?.reviewers.map(({ id }) => id)).toEqual(['mine/a', 'mine/b']);
  });

  it.each([
    ['no file', {}, /^error \/b\/bundle\.md:15 hooks.* No such file: a\. Tried \/b\/a\.md, \/a\.md\./u],
    ['front matter below other text', { '/b/a.md': `# A\n\n${auditor}` }, /^error \/b\/a\.md:1 {2}A Markdown file must begin with/u],
    ['no front matter', { '/b/a.md': '# A\n' }, /^error \/b\/a\.md:1 {2}A Markdown file must begin with front matter/u],
    ['front matter of another kind', { '/b/a.md': '---\nmeta: {}\n---\n' }, /^error \/b\/a\.md:2 {2}No `observer` block/u],
    ['broken YAML', { '/b/a.md': '---\nobserver:\n  name: [\n---\nx\n' }, /^error \/b\/a\.md:\d {2}/u],
    ['nothing to say', { '/b/a.md': '---\nobserver: { name: A }\n---\n' }, /^error \/b\/a\.md:2 {2}The definition has no text/u],
    [
      'a typo',
      { '/b/a.md': '---\nobserver:\n  modle: x\n---\nx\n' },
      /^error \/b\/a\.md:3 observer\.modle Unknown key modle\. Did you mean model\?/u,
    ],
  ])('reports a definition with %s', (_, files, expected) => {
    expect(reported({ ...files, '/b/bundle.md': amplifier.replace('PLACE', 'a') }, '/b/bundle.md')[0]).toMatch(expected);
  });

  it('takes no definition for a bundle', () => {
    expect(reported({ '/b/a.md': auditor }, '/b/a.md')).toEqual([
      'error /b/a.md:2 observer This file defines an observer. Name it in the `observers` of a bundle: `- observer: PATH`.',
    ]);
  });
});

describe('what a bundle says', () => {
  it('has hooks of the bundle and of a reviewer, by our names of events', () => {
    const { bundle, problems } = parse({
      '/b/bundle.yaml': bundleOf(
        `hooks: [{ trigger: "prompt:submit" }]\nobservers:\n  - { name: A, focus: x, ${watching} }\n` +
          `  - { name: B, focus: x, ${watching}, provider: openai, enabled: false, hooks: [{ trigger: "tool:post", tools: [Write] }, { trigger: "build:failed" }] }\n`,
      ),
    });
    expect(problems).toEqual([]);
    expect(bundle?.reviewers).toMatchObject([
      { triggers: [{ event: 'message:received', tools: null }], provider: null, enabled: true, timeout: 30 },
      {
        triggers: [
          { event: 'tool:post', tools: ['Write'] },
          { event: 'build:failed', tools: null },
        ],
        provider: 'openai',
        enabled: false,
      },
    ]);
  });

  it('warns that keys of other programs have no effect, and is not troubled by them', () => {
    const head = 'name: mine\ncontext: [{ file: a.md }]\nproviders: [{ module: provider-anthropic }]\nagents: {}\nsession: {}\n';
    const files = { '/b/bundle.yaml': bundleOf(oneObserver, head) };
    expect(reported(files)).toEqual(
      ['context', 'providers', 'agents', 'session'].map(
        (key, at) => `warning /b/bundle.yaml:${at + 2} ${key} \`${key}\` has no effect here: it is for other programs.`,
      ),
    );
    expect(parse(files).bundle?.reviewers).toHaveLength(1);
  });

  it.each([
    ['no YAML', 'hooks: [', /^error \/b\/bundle\.yaml:1 {2}\w/u],
    ['an empty file', '', /^error \/b\/bundle\.yaml:1 {2}The file is empty/u],
    ['a list', '- a\n', /^error \/b\/bundle\.yaml:1 {2}Expected keys/u],
    ['a key twice', 'name: a\nname: b\n', /^error \/b\/bundle\.yaml:2 {2}Keys must be unique; name appears twice/u],
    ['a typo at the top', 'include: []\n', /^error \/b\/bundle\.yaml:1 include Unknown key include\. Did you mean includes\?/u],
    [
      'observers at the top',
      'name: a\nobservers: []\n',
      /:2 observers Move `observers` into the `config` of the module hooks-observations/u,
    ],
    [
      'a typo in the module',
      'hooks: [{ module: hook-observations }]\n',
      /:1 hooks\.0\.module Unknown module.*Did you mean hooks-observations\?/u,
    ],
    [
      'two modules of reviewers',
      'hooks: [{ module: hooks-observations }]\nbehaviors: [{ module: hooks-observations }]\n',
      /:2 behaviors\.0 .*appears twice/u,
    ],
    [
      'a typo in a reviewer',
      bundleOf(`observers:\n  - name: A\n    focus: x\n    ${watching}\n    timout: 3\n`),
      /:9 hooks\.0\.config\.observers\.0\.timout Unknown key timout\. Did you mean timeout\?/u,
    ],
    [
      'a kind of watch that there is not',
      bundleOf('observers:\n  - name: A\n    focus: x\n    watch:\n      - type: git\n'),
      /:9 .*watch\.0\.type must be `files` or `conversation`/u,
    ],
    [
      'an empty watch',
      bundleOf('observers:\n  - name: A\n    focus: x\n    watch: []\n'),
      /:8 .*observers\.0\.watch must have an entry of `type: files` or `type: conversation`/u,
    ],
    [
      'no watch',
      bundleOf('observers:\n  - name: A\n    focus: x\n'),
      /:6 hooks\.0\.config\.observers\.0 A has no `watch`\. Add an entry of `type: files`/u,
    ],
    ['no focus', bundleOf(`observers:\n  - name: A\n    ${watching}\n`), /:6 .*A has no `focus`\. Say what it looks for/u],
    ['no name', bundleOf(`observers:\n  - focus: x\n    ${watching}\n`), /:6 .*No `name`\. Give the observer one/u],
    [
      'a name of signs',
      bundleOf(`observers:\n  - name: "?!"\n    focus: x\n    ${watching}\n`),
      /:6 .*name The name \?! has no letter or digit/u,
    ],
    [
      'a name twice',
      bundleOf(`observers:\n  - { name: A b, focus: x, ${watching} }\n  - { name: a B, focus: x, ${watching} }\n`),
      /:7 .*observers\.1 Line 6 also defines a B\./u,
    ],
    ['no event', bundleOf(`hooks: [{ trigger: "a b" }]\n${oneObserver}`), /:5 hooks\.0\.config\.hooks\.0\.trigger must be an event/u],
    ['hooks without one', bundleOf(`hooks: []\n${oneObserver}`), /:5 hooks\.0\.config\.hooks must name an event/u],
    ['another mode', bundleOf(`execution: { mode: sequential }\n${oneObserver}`), /:5 .*execution\.mode must be parallel_sync/u],
    ['too many at a time', bundleOf(`execution: { max_concurrent: 51 }\n${oneObserver}`), /:5 .*execution\.max_concurrent .*50/u],
    [
      'too long a time',
      bundleOf(`execution: { timeout_per_observer: 601 }\n${oneObserver}`),
      /:5 .*execution\.timeout_per_observer .*600/u,
    ],
    [
      'a wrong answer to a timeout',
      bundleOf(`execution: { on_timeout: retry }\n${oneObserver}`),
      /:5 .*execution\.on_timeout .*"skip".*"fail"/u,
    ],
    ['a list that is none', bundleOf('observers: A\n'), /:5 .*observers must be a list/u],
    ['201 reviewers', bundleOf(`observers:\n${`  - { name: A, focus: x, ${watching} }\n`.repeat(201)}`), /:5 .*observers .*200/u],
    ['deep nesting', `a: ${'['.repeat(5_000)}`, /:1 {2}This is nested more than 100 levels deep/u],
    [
      'an alias bomb',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghi'
        .split('')
        .map((one, at) => `${one}: &${one} [${`*${'abcdefgh'[at] ?? ''},`.repeat(9)}]\n`)
        .join('')}`,
      /Excessive alias count/u,
    ],
  ])('reports %s with its line', (_, text, expected) => {
    expect(reported({ '/b/bundle.yaml': text })[0]).toMatch(expected);
    expect(parse({ '/b/bundle.yaml': text }).bundle).toBeNull();
  });

  it.each(['/etc/*', '~/x', '../x', 'a/../../x', 'a/..', '{..,b}/x', '@(..|b)/x', '!../x', '!/etc', 'C:/x', '\\x', 'a\\..\\b', ''])(
    'takes no pattern that leads out of the folder: %s',
    (glob) => {
      const text = bundleOf(`observers:\n  - name: A\n    focus: x\n    watch: [{ type: files, paths: [${JSON.stringify(glob)}] }]\n`);
      expect(reported({ '/b/bundle.yaml': text })[0]).toMatch(/:8 .*watch\.0\.paths\.0 must be a pattern relative to the folder/u);
    },
  );

  it.each(['**/*.py', 'a..b/*', '...', 'src/{a,b}/[!x]*.ts', '**/.env*', 'ä/ö ü.md', '@(a|b)/...'])(
    'takes a pattern below the folder: %s',
    (glob) => {
      const text = bundleOf(`observers:\n  - name: A\n    focus: x\n    watch: [{ type: files, paths: [${JSON.stringify(glob)}] }]\n`);
      expect(reported({ '/b/bundle.yaml': text })).toEqual([]);
    },
  );

  it.each([
    ['src/!(a).ts', 'has !(…). Take files away with a pattern of its own that begins with !, such as !**/*.test.ts.'],
    ['{a,b', 'has { without }. Match one with \\{.'],
    ['a'.repeat(501), '500'],
  ])('says what of a pattern cannot be matched: %s', (glob, problem) => {
    const text = bundleOf(`observers:\n  - name: A\n    focus: x\n    watch: [{ type: files, paths: [${JSON.stringify(glob)}] }]\n`);
    expect(reported({ '/b/bundle.yaml': text })[0]).toMatch(/:8 .*watch\.0\.paths\.0 /u);
    expect(reported({ '/b/bundle.yaml': text })[0]).toContain(problem);
  });

  it('takes 10,000 characters of patterns', () => {
    const toText = (patterns: number) =>
      bundleOf(
        `observers:\n  - { name: A, focus: x, watch: [{ type: files, paths: [${Array.from({ length: patterns }, () => 'a'.repeat(500)).join()}] }] }\n`,
      );
    expect(reported({ '/b/bundle.yaml': toText(20) })).toEqual([]);
    expect(reported({ '/b/bundle.yaml': toText(21) })[0]).toMatch(/:6 .*watch must have at most 10,000 characters of patterns in all/u);
  });

  it('takes patterns that take files away only beside others', () => {
    const toText = (paths: string) => bundleOf(`observers:\n  - name: A\n    focus: x\n    watch: [{ type: files, paths: [${paths}] }]\n`);
    expect(reported({ '/b/bundle.yaml': toText('"**/*.ts", "!**/node_modules/**"') })).toEqual([]);
    expect(reported({ '/b/bundle.yaml': toText('"!**"') })[0]).toMatch(
      /:8 .*watch\.0\.paths must have a pattern that does not begin with `!`/u,
    );
  });

  it('warns of what has no effect, and reads the rest', () => {
    const text = bundleOf(
      `hooks: [{ trigger: "response:complete", tools: [Write] }]\nobservers:\n  - { name: A, focus: x, ${watching}, color: red, __proto__: { enabled: false } }\n`,
    );
    const { bundle, problems } = parse({ '/b/bundle.yaml': text });
    expect(problems.map(({ severity, line, key }) => `${severity} ${line} ${key}`)).toEqual([
      'warning 5 hooks.0.config.hooks.0.tools',
      'warning 7 hooks.0.config.observers.0.color',
      'warning 7 hooks.0.config.observers.0.__proto__',
    ]);
    expect(bundle?.reviewers).toMatchObject([{ name: 'A', enabled: true, triggers: [{ event: 'response:complete', tools: null }] }]);
  });

  it('clips what a file makes long', () => {
    const key = `a${'x'.repeat(1_000)}`;
    const [problem] = parse({ '/b/bundle.yaml': bundleOf(`${key}: 1\n${oneObserver}`) }).problems;
    expect([problem?.severity, problem?.key.length, problem?.message.length]).toEqual(['warning', 200, 1_000]);
  });

  it('warns of a trigger that looks like another', () => {
    expect(reported({ '/b/bundle.yaml': bundleOf(`hooks: [{ trigger: "response:completed" }]\n${oneObserver}`) })).toEqual([
      'warning /b/bundle.yaml:5 hooks.0.config.hooks.0.trigger response:completed is an event that only you can post. Did you mean response:complete?',
    ]);
  });

  it('reads the values of an anchor', () => {
    const text = bundleOf(`observers:\n  - &a { name: A, focus: x, ${watching} }\n  - { <<: *a, name: B }\n`);
    expect(parse({ '/b/bundle.yaml': text }).bundle?.reviewers.map(({ name, focus }) => [name, focus])).toEqual([
      ['A', 'x'],
      ['B', 'x'],
    ]);
  });
});

const including = (...includes: string[]) => `name: top\nincludes: [${includes.join(', ')}]\n`;

describe('includes', () => {
  const base = bundleOf(
    `hooks: [{ trigger: "message:received" }]\nexecution: { timeout_per_observer: 20, max_concurrent: 3 }\n` +
      `observers:\n  - { name: A, focus: x, model: m, ${watching} }\n  - { name: B, focus: x, ${watching} }\n`,
    'name: base\n',
  );

  it.each([['base/bundle.yaml'], ['base'], ['"./base/bundle"'], ['{ bundle: base }']])('are read: %s', (place) => {
    const { bundle, problems } = parse({ '/b/bundle.yaml': including(place), '/b/base/bundle.yaml': base });
    expect(problems).toEqual([]);
    expect(bundle).toMatchObject({
      name: 'top',
      includes: [{ file: '/b/base/bundle.yaml', problem: null }],
      execution: { maxConcurrent: 3 },
    });
    expect(bundle?.reviewers).toMatchObject([
      { id: 'top/a', bundle: 'top', timeout: 20, file: '/b/base/bundle.yaml', triggers: [{ event: 'message:received' }] },
      { id: 'top/b' },
    ]);
  });

  it('are overridden key by key, by their config and then by the bundle itself', () => {
    const text = bundleOf(
      `execution: { max_concurrent: 9 }\nobservers:\n  - { name: b, enabled: false }\n`,
      'name: top\nincludes:\n  - bundle: base\n    config:\n      hooks: [{ trigger: "tool:post" }]\n' +
        '      execution: { on_timeout: fail }\n      observers:\n        - { name: a, timeout: 5 }\n' +
        `        - { name: C, focus: y, ${watching} }\n`,
    );
    const { bundle, problems } = parse({ '/b/bundle.yaml': text, '/b/base.yaml': base });
    expect(problems).toEqual([]);
    expect(bundle?.execution).toEqual({ maxConcurrent: 9, timeoutPerObserver: 20, onTimeout: 'fail', onCritical: 'continue' });
    expect(bundle?.reviewers).toMatchObject([
      { id: 'top/a', model: 'm', timeout: 5, enabled: true, triggers: [{ event: 'tool:post' }], file: '/b/base.yaml' },
      { id: 'top/b', timeout: 20, enabled: false },
      { id: 'top/c', focus: 'y', file: '/b/bundle.yaml', line: 9 },
    ]);
  });

  it('refer to definitions by the name of a bundle', () => {
    const files = {
      '/b/bundle.yaml': bundleOf(`observers: [{ observer: "base:observers/a", ${watching} }]\n`, 'includes: [vendor/base]\n'),
      '/b/vendor/base.yaml': 'name: base\n',
      '/b/vendor/observers/a.md': auditor,
    };
    expect(parse(files).bundle?.reviewers).toMatchObject([{ name: 'Security Auditor', file: '/b/vendor/observers/a.md' }]);
  });

  it('may meet again below: what both of two bundles include is there once', () => {
    const files = {
      '/b/bundle.yaml': including('c', 'd'),
      '/b/c.yaml': including('base'),
      '/b/d.yaml': including('base'),
      '/b/base.yaml': base,
    };
    expect(reported(files)).toEqual([]);
    expect(parse(files).bundle?.reviewers.map(({ id }) => id)).toEqual(['top/a', 'top/b']);
  });

  it('keep the reviewers that stand beside the address of a bundle', () => {
    const text = `includes:\n  - bundle: git+https://example.com/a@main\n    config: { ${oneObserver.replace(/\n\s*-/u, ' [').replace(/\n$/u, '] }\n')}`;
    const { bundle, problems } = parse({ '/b/bundle.yaml': text });
    expect(problems).toMatchObject([{ severity: 'warning', line: 2, key: 'includes.0.bundle' }]);
    expect(bundle?.includes).toMatchObject([
      { bundle: 'git+https://example.com/a@main', file: null, problem: expect.stringContaining('clone') },
    ]);
    expect(bundle?.reviewers.map(({ id }) => id)).toEqual(['bundle/a']);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'itself',
      { '/b/bundle.yaml': including('bundle.yaml') },
      /:2 includes\.0\.bundle Circular include: \/b\/bundle\.yaml → \/b\/bundle\.yaml\./u,
    ],
    [
      'each other in a circle',
      { '/b/bundle.yaml': including('c'), '/b/c.yaml': including('{ bundle: bundle.yaml }') },
      /\/b\/c\.yaml:2 .*Circular include: \/b\/bundle\.yaml → \/b\/c\.yaml → \/b\/bundle\.yaml\./u,
    ],
    [
      'what is not there',
      { '/b/bundle.yaml': including('c') },
      /:2 .*No such file: c\. Tried \/b\/c\.md, \/b\/c\.yaml, .*\/c\/bundle\.yaml\./u,
    ],
    ['a definition', { '/b/bundle.yaml': including('a'), '/b/a.md': auditor }, /\/b\/a\.md:2 observer This file defines an observer/u],
    [
      'a bundle with errors',
      { '/b/bundle.yaml': including('c'), '/b/c.yaml': bundleOf('observers: 3\n') },
      /\/b\/c\.yaml:5 .*observers must be a list/u,
    ],
    [
      'two reviewers of one name',
      { '/b/bundle.yaml': including('c', 'd'), '/b/c.yaml': bundleOf(oneObserver), '/b/d.yaml': bundleOf(oneObserver) },
      /\/b\/bundle\.yaml:2 includes\.1 \/b\/c\.yaml:6 and \/b\/d\.yaml:6 both define A\. Rename one/u,
    ],
    [
      'each other too deep',
      Object.fromEntries(
        Array.from({ length: 20 }, (_, at) => [at === 0 ? '/b/bundle.yaml' : `/b/${at}.yaml`, including(`${at + 1}.yaml`)]),
      ),
      /\/b\/10\.yaml:2 .*included more than 10 deep: \/b\/bundle\.yaml → .*→ \/b\/11\.yaml/u,
    ],
    [
      'too many files',
      {
        '/b/bundle.yaml': including('f1', 'f2', 'f3', 'f4', 'f5'),
        ...Object.fromEntries(
          [1, 2, 3, 4, 5].flatMap((at) => [
            [`/b/f${at}.yaml`, including(...Array.from({ length: 50 }, (_, to) => `f${at}/${to}.yaml`))],
            ...Array.from({ length: 50 }, (_, to) => [`/b/f${at}/${to}.yaml`, 'name: x\n']),
          ]),
        ),
      },
      /\/b\/f4\.yaml:2 .*The bundle has more than 200 files/u,
    ],
    [
      'too much text',
      {
        '/b/bundle.yaml': including('a.yaml', 'b.yaml'),
        '/b/a.yaml': `name: a\n#${'x'.repeat(600_000)}\n`,
        '/b/b.yaml': `#${'x'.repeat(600_000)}\n`,
      },
      /\/b\/bundle\.yaml:2 .*The bundle has more than 1,000,000 characters/u,
    ],
  ])('report %s', (_, files, expected) => {
    expect(reported(files)[0]).toMatch(expected);
    expect(parse(files).bundle).toBeNull();
  });

  it('take little time, however often they meet', () => {
    const files = Object.fromEntries(
      Array.from({ length: 10 }, (_, at) => [
        at === 0 ? '/b/bundle.yaml' : `/b/${at}.yaml`,
        at === 9 ? base : including(...Array.from({ length: 50 }, () => `${at + 1}.yaml`)),
      ]),
    );
    const startedAt = performance.now();
    expect(parse(files).bundle?.reviewers).toHaveLength(2);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
  });
});

it('never throws, whatever the text', () => {
  const piece = fc.constantFrom(
    ...[
      'bundle:',
      'name:',
      'hooks:',
      'behaviors:',
      'includes:',
      'config:',
      'observers:',
      'watch:',
      'metadata:',
      'execution:',
      '__proto__:',
    ],
    ...['module: hooks-observations', 'observer: a', 'trigger: x', 'type: files', 'paths: ["*"]', 'tools: [x]', 'timeout: .inf', '<<: *a'],
    ...[
      '\n',
      '\n  ',
      '\n    ',
      '\n      ',
      '- ',
      '&a ',
      '*a',
      '{',
      '}',
      '[',
      ']',
      '"',
      ': ',
      '---\n',
      '\u0000',
      'bundle.yaml',
      '...',
      ', ',
    ],
  );
  const text = fc.array(fc.oneof({ weight: 4, arbitrary: piece }, fc.string()), { maxLength: 40 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(text, text, fc.boolean(), (one, other, isMarkdown) => {
      const files = { '/b/bundle.yaml': bundleOf(one), '/b/a.md': `---\n${other}\n---\n${one}`, '/b/c.yaml': other };
      for (const file of isMarkdown ? ['/b/a.md'] : ['/b/bundle.yaml', '/b/c.yaml']) {
        const { bundle, problems } = parse(files, file);
        expect(bundle === null).toBe(problems.some(({ severity }) => severity === 'error'));
        for (const { message } of problems) expect(message).toMatch(/\w{3,}.*[.?!]$/su);
      }
    }),
    fuzz(500),
  );
});

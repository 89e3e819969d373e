import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { folderOf, isBuilt, run, useFolder } from './__fixtures__/built-command.ts';

useFolder();

const write = (name: string, text: string) => {
  mkdirSync(path.dirname(path.join(folderOf(), name)), { recursive: true });
  writeFileSync(path.join(folderOf(), name), text);
};
const bundleOf = (observer: string) =>
  `name: mine\nhooks:\n  - module: hooks-observations\n    config:\n      observers:\n        - ${observer}\n`;
const good = bundleOf(
  '{ observer: a, model: m, watch: [{ type: files, paths: ["src/**"] }, { type: conversation, include_reasoning: false }] }',
);
const definition = '---\nobserver: { name: Rules, description: Reviews }\ntools: [grep]\n---\nErrors\n';

describe.skipIf(!isBuilt)('observatory bundle', () => {
  it('checks bundles and definitions, with line and key', async () => {
    write('good.yaml', good);
    write('a.md', definition);
    write('bad.yaml', bundleOf('{ name: A, focus: x, timout: 3 }'));
    const all = await run('bundle', 'check', 'good.yaml', 'bad.yaml', 'a.md', 'missing.yaml');
    expect(all).toEqual({
      code: 3,
      stderr: '',
      stdout: [
        'a.md:3: warning: tools: Reviewers have no tools: they see only what they watch. `tools` has no effect.',
        'good.yaml: 1 reviewer, 1 warning',
        'bad.yaml:6: error: hooks.0.config.observers.0.timout: Unknown key timout. Did you mean timeout?',
        'bad.yaml: 1 error',
        'a.md:3: warning: tools: Reviewers have no tools: they see only what they watch. `tools` has no effect.',
        'a.md: reviewer Rules, 1 warning',
        'missing.yaml: error: No such file.',
        'missing.yaml: 1 error',
        '',
      ].join('\n'),
    });
    expect((await run('bundle', 'check', 'good.yaml')).code).toBe(0);
    const json = await run('bundle', 'check', '--json', 'bad.yaml');
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({
      files: [{ file: path.join(folderOf(), 'bad.yaml'), bundle: null, problems: [{ severity: 'error', line: 6 }] }],
    });
    expect(await run('bundle', 'check')).toMatchObject({ code: 2, stdout: '' });
  }, 60_000);

  it('says that issues need a webhook, and which of its settings they change nothing of', async () => {
    const issues = '      post_processing: { create_issues_for: { severity: [high], issue_type: bug } }\n';
    write('issues.yaml', `${bundleOf('{ name: A, focus: x, watch: [{ type: conversation }] }')}${issues}`);
    const check = async (own: string | null) => {
      const webhook = `sinks: [{ kind: webhook, name: a, url: "https://a.test", secret_env: A${own ?? ''} }]\n`;
      write('observatory.config.yaml', own === null ? '' : webhook);
      const { code, stdout } = await run('bundle', 'check', 'issues.yaml');
      return [code, ...stdout.trimEnd().split('\n')];
    };
    expect(await check(null)).toEqual([
      0,
      'issues.yaml:7: warning: post_processing.create_issues_for: This has no effect: the configuration has no webhook that creates issues. Add one to `sinks`.',
      'issues.yaml: 1 reviewer, 1 warning',
    ]);
    expect(await check('')).toEqual([0, 'issues.yaml: 1 reviewer']);
    expect(await check(', severity: [low]')).toEqual([
      0,
      'issues.yaml:7: warning: post_processing.create_issues_for.severity: `severity` has no effect: every webhook of the configuration sets its own.',
      'issues.yaml: 1 reviewer, 1 warning',
    ]);
  }, 60_000);

  it('asks nobody while the configuration has problems, which may hide its budget', async () => {
    write('good.yaml', good);
    write('a.md', definition);
    write('observatory.config.yaml', 'reviewers:\n  daily_budget_usd: cheap\n');
    const refused = await run('bundle', 'run', 'good.yaml', '--session', 'any');
    expect([refused.code, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/observatory\.config\.yaml:2: .*daily_budget_usd[\s\S]*Nobody was asked\. Correct the file first\.\n$/u);
  }, 60_000);

  it('shows the reviewers of a bundle', async () => {
    write('good.yaml', good);
    write('a.md', definition);
    write('bad.yaml', 'hooks: 3\n');
    const shown = await run('bundle', 'show', 'good.yaml');
    expect([shown.code, shown.stderr]).toEqual([0, expect.stringMatching(/^a\.md:3: warning: tools: /u)]);
    expect(shown.stdout).toBe(
      [
        'mine  good.yaml',
        '1 reviewer, at most 10 at a time; a timeout is skipped',
        '',
        'Rules  mine/rules',
        '  Reviews',
        '  model    m',
        '  watches  src/**',
        '  watches  the conversation without reasoning',
        '  runs     at response:complete, for at most 30 s',
        '  defined  a.md:2',
        '',
      ].join('\n'),
    );
    expect(JSON.parse((await run('bundle', 'show', 'good.yaml', '--json')).stdout)).toMatchObject({
      name: 'mine',
      reviewers: [{ id: 'mine/rules' }],
    });
    expect(await run('bundle', 'show', 'bad.yaml')).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^bad\.yaml:1: error: hooks: /u) as string,
    });
    expect(await run('bundle', 'show')).toMatchObject({ code: 2, stdout: '' });
    expect(await run('bundle', 'show', 'good.yaml', '--schema')).toMatchObject({ code: 2, stdout: '' });
    expect((await run('bundle', 'show', '--schema')).stdout).toBe(readFileSync('docs/bundle.schema.json', 'utf8'));
  }, 60_000);
});

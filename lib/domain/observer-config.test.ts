import { expect, it } from 'vitest';
import { observerEntry, defaultOutputPath } from './observer-config.ts';

const isPath = (output_path: string): boolean => observerEntry.safeParse({ observer: 'stall', output_path }).success;

it('takes Markdown files in folders below the agent alone', () => {
  expect([defaultOutputPath, 'notes/a b.md', 'a/b/c/d.md', 'a..b/c...md'].filter((one) => !isPath(one))).toEqual([]);
  const refused = [
    '',
    '.',
    '..',
    '/etc/x.md',
    '../x.md',
    'a/../x.md',
    'a/..',
    'C:\\x\\y.md',
    '\\\\host\\x.md',
    '~/x/y.md',
    'a\0/b.md',
    'CLAUDE.md',
    '.git/hooks/pre-commit',
    'a/.md/',
  ];
  expect(refused.filter(isPath)).toEqual([]);
});

it('refuses what agents may read as instructions, and says what to use instead', () => {
  const hidden = [
    '.claude/x.md',
    '.openhands/microagents/repo.md',
    '.factory/droids/x.md',
    '.iflow/commands/x.md',
    '.codebuddy/rules/x.md',
    '.goose/x.md',
    '.pi/x.md',
    '.trae/rules/x.md',
    '.cline/rules/x.md',
    '.an-agent-of-tomorrow/x.md',
    'a/.Claude/x.md',
    'a\\.claude\\x.md',
    '\u200d.claude/x.md',
    '.wink/.claude/x.md',
    '.wink-rules/x.md',
    'CLAUDE~1/x.md',
    'notes/.x.md',
  ];
  const named = [
    'docs/IFLOW.md',
    'docs/AGENTS_extra.md',
    'docs/agents.local.md',
    'docs/AGENTS .md',
    'docs/AGENTS..md',
    'a/b/Claude.md',
    'docs/GEMINI-2.md',
    'docs/QWEN.md',
    'docs/CODEBUDDY.md',
    'docs/project_rules.md',
    'docs/rules.md',
    'docs/c\u200blaude.md',
    '.wink/trajectory/AGENTS.md',
  ];
  const toMessage = (output_path: string) => observerEntry.safeParse({ observer: 'stall', output_path }).error?.issues.at(0)?.message;
  expect(hidden.filter((one) => toMessage(one)?.includes('except .wink') !== true)).toEqual([]);
  expect(named.filter((one) => toMessage(one)?.includes('Use a name such as assessment.md') !== true)).toEqual([]);
  const harmless = ['.wink/x.md', './.wink/x.md', 'a/.wink/x.md', 'notes/ampere.md', 'notes/piano.md', 'notes/roof.md', 'agents/stall.md'];
  expect(harmless.filter((one) => !isPath(one))).toEqual([]);
});

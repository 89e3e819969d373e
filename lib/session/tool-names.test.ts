import { expect, it } from 'vitest';
import { toToolKind } from './tool-kind.ts';
import { readArguments } from './call-arguments.ts';
import { computeToolSummary } from './tool-summary.ts';

it('knows the tools of Codex', () => {
  expect(['shell_command', 'functions.exec', 'write_stdin', 'apply_patch', 'wait_agent', 'tool_search'].map(toToolKind)).toEqual([
    ...['shell', 'shell', 'shell', 'edit', 'subagent', 'search'],
  ]);
});

it('knows the tools of Amplifier', () => {
  expect(['edit_file', 'todo', 'web_fetch', 'delegate'].map(toToolKind)).toEqual(['edit', 'todo', 'web', 'subagent']);
});

it('sums up commands without their shell, and patches by their files', () => {
  expect(computeToolSummary(readArguments('{"command":["bash","-lc","npm test"]}'))).toBe('npm test');
  expect(computeToolSummary(readArguments('{"cmd":"ls"}'))).toBe('ls');
  expect(computeToolSummary(readArguments(JSON.stringify('*** Begin Patch\n*** Update File: a.ts\n*** Add File: b.ts\n')))).toBe(
    'a.ts, b.ts',
  );
  const patch = '*** Begin Patch\n*** Update File: a.ts\n';
  expect(computeToolSummary(readArguments(JSON.stringify({ command: ['apply_patch', patch] })))).toBe('a.ts');
  expect(computeToolSummary(readArguments('{"changes":{"a.ts":{"type":"add"},"b.ts":{}}}'))).toBe('a.ts, b.ts');
  expect(computeToolSummary(readArguments('{"changes":[{"path":"a.ts","kind":"add"}]}'))).toBe('a.ts');
});

it('sums up questions by the first, plans by their first line, and todo lists by what is done', () => {
  const sumUp = (value: unknown) => computeToolSummary(readArguments(JSON.stringify(value)));
  expect(sumUp({ questions: [{ header: 'Store', question: 'Which\nstore?' }, { question: 'When?' }] })).toBe('Which store? (1 more)');
  expect(sumUp({ questions: [{ id: 'a', question: 'When?' }] })).toBe('When?');
  expect(sumUp({ questions: [], query: 'a' })).toBe('a');
  expect(sumUp({ plan: '\n## Split it\n\n1. Move' })).toBe('Split it');
  expect(sumUp({ plan: [{ step: 'a', status: 'completed' }, { text: 'b', completed: true }, { text: 'c' }] })).toBe('2 of 3 done');
});

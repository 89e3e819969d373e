import { describe, expect, it } from 'vitest';
import { makeDrafts } from '../format.ts';
import { openCodex } from './reader.ts';

const meta = { type: 'session_meta', payload: { id: '019f0000-0000-7000-8000-00000000000a' } };
const item = (type: string, rest: object) => ({ type: 'response_item', payload: { type, ...rest } });
const script = (id: string, input: string) => item('custom_tool_call', { name: 'exec', input, call_id: id });
const printed = (id: string, ...texts: string[]) =>
  item('custom_tool_call_output', { call_id: id, output: texts.map((text) => ({ type: 'input_text', text })) });
const completed = (id: string, ...texts: string[]) => printed(id, 'Script completed\nWall time 0.1 seconds\nOutput:\n', ...texts);
const event = (type: string, rest: object) => ({ type: 'event_msg', payload: { type, ...rest } });
const done = (rest: object) => event('item_completed', { item: rest });
const nestedId = (last: string) => `exec-371d6bd7-188f-4ea0-b216-92740e45467${last}`;
const command = (id: string, exitCode: number) => done({ type: 'CommandExecution', id, command: ['ls'], exit_code: exitCode });

const runs = (line: string) => `const r = await tools.exec_command({ cmd: "${line}" });\ntext(r.output);`;

/** Reads lines, with the reader opened anew from its state before each. */
const read = (...values: readonly object[]) => {
  const drafts = makeDrafts();
  let state: unknown = null;
  for (const [index, value] of [meta, ...values].entries()) {
    const reader = openCodex({ path: '/logs/file.jsonl' }, JSON.parse(JSON.stringify(state)));
    reader.read({ number: index + 1, offset: index, bytes: 1, text: '', hash: String(index) }, value, drafts);
    state = reader.state();
  }
  return {
    calls: drafts.records.flatMap(({ call }) => call?.name ?? []),
    results: drafts.records.flatMap(({ result }) => (result ? [[result.outcome, result.outcomeSource, result.exitCode ?? null]] : [])),
    nested: drafts.records.filter(({ kind, subtype }) => kind === 'meta' && subtype !== null).map(({ text }) => text),
  };
};

const judge = (source: string, ...texts: string[]) => read(script('a', source), completed('a', ...texts)).results[0];

describe('a script that completed', () => {
  it('is unknown where nothing tells how its command ended', () => {
    expect(judge(runs('cargo build'), 'Compiling app v0.1.0\n')).toEqual(['unknown', 'none', null]);
  });

  it('failed if it did not run to its end', () => {
    const { results } = read(
      script('a', runs('ls')),
      printed('a', 'Script failed\nWall time 0.0 seconds\nOutput:\n', 'Script error:\nTypeError'),
    );
    expect(results).toEqual([['error', 'text', null]]);
  });

  it('ends by the exit codes that it prints', () => {
    expect(judge(runs('ls'), 'a', '{"exit_code":0}')).toEqual(['ok', 'exit_code', 0]);
    expect(judge(runs('ls'), '{"exit_code":0}', '{"exit_code":2}')).toEqual(['error', 'exit_code', 2]);
    expect(judge(runs('ls'), '[{"exit_code":0,"output":"a"},{"exit_code":4,"output":"b"}]')).toEqual(['error', 'exit_code', 4]);
    expect(judge(runs('ls'), 'a\nexit_code=1\n')).toEqual(['error', 'exit_code', 1]);
    expect(judge(runs('ls'), 'a\n[exit 0]')).toEqual(['ok', 'exit_code', 0]);
  });

  it('is unknown if it prints the exit codes of some commands only, and all of these are 0', () => {
    expect(judge(`${runs('ls')} ${runs('ls b')}`, 'a', '{"exit_code":0}')?.[0]).toBe('unknown');
    expect(judge(`${runs('ls')} ${runs('ls b')}`, '{"exit_code":0}', '{"exit_code":0}')?.[0]).toBe('ok');
    expect(judge(`${runs('ls')} ${runs('ls b')}`, 'a', '{"exit_code":1}')?.[0]).toBe('error');
  });

  it.each([
    ['cargo test', 'error[E0433]: failed to resolve: use of undeclared crate\nerror: could not compile `app` (bin "app")'],
    ['cargo test --all', 'running 2 tests\ntest result: FAILED. 1 passed; 1 failed'],
    ['npm ci', 'npm error code ERESOLVE\nnpm error ERESOLVE could not resolve'],
    ['node --test', '# pass 3\n# fail 1\n'],
    ['npx vitest run', ' Tests  2 failed | 3 passed (5)'],
    ['python3 -m pytest', '=================== 1 failed, 2 passed in 0.10s ==================='],
    ['python3 run.py', 'Traceback (most recent call last):\n  File "run.py", line 1, in <module>\n    f()\nValueError: no\n'],
    ['go test ./...', '--- FAIL: TestSum (0.00s)\nFAIL\nFAIL\texample.org/sum\t0.2s'],
    ['make all', 'make: *** [Makefile:3: all] Error 1'],
    ['npx tsc --noEmit', "src/a.ts(1,7): error TS2304: Cannot find name 'x'."],
    ['git switch gone', 'fatal: invalid reference: gone'],
    ['jq . a.json', 'bash: line 1: jq: command not found'],
  ])('failed if the output of %s has a line of failure', (line, output) => {
    expect(judge(runs(line), output)).toEqual(['error', 'text', null]);
    expect(judge(runs('cat build.log'), output.replace(/^bash: .*/u, ''))?.[0]).toBe('unknown');
  });

  it('is ok if it runs no command and uses only tools that throw', () => {
    expect(judge('text(await tools.apply_patch("*** Begin Patch"));', '{}')).toEqual(['ok', 'text', null]);
    expect(judge('try { await tools.apply_patch("x"); } catch {}', '{}')?.[0]).toBe('unknown');
    expect(judge('text(await tools.mcp__files__read({}));', '{}')?.[0]).toBe('unknown');
    expect(judge('text("no tool")', 'no tool')?.[0]).toBe('unknown');
  });
});

describe('calls that a script makes', () => {
  it('count in the script, and say how it ended', () => {
    const source = `${runs('ls')} ${runs('ls b')}`;
    const ok = read(script('a', source), command(nestedId('1'), 0), command(nestedId('2'), 0), completed('a', 'x'));
    expect(ok.calls).toEqual(['exec']);
    expect(ok.results).toEqual([['ok', 'exit_code', 0]]);
    expect(ok.nested.map((text) => text.slice(0, 28))).toEqual(Array(2).fill('exec_command exited with 0: '));
    const failed = read(script('a', source), command(nestedId('1'), 3), command(nestedId('2'), 0), completed('a', 'x'));
    expect(failed.results).toEqual([['error', 'exit_code', 3]]);
  });

  it.each(['patch_apply_end', 'web_search_end', 'mcp_tool_call_end', 'exec_command_end'])('are no calls of their own: %s', (type) => {
    const { calls } = read(script('a', runs('ls')), event(type, { call_id: 'other', success: true, changes: {} }), completed('a', 'x'));
    expect(calls).toEqual(['exec']);
  });

  it('say nothing of commands by a patch alone', () => {
    const patch = event('patch_apply_end', { call_id: nestedId('1'), success: true, changes: {} });
    expect(read(script('a', runs('ls')), patch, completed('a', 'x')).results).toEqual([['unknown', 'none', null]]);
  });

  it('belong to no script where two run', () => {
    const { calls, results } = read(
      ...[script('a', runs('ls')), script('b', runs('ls'))],
      ...[command(nestedId('1'), 1), completed('a', 'x'), completed('b', 'x')],
    );
    expect(calls).toEqual(['exec', 'exec']);
    expect(results.map(([outcome]) => outcome)).toEqual(['unknown', 'unknown']);
  });

  it('are calls again in the turn after a script that never answered', () => {
    const { calls } = read(script('a', runs('ls')), event('task_started', {}), event('patch_apply_end', { call_id: 'p', success: true }));
    expect(calls).toEqual(['exec', 'apply_patch']);
  });
});

it('ends a script that runs on in the call that waits for it', () => {
  const running = printed('a', 'Script running with cell ID 7\nWall time 10.0 seconds\nOutput:\n');
  const wait = item('function_call', { name: 'wait', arguments: '{"cell_id":"7"}', call_id: 'w' });
  const { calls, results } = read(script('a', runs('npm test')), running, wait, command(nestedId('1'), 1), completed('w', 'x'));
  expect(calls).toEqual(['exec', 'wait']);
  expect(results).toEqual([
    ['running', 'text', null],
    ['error', 'exit_code', 1],
  ]);
});

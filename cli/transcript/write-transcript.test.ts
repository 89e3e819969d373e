import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { makeClaudeLines, toFile } from '../../e2e/claude-lines.ts';
import { makeImageLines } from '../../e2e/image-lines.ts';
import { makeSessionService } from '../../lib/services/sessions.ts';
import { withFile } from '../open-file.ts';
import { markdownStyle, plainStyle, type Style } from './styles.ts';
import { getRange, writeTranscript } from './write-transcript.ts';

const failure = ['Traceback (most recent call last):', '  File "a.py", line 1', '\u001B[31mValueError: `x` is no number\u001B[0m'].join(
  '\n',
);
const talk = makeClaudeLines({ sessionId: 'a' });
const lines = toFile(
  talk.prompt('Fix the test.\nPlease.'),
  talk.call('1', 'Bash', { command: 'npm test' }),
  talk.result('1', 'ok'),
  talk.call('2', 'Bash', { command: 'python a.py' }),
  talk.result('2', failure, true),
  talk.response('It **fails**.\u202E'),
  talk.prompt('Why?'),
  talk.response('Because.'),
);

const print = async (
  { only = null, errorsAlone = false }: { only?: number | null; errorsAlone?: boolean } = {},
  style: Style = plainStyle,
  text = lines,
): Promise<string> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'transcript-'));
  try {
    const file = path.join(folder, 'a.jsonl');
    await writeFile(file, text);
    return await withFile(file, async ({ store, result }) => {
      const sessionId = result.sessions[0]?.id ?? '';
      const { turns } = await makeSessionService({ store, now: Date.now }).turns(sessionId);
      let printed = '';
      const space = { columns: 60, nowMs: Date.UTC(2026, 5, 1), isLive: false };
      await writeTranscript({ store, sessionId, turns, style }, { ...getRange(turns, only), errorsAlone, ...space }, (part) => {
        printed += part;
      });
      return printed.replaceAll(/· Mar \d+, \d\d:\d\d ·/gu, '· DAY ·');
    });
  } finally {
    await rm(folder, { recursive: true });
  }
};

it('prints turns, prompts, answers, and each call in a line, with what explains a failure', async () => {
  expect(await print()).toBe(`
── T0 · DAY · 5.0 s active · 2 calls, 1 error ──

> Fix the test.
> Please.

  #1     ok        Bash  npm test  1.0 s
  #2     error     Bash  python a.py  1.0 s
        │   File "a.py", line 1
        │ ValueError: \`x\` is no number

It **fails**.⟨U+202E⟩

── T1 · DAY · 1.0 s active · 0 calls ──

> Why?

Because.
`);
});

const plan = makeClaudeLines({ sessionId: 'p' });
const planned = toFile(
  plan.prompt('Plan it.'),
  plan.call('1', 'AskUserQuestion', {
    questions: [{ header: 'Store', question: 'Which store?', options: [{ label: 'SQLite' }, { label: 'Files' }] }],
  }),
  plan.result('1', 'User has answered your questions: "Which store?"="Files". You can now continue with the user\'s answers in mind.'),
  plan.call('2', 'ExitPlanMode', { plan: '# Files\n\n1. Write' }),
  plan.result('2', 'User has approved your plan. You can now start coding.'),
  plan.response('Done.'),
);

it('prints plans and questions in full, with what the person answered', async () => {
  expect(await print({}, plainStyle, planned)).toContain(
    [
      '        │ **Store:** Which store?',
      '        │',
      '        │ - [ ] SQLite',
      '        │ - [x] Files',
      '  #2     ok        ExitPlanMode  Files  1.0 s',
      '        │ # Files',
      '        │',
      '        │ 1. Write',
      '        │',
      '        │ **Approved.**',
    ].join('\n'),
  );
  expect(await print({}, markdownStyle, planned)).toContain(
    '- #2 ok ExitPlanMode `Files` (1.0 s)\n\n  > # Files\n  >\n  > 1. Write\n  >\n  > **Approved.**\n\nDone.',
  );
});

it('prints one turn', async () => {
  const text = await print({ only: 1 });
  expect(text).toContain('> Why?\n\nBecause.\n');
  expect(text).not.toContain('T0');
  await expect(print({ only: 2 })).rejects.toThrow('There is no turn T2. Use 0 to 1.');
});

it('prints failed calls alone, below their turns', async () => {
  const text = await print({ errorsAlone: true });
  expect(text).toContain('── T0 ');
  expect(text).toContain('#2     error');
  expect(text).not.toMatch(/#1 |T1|Because/u);
  expect(await print({ errorsAlone: true, only: 1 })).toBe('\nNo call failed.\n');
});

it('names images and other attachments', async () => {
  expect(await print({}, plainStyle, makeImageLines('images'))).toContain('> Compare them\n> [image/png, 69 B]\n> [image/svg+xml, 71 B]\n');
});

it('prints Markdown in which no output ends its fence', async () => {
  const text = await print({ only: 0 }, markdownStyle);
  expect(text).toContain(
    '\n## T0 · DAY · 5.0 s active · 2 calls, 1 error\n\n> Fix the test.\n> Please.\n\n- #1 ok Bash `npm test` (1.0 s)\n',
  );
  expect(text).toContain(
    '- #2 **error** Bash `python a.py` (1.0 s)\n  ```\n    File "a.py", line 1\n  ValueError: `x` is no number\n  ```\n\nIt **fails**.',
  );
  const call = {
    callIndex: 1,
    outcome: 'error',
    name: 'Bash',
    summary: 'echo `a`',
    durationMs: null,
    childSessionId: null,
    childCalls: null,
  } as const;
  expect(markdownStyle.call(call, '', ['```'], { columns: 80, nowMs: 0, isLive: false })).toBe(
    '- #1 **error** Bash `` echo `a` `` (–)\n  ````\n  ```\n  ````',
  );
  const open = { ...call, outcome: 'running' } as const;
  expect(plainStyle.call(open, '', [], { columns: 80, nowMs: 0, isLive: true })).toContain('#1     running ');
  expect(plainStyle.call(open, '', [], { columns: 80, nowMs: 0, isLive: false })).toContain('#1     no end recorded ');
});

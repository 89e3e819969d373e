import { expect, it } from 'vitest';
import { toRefusal } from './formats/claude-code/outcome.ts';
import { toOutput } from './formats/codex/outcome.ts';
import { toScriptNeeds, toScriptOutcome } from './formats/codex/script.ts';
import { about, makeCalls, type Step } from './observers/__fixtures__/make-calls.ts';
import { observeCall } from './observers/observe-call.ts';
import { printArguments } from './print/arguments.ts';
import { splitAnsiLines } from './print/ansi.ts';
import { prefixLines, toFenced } from './print/markdown-text.ts';
import { toPlainLine } from './print/plain-line.ts';
import { toLastStates, toVisibleOutput } from './print/visible-text.ts';
import { redact } from './redaction/redact.ts';
import { listPromptTerms } from './retrieval/telling-words.ts';
import { quoteText } from './retrieval/quote-text.ts';
import { toFindingFingerprint } from './reviewers/finding-fingerprint.ts';
import { parseAnswer } from './reviewers/parse-answer.ts';
import { findPlaces } from './reviewers/place.ts';
import { toExcerpt } from './search/highlight.ts';
import { parseQuery, toPlainTerms } from './search/query.ts';
import { readCallContent } from './session/call-content.ts';
import { explainFailure, unwrapError } from './session/explain-failure.ts';
import { resolveProjects, toRepositoryKey } from './session/resolve-projects.ts';
import { toTitleLine } from './session/title-line.ts';
import { summarizeTurn } from './summaries/extractive.ts';
import { readAnswer } from './summaries/model-answer.ts';

const toCall = (tool: string, params: unknown, text: string): Step => ({ tool, params, result: text, outcome: 'error', prompt: text });
const observe = (...steps: Step[]): unknown => makeCalls(steps).map((call) => observeCall(call, about));
const terms = toPlainTerms('find all the words');
const script = { starter: null, needs: 'xcnpgmtfs', isYielded: false, commands: 1, isFailed: false, exitCode: null, end: 'open' } as const;
const review = { reviewer: 'a', root: '/repo', within: 'b' };
const toFinding = (text: string) => ({
  content: text.slice(0, 20_000),
  sourceRef: text.slice(0, 4_096),
  category: text,
  code: null,
  severity: 'high' as const,
});
const toRecord = (kind: 'prompt' | 'response', text: string, seq: number) => ({
  recordId: String(seq),
  seq,
  kind,
  text,
  tool: null,
  isFailed: null,
});

/** Readers of texts that anybody may have written. */
const readers: Record<string, (text: string) => unknown> = {
  'the title of a session': toTitleLine,
  'a shell command': (text) => observe(toCall('Bash', { command: text }, text)),
  'a shell command with a redirect': (text) => observe(toCall('Bash', { command: `cat <<EOF > a\n${text}` }, text)),
  'an edit': (text) => observe(toCall('Edit', { file_path: text, old_string: text, new_string: `${text}.` }, text)),
  'a patch': (text) => observe(toCall('apply_patch', { input: `*** Begin Patch\n*** Update File: ${text}\n-a\n+b` }, text)),
  'another call': (text) => observe(toCall(text, { [text]: text }, text)),
  'a script of Codex': (text) => [
    toScriptNeeds(`tools.exec_command("${text}")`),
    toScriptOutcome(script, text, { outcome: 'ok', outcomeSource: 'exit_code' }, 0),
  ],
  'a refusal': (text) => [toRefusal(text), toOutput(text), toOutput(`exec_command failed for ${text}`)],
  'a failure': (text) => explainFailure(unwrapError(text).split('\n'), 3),
  'an output with colors': (text) => [splitAnsiLines(text), toVisibleOutput(text)],
  'an output with progress': (text) => toLastStates(text),
  'a plan': (text) =>
    readCallContent({
      name: 'ExitPlanMode',
      params: JSON.stringify({ plan: text }),
      resultText: `User has approved it.\n${text}`,
      outcome: 'ok',
    }),
  'an answered question': (text) => {
    const params = JSON.stringify({ questions: [{ question: text, options: [text, 'a'] }, { question: 'b' }] });
    return ['ok', 'rejected'].map((outcome) =>
      readCallContent({
        name: 'ask_user',
        params,
        resultText: `"${text}"="${text}", "b"="${text}`,
        outcome: outcome === 'ok' ? 'ok' : 'rejected',
      }),
    );
  },
  'arguments with long texts': (text) => printArguments(JSON.stringify({ text, list: [text] })),
  'a line without marks': (text) => toPlainLine(text),
  'a block of Markdown': (text) => toFenced(prefixLines(text, '> ')),
  'a query': (text) => parseQuery(text.slice(0, 4_000), 0),
  'an excerpt': (text) => toExcerpt(text, terms),
  'a prompt that is searched': listPromptTerms,
  'an example': quoteText,
  'a turn to summarize': (text) =>
    summarizeTurn({
      sessionId: 's',
      turnIdx: 0,
      records: [toRecord('prompt', text, 0), toRecord('response', text, 1)],
      isAborted: false,
      verification: null,
      nextPrompt: { recordId: 'n', text },
    }),
  'a summary of a model': (text) => [readAnswer(text, text), readAnswer(`\`\`\`json\n${text}\n\`\`\``, text)],
  'an answer of a reviewer': parseAnswer,
  'a finding of a reviewer': (text) => [toFindingFingerprint(toFinding(text), review, new Set()), findPlaces(toFinding(text), '/repo')],
  'a repository and a folder': (text) => [
    toRepositoryKey(text),
    resolveProjects([{ cwd: text, repository: null, mainFolder: text, worktreeName: null, gitRoot: null }]),
  ],
  'a text to redact': (text) => [redact(text), redact(`password=${text}`)],
};

/** Repeated parts: one to three characters, and beginnings of lines that rules look for. */
const parts = [
  ...Array.from(' \t\n\r\u2028aA1_-.,/\\"\'`~=|#+([{<>*@:$%;&?\u001bé漢😀'),
  ...'1.¦a.¦a/¦/a¦a-¦-a ¦a ¦a\n¦\n ¦ \n¦a, ¦@a¦a@¦1 ¦\\"¦\\n¦"a¦`a¦``a¦(a¦[a¦[a](¦[!¦{a¦{a,b}¦<a>¦<a ¦</a¦\u001b[¦\u001b]'.split('¦'),
  ...'~~~\r¦```\n¦- [ ] ¦> ¦* ¦| a ¦= ¦= 1 failed ¦expect(a).b(¦> @¦(y/n) ¦1) ¦│ ¦❯ ¦$ a\n¦+++ a\n¦.test¦-d¦line 1, ¦Error: '.split('¦'),
  ...'a/b ¦fix a/b and ¦keep a/b ¦never a ¦you can ¦limit ¦not found ¦at a (b:1:1)\n¦  File "a", line 1\n¦http://a¦https://a:b@'.split('¦'),
  ...'sed -i ¦tar x¦cd a && ¦rm -a ¦cat <<a\n¦<<"¦a=b ¦sudo ¦git -C a ¦npm install a ¦*** Update File: a ¦password='.split('¦'),
  ...'Traceback (most recent call last):\n  a\n¦Condensation¦1234567890¦abcdefghij'.split('¦'),
];
/** Each part with an ending, so that an expression that matched the run tries again. */
const runs = parts.flatMap((part) => [[part, '!'] as const, [part, ':1:1'] as const]);

/** Short ones first, so that exponential time fails instead of never ending. */
const lengths = [60, 300, 3_000, 16_000];
const maxMs = 60;
/** Linear time grows fourfold, quadratic time sixteenfold. */
const maxGrowth = 8;

/** Processor time in ms, the least of five: a busy machine is no slow reader. */
const measure = (read: (text: string) => unknown, text: string): number => {
  let ms = Infinity;
  for (let tries = 0; tries < 5 && ms > maxMs; tries += 1) {
    const startedAt = process.cpuUsage();
    read(text);
    const { user, system } = process.cpuUsage(startedAt);
    ms = Math.min(ms, (user + system) / 1_000);
  }
  return ms;
};

it.each(Object.keys(readers))(
  '%s is read in linear time',
  (name) => {
    const read = readers[name]!;
    const isSlow = (part: string, end: string, length: number): boolean => {
      const repeat = (characters: number) => part.repeat(Math.ceil(characters / part.length)) + end;
      const ms = measure(read, repeat(length));
      return ms > maxMs && ms > maxGrowth * measure(read, repeat(length / 4));
    };
    expect(runs.filter(([part, end]) => lengths.some((length) => isSlow(part, end, length)))).toEqual([]);
  },
  120_000,
);

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openStore } from '../db/open-store.ts';
import type { SummaryTexts, TurnRecord, TurnToSummarize } from '../lib/domain/summary.ts';
import { listWords } from '../lib/search/words.ts';
import { readTurnRecords } from '../lib/services/summaries/read-turn-records.ts';
import { toToolKind } from '../lib/session/tool-kind.ts';
import { computeVerification } from '../lib/session/verification.ts';
import { chooseSentences, summarizeTurn, type Rank } from '../lib/summaries/extractive.ts';
import { findAnswer, readTurn } from '../lib/summaries/read-turn.ts';
import { rankByTextRank } from '../lib/summaries/text-rank.ts';
import type { Store } from '../lib/store/store.ts';
import { inFolder, openArchive } from './archive.ts';
import { atLeast, type Figure } from './figure.ts';
import { rankByLead, rankByLexRank, rankByLuhn, rankBySumBasic } from './summary-methods.ts';

const corpora = [
  'claude-code',
  'codex',
  'agents',
  'pi',
  'openhands',
  'swe-agent',
  'atif',
  'mini-swe-agent',
  'openai-chat',
  'otel-genai',
  'oats',
];
const methods: Record<string, Rank> = {
  'lead (baseline)': rankByLead,
  Luhn: rankByLuhn,
  SumBasic: rankBySumBasic,
  LexRank: rankByLexRank,
  TextRank: rankByTextRank,
};
/** Below these there is nothing to choose, or nothing to compare with. */
const [minSentences, minAnswerWords] = [4, 20];

const toWords = (text: string): string[] => listWords(text).map((word) => word.toLowerCase());
const toF1 = (shared: number, of: number, reference: number): number => (shared === 0 ? 0 : (2 * shared) / (of + reference));

/** ROUGE-1 and ROUGE-L (Lin 2004), F1 over words without stemming. */
const computeRouge = (text: string, reference: string): { one: number; long: number } => {
  const [a, b] = [toWords(text), toWords(reference)];
  const counts = new Map<string, number>();
  for (const word of b) counts.set(word, (counts.get(word) ?? 0) + 1);
  let shared = 0;
  for (const word of a) {
    const left = counts.get(word) ?? 0;
    if (left > 0) shared += 1;
    counts.set(word, left - 1);
  }
  let row = new Uint32Array(b.length + 1);
  for (const word of a) {
    const next = new Uint32Array(b.length + 1);
    for (const [at, other] of b.entries()) next[at + 1] = word === other ? (row[at] ?? 0) + 1 : Math.max(next[at] ?? 0, row[at + 1] ?? 0);
    row = next;
  }
  return { one: toF1(shared, a.length, b.length), long: toF1(row.at(-1) ?? 0, a.length, b.length) };
};

/** Names of edited files and of tools whose calls failed: what a summary of the turn should say. */
const listMattered = (records: readonly TurnRecord[]): { files: Set<string>; tools: Set<string> } => {
  const [files, tools] = [new Set<string>(), new Set<string>()];
  for (const { kind, tool, text, isFailed } of records) {
    if (kind !== 'tool_call' || tool === null) continue;
    if (isFailed) tools.add(tool);
    if (!['edit', 'write'].includes(toToolKind(tool))) continue;
    const named = /(?:"(?:file_path|path|filename)": ?"([^"]+)")|\*\*\* (?:Add|Update|Delete) File: ([^\n\\]+)/gu;
    for (const [, given, patched] of text.matchAll(named)) files.add(path.basename(given ?? patched ?? ''));
  }
  return { files, tools };
};

const readTurns = async (store: Store): Promise<TurnToSummarize[]> => {
  const { items } = await store.listSessions({ includeChildren: true }, 'started', false, { cursor: null, limit: 1_000 });
  const turns: TurnToSummarize[] = [];
  for (const { id } of items) {
    const rows = await store.listTurns(id);
    const total = await store.countRecords(id);
    for (const [at, { startSeq, turnIdx }] of rows.entries()) {
      const toSeq = rows[at + 1]?.startSeq ?? total;
      const records = await readTurnRecords(store, id, { fromSeq: startSeq, toSeq });
      const { cwd, calls } = await store.listWork(id, startSeq, toSeq);
      const verification = computeVerification(calls, cwd);
      const next = rows.slice(at + 1).find(({ hasPrompt, ended }) => hasPrompt && ended !== 'taken_back');
      const nextPrompt = next ? await store.readPrompt(id, next.messageId) : null;
      turns.push({ sessionId: id, turnIdx, records, isAborted: false, verification, nextPrompt });
    }
  }
  return turns;
};

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** Share of names that a text says. */
const coverOf = (names: ReadonlySet<string>, text: string): number[] =>
  names.size === 0 ? [] : [[...names].filter((name) => text.includes(name)).length / names.size];

const compareMethods = (turns: readonly TurnToSummarize[]): void => {
  const read = turns.map((turn) => {
    const answer = findAnswer(turn.records).responses;
    return {
      whole: readTurn(turn),
      without: readTurn({ ...turn, records: turn.records.filter((record) => !answer.includes(record)) }),
      answer: answer.map(({ text }) => text).join('\n'),
      ...listMattered(turn.records),
    };
  });
  const compared = read.filter(
    ({ without, answer }) => without.work.length + without.answer.length >= minSentences && toWords(answer).length >= minAnswerWords,
  );
  process.stdout.write(`${turns.length} turns, ${compared.length} compared with their answers\n\n`);
  process.stdout.write('| method | ROUGE-1 | ROUGE-L | edited files named | ms a turn |\n|---|---|---|---|---|\n');
  for (const [name, rank] of Object.entries(methods)) {
    const rouge = compared.map(({ without, answer }) =>
      computeRouge(
        chooseSentences(without, rank)
          .map(({ text }) => text)
          .join(' '),
        answer,
      ),
    );
    const startedAt = performance.now();
    const texts = read.map(({ whole }) =>
      chooseSentences(whole, rank)
        .map(({ text }) => text)
        .join(' '),
    );
    const ms = (performance.now() - startedAt) / read.length;
    const files = read.flatMap(({ files: named }, at) => coverOf(named, texts[at] ?? ''));
    const cells = [
      percent(mean(rouge.map(({ one }) => one))),
      percent(mean(rouge.map(({ long }) => long))),
      percent(mean(files)),
      ms.toFixed(2),
    ];
    process.stdout.write(`| ${name} | ${cells.join(' | ')} |\n`);
  }
  process.stdout.write('\n');
};

const levelsOf = (summaries: readonly SummaryTexts[]): string =>
  (['High', 'Medium', 'Low'] as const)
    .map((level) => `${summaries.filter((one) => one.confidence_level === level).length} ${level}`)
    .join(', ');

/** Turns that are summarized to measure how fast that is: all of them, or again until there are as many. */
const minTimed = 1_000;

const measureWhole = (turns: readonly TurnToSummarize[], isReal: boolean): Figure[] => {
  for (const turn of turns.slice(0, 50)) summarizeTurn(turn);
  const rounds = Math.ceil(minTimed / turns.length);
  let summaries: SummaryTexts[] = [];
  const startedAt = performance.now();
  for (let round = 0; round < rounds; round += 1) summaries = turns.map(summarizeTurn);
  const perSecond = ((turns.length * rounds) / (performance.now() - startedAt)) * 1_000;
  const speed = atLeast(`summaries: of ${turns.length} turns (${levelsOf(summaries)}), a second`, perSecond, 200, '');
  if (!isReal) return [speed];
  const mattered = turns.map(({ records }) => listMattered(records));
  const texts = summaries.map(({ summary, tools_rationale, key_findings }) => `${summary}\n${tools_rationale}\n${key_findings}`);
  const cover = (which: 'files' | 'tools') => mean(mattered.flatMap((one, at) => coverOf(one[which], texts[at] ?? ''))) * 100;
  return [
    speed,
    atLeast('summaries: edited files that they name', cover('files'), 75, '%'),
    atLeast('summaries: tools that failed and that they name', cover('tools'), 95, '%'),
  ];
};

/**
 * How fast summaries are made of the sample sessions, what they name, and, as a table, how methods of choosing sentences compare. Without
 * samples: how fast, of the formats' fixtures.
 */
export const measureSummaries = (): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const samples = process.env.OBSERVATORY_SAMPLES;
    const root = samples ?? path.resolve('lib/formats/__fixtures__');
    const databaseFile = path.join(folder, 'observatory.db');
    const archive = openArchive(databaseFile);
    for (const part of samples ? corpora : ['']) {
      const files = (await readdir(path.join(root, part), { recursive: true })).filter((file) => /\.jsonl?$/u.test(file)).sort();
      for (const file of files) await archive.importPath(path.join(root, part, file)).catch(() => null);
    }
    await archive.close();
    const store = openStore(databaseFile, { migrationsFolder: path.resolve('db/migrations') });
    const turns = await readTurns(store);
    await store.close();
    if (samples) compareMethods(turns);
    return measureWhole(turns, samples !== undefined);
  });

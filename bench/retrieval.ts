import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { openStore } from '../db/open-store.ts';
import type { TurnResult } from '../lib/domain/retrieval.ts';
import { retrieveInput } from '../lib/domain/retrieval.ts';
import { toTurnResult } from '../lib/retrieval/turn-end.ts';
import { parseQuery, toPlainTerms } from '../lib/search/query.ts';
import { makeRetrievalService } from '../lib/services/retrieval/retrieval-service.ts';
import { computeWilson } from '../lib/stats/proportion.ts';
import type { Store } from '../lib/store/store.ts';
import { inFolder, openArchive } from './archive.ts';
import { makeRandom } from './search-archive.ts';

const corpora: Record<string, string> = { 'openai-chat': 'openai-chat', 'Claude Code': 'claude-code', agents: 'agents' };
const maxSteps = 50;
const alike = 0.5;

type Turn = {
  sessionId: string;
  /** The session that its session descends from. */ root: string;
  recordId: string;
  prompt: string;
  atMs: number;
  tools: ReadonlySet<string>;
  result: TurnResult;
};
type Choose = (turn: Turn) => Promise<Turn | undefined>;

const findRoot = async (store: Store, sessionId: string): Promise<string> => {
  const parentId = (await store.findSession(sessionId))?.parentId;
  return parentId ? findRoot(store, parentId) : sessionId;
};

/** All prompts that calls followed. */
const listTurns = async (store: Store): Promise<Turn[]> => {
  const turns: Turn[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<Store['search']>> = await store.search(parseQuery('kind:prompt', 0), { cursor, limit: 100 });
    for (const { sessionId, recordId, seq, text, atMs } of page.items) {
      if (sessionId === null || recordId === null || seq === null) continue;
      const turnIdx = (await store.listTurns(sessionId)).find(({ startSeq }) => startSeq === seq)?.turnIdx ?? null;
      const [continuation] = await store.readContinuations([{ sessionId, seq, turnIdx }], maxSteps);
      if (!continuation) continue;
      const tools = new Set(continuation.steps.flatMap(({ tool }) => tool ?? []));
      if (tools.size > 0)
        turns.push({
          sessionId,
          root: await findRoot(store, sessionId),
          recordId,
          prompt: text,
          atMs: atMs ?? 0,
          tools,
          result: toTurnResult(continuation).result,
        });
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return turns;
};

/** Whether a turn shares the tools (at least half of all of both) and the result of another. */
const isAlike = (a: Turn, b: Turn): boolean => {
  const shared = [...a.tools].filter((tool) => b.tools.has(tool)).length;
  return a.result === b.result && shared / new Set([...a.tools, ...b.tools]).size >= alike;
};

const makeChoices = (store: Store, turns: readonly Turn[]): Record<string, Choose> => {
  const byRecord = new Map(turns.map((turn) => [turn.recordId, turn]));
  const service = makeRetrievalService({ store, now: () => 0 });
  const random = makeRandom(11);
  const others = ({ root }: Turn) => turns.filter((turn) => turn.root !== root);
  return {
    retrieval: async ({ prompt, sessionId }) => {
      const input = retrieveInput.parse({ prompt: prompt.slice(0, 20_000), top_k: 1, exclude_session_id: sessionId });
      const { examples } = await service.retrieve(input);
      return byRecord.get(examples[0]?.recordId ?? '');
    },
    'plain FTS5': async ({ prompt, sessionId }) => {
      const conditions = [{ field: 'kind' as const, values: ['prompt'], isNot: false }];
      const found = await store.rankRecords({ terms: toPlainTerms(prompt), conditions }, { limit: 50, except: [sessionId] });
      return found.flatMap(({ recordId }) => byRecord.get(recordId) ?? [])[0];
    },
    newest: async (turn) => others(turn).reduce<Turn | undefined>((last, one) => (last && last.atMs >= one.atMs ? last : one), undefined),
    random: async (turn) => {
      const all = others(turn);
      return all[Math.floor(random() * all.length)];
    },
  };
};

const percent = (share: number): string => `${(share * 100).toFixed(0)} %`;

/** Prints a table: how often the first example shares the tools and the result of a turn that was left out. Needs the sample sessions. */
const printRetrievalQuality = async (): Promise<void> => {
  const samples = process.env.OBSERVATORY_SAMPLES;
  if (!samples) throw new Error('Set OBSERVATORY_SAMPLES to a folder of sample sessions.');
  process.stdout.write(
    '| corpus | turns | ended well, failed, unknown | retrieval | plain FTS5 | newest | random |\n|---|---|---|---|---|---|---|\n',
  );
  for (const [name, part] of Object.entries(corpora)) {
    await inFolder(async (folder) => {
      const databaseFile = path.join(folder, 'observatory.db');
      const archive = openArchive(databaseFile);
      const files = (await readdir(path.join(samples, part), { recursive: true })).filter((file) => /\.jsonl?$/u.test(file)).sort();
      for (const file of files) await archive.importPath(path.join(samples, part, file)).catch(() => null);
      await archive.index();
      await archive.close();
      const store = openStore(databaseFile, { migrationsFolder: path.resolve('db/migrations') });
      const turns = await listTurns(store);
      const cells: string[] = [];
      for (const choose of Object.values(makeChoices(store, turns))) {
        let hits = 0;
        for (const turn of turns) {
          const chosen = await choose(turn);
          if (chosen && isAlike(chosen, turn)) hits += 1;
        }
        const interval = computeWilson({ hits, of: turns.length });
        cells.push(interval ? `${percent(hits / turns.length)} (${percent(interval.low)} to ${percent(interval.high)})` : '–');
      }
      const results = (['succeeded', 'failed', 'unknown'] as const).map((one) => turns.filter(({ result }) => result === one).length);
      process.stdout.write(`| ${name} | ${turns.length} | ${results.join(', ')} | ${cells.join(' | ')} |\n`);
      await store.close();
    });
  }
};

await printRetrievalQuality();

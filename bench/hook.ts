import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inFolder, openArchive } from './archive.ts';
import { atMost, quantile, type Figure } from './figure.ts';
import { buildSearchArchive, drawQueries, makeRandom, readTexts } from './search-archive.ts';

const rounds = 40;
const script = path.resolve('dist/hook.mjs');

/** One event through a process of its own: from its start to its end. */
const runHook = async (folder: string, event: object): Promise<number> => {
  const began = performance.now();
  const env = { ...process.env, HOME: folder, OBSERVATORY_DB: path.join(folder, 'observatory.db') };
  const child = spawn(process.execPath, [script], { env, stdio: ['pipe', 'ignore', 'inherit'] });
  child.stdin.end(JSON.stringify(event));
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the hook ended with ${String(code)}`);
  return performance.now() - began;
};

const toLine = (number: number, type: string, content: unknown): string =>
  `${JSON.stringify({
    type,
    uuid: `u-${number}`,
    sessionId: 'bench',
    cwd: '/project',
    timestamp: new Date(Date.UTC(2026, 0, 1) + number * 1_000).toISOString(),
    message: { role: type, content },
  })}\n`;

/** A bundle of reviewers that wait for the end of a turn, which the configuration names. */
const writeBundle = async (folder: string, reviewers: number): Promise<void> => {
  const watch = [{ type: 'files', paths: ['src/**/*.py'] }, { type: 'conversation' }];
  const observers = Array.from({ length: reviewers }, (_, at) => ({ name: `Reviewer ${at}`, focus: 'Anything', model: 'local', watch }));
  await writeFile(path.join(folder, 'bundle.yaml'), JSON.stringify({ hooks: [{ module: 'hooks-observations', config: { observers } }] }));
  await writeFile(path.join(folder, 'observatory.config.yaml'), 'reviewers: {bundles: [bundle.yaml]}\n');
};

/** The hook as a process, on a session that has `records` records already; at each event the transcript has grown by two lines. */
const measureAt = (records: number, maxMs: number, reviewers = 0): Promise<Figure[]> =>
  inFolder(async (folder) => {
    if (reviewers > 0) await writeBundle(folder, reviewers);
    const transcript = path.join(folder, 'bench.jsonl');
    let line = 0;
    const toUse = (id: string) => toLine(++line, 'assistant', [{ type: 'tool_use', id, name: 'Bash', input: { command: `step ${id}` } }]);
    const toGiven = (id: string) => toLine(++line, 'user', [{ type: 'tool_result', tool_use_id: id, content: `done ${id}`.repeat(20) }]);
    const before = Array.from({ length: records / 2 }, (_, at) => toUse(`b${at}`) + toGiven(`b${at}`));
    await writeFile(transcript, toLine(++line, 'user', 'Go') + before.join(''));
    const base = { session_id: 'bench', transcript_path: transcript, cwd: folder };
    // A session that ran before there was a hook is read in several events; here by the import, at once.
    const archive = openArchive(path.join(folder, 'observatory.db'));
    await archive.importPath(transcript);
    await archive.close();
    for (let warm = 0; warm < 3; warm += 1) await runHook(folder, { ...base, hook_event_name: 'UserPromptSubmit' });
    const times: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const id = `c${round}`;
      await appendFile(transcript, toUse(id));
      const call = {
        tool_name: 'Bash',
        tool_use_id: id,
        tool_input: { command: `step ${id}` },
        tool_response: { stdout: 'done', stderr: '' },
      };
      times.push(await runHook(folder, { ...base, hook_event_name: 'PostToolUse', ...call }));
      await appendFile(transcript, toGiven(id));
    }
    const size = `${records.toLocaleString('en')} records${reviewers === 0 ? '' : `, ${reviewers} reviewers`}`;
    return [
      atMost(`hook, whole process, ${size}: median`, quantile(times, 0.5), maxMs, 'ms'),
      atMost(`hook, whole process, ${size}: 95 of 100`, quantile(times, 0.95), maxMs, 'ms'),
    ];
  });

const promptWords = 60;

/** The hook as a process at prompts, adding examples out of an archive of `records` records. */
const measurePrompts = (records: number, maxMs: number): Promise<Figure[]> =>
  inFolder(async (folder) => {
    const texts = await readTexts(folder);
    const { store, bare } = await buildSearchArchive(folder, texts, records);
    bare.close();
    await store.close();
    await writeFile(path.join(folder, 'observatory.config.yaml'), 'retrieval:\n  on_prompt: true\n  any_project: true\n');
    const transcript = path.join(folder, 'bench.jsonl');
    await writeFile(transcript, toLine(1, 'user', 'Go'));
    const times: number[] = [];
    for (const prompt of drawQueries(texts, rounds, promptWords, makeRandom(17))) {
      const event = { session_id: 'bench', transcript_path: transcript, cwd: folder, hook_event_name: 'UserPromptSubmit', prompt };
      times.push(await runHook(folder, event));
    }
    const name = `hook with examples at a prompt of ${promptWords} words, ${records.toLocaleString('en')} records`;
    return [atMost(`${name}: 95 of 100`, quantile(times, 0.95), maxMs, 'ms')];
  });

/** Where the hook gives up. */
const deadlineMs = 800;

/** Bar 5: what an agent waits at each of its calls; in a session of 100,000 records the hook still gets through. */
export const measureHook = async (): Promise<Figure[]> => [
  ...(await measureAt(500, 250)),
  ...(await measureAt(500, 250, 20)),
  ...(await measureAt(10_000, 250)),
  ...(await measureAt(100_000, deadlineMs)),
  ...(await measurePrompts(100_000, 250)),
];

import { appendFile, mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDatabase } from '../../../db/open-database.ts';
import { defaultOutputPath } from '../../domain/observer-config.ts';
import { defaultConfig, makeObserverSet } from '../../observers/observer-set.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { makeSqliteStore } from '../../store/sqlite/sqlite-store.ts';
import type { Store } from '../../store/store.ts';
import type { Bundle } from '../../domain/bundle.ts';
import { parseBundle } from '../../reviewers/parse-bundle.ts';
import { oneReviewer } from '../reviews/__fixtures__/review-desk.ts';
import { toHookPayload } from './hook-event.ts';
import { runHook } from './run-hook.ts';

const observers = defaultConfig.observers.filter(({ observer }) => observer === 'unverified_finish');
const { set: finishChecker } = makeObserverSet({ ...defaultConfig, observers });
if (!finishChecker) throw new Error('the configuration is valid');

const sessionId = sessionIdOf('claude-code', 'unchecked');

let folder: string;
let store: Store;
beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'observatory-hook-')));
  store = makeSqliteStore(openDatabase({ file: path.join(folder, 'archive.db'), migrationsFolder: path.resolve('db/migrations') }));
});
afterEach(async () => {
  bundles = [];
  await store.close();
  await rm(folder, { recursive: true });
});

const { bundle } = parseBundle('bundle.yaml', (_, file) => ({ file, text: oneReviewer() }));
let bundles: Bundle[] = [];
let lines = 0;
const toLine = (type: 'user' | 'assistant', message: object): string => {
  lines += 1;
  const timestamp = new Date(Date.UTC(2026, 0, 5, 10, 0, lines)).toISOString();
  const entry = { type, sessionId: 'unchecked', uuid: `line-${String(lines)}`, timestamp, cwd: folder, version: '2.1.330', message };
  return `${JSON.stringify(entry)}\n`;
};
const writeLines = (text: string) => appendFile(path.join(folder, 'unchecked.jsonl'), text);
const write = (type: 'user' | 'assistant', message: object) => writeLines(toLine(type, message));
const say = (content: unknown) => write('user', { role: 'user', content });
const answer = (id: string, stopReason: string, content: object) =>
  write('assistant', { role: 'assistant', id, model: 'claude-opus-4-8', stop_reason: stopReason, content: [content] });
const run = async (event: string, more: object = {}): Promise<string> => {
  const transcript = { transcript_path: path.join(folder, 'unchecked.jsonl'), cwd: folder };
  const payload = toHookPayload({ hook_event_name: event, session_id: 'unchecked', ...transcript, ...more });
  if (!payload) throw new Error(`${event} is an event`);
  const loadFeedback = () => ({ set: finishChecker, writeFile: true, redacts: false, loadReviewers: () => bundles });
  const deps = { store, loadFeedback, now: () => Date.UTC(2026, 0, 6), warn: () => undefined };
  return (await runHook(deps, payload, new AbortController().signal)).section;
};
const list = () => store.listAssessments(sessionId, { superseded: false });

it('assesses the end of a turn at Stop, once, whose answer was not there at its last call, and reports it at the next prompt', async () => {
  const input = { file_path: path.join(folder, 'src/money.ts'), old_string: 'a', new_string: 'b' };
  await say('Fix the rounding.');
  await answer('one', 'tool_use', { type: 'tool_use', id: 'toolu_1', name: 'Edit', input });
  await say([{ type: 'tool_result', tool_use_id: 'toolu_1', content: 'The file has been updated.' }]);
  await run('PostToolUse', { tool_name: 'Edit', tool_use_id: 'toolu_1', tool_input: input, tool_response: {} });
  expect(await list()).toEqual([]);

  await answer('two', 'end_turn', { type: 'text', text: 'Amounts are rounded half to even now.' });
  expect(await run('Stop')).toBe('');
  const found = await list();
  expect(found).toMatchObject([{ observer: 'unverified_finish', callIndex: 1, findings: [{ subject: 'src/money.ts', calls: [1] }] }]);
  const end = await store.listCallFacts(sessionId, 1, 1);
  expect(end.turnEnds).toMatchObject([{ callIndex: 1, answerId: found[0]?.answerId, answer: 'Amounts are rounded half to even now.' }]);
  expect(await readFile(path.join(folder, defaultOutputPath), 'utf8')).toContain('#### Unverified Finish');

  await run('Stop');
  expect(await list()).toEqual(found);
  await say('Thanks. Now run the tests.');
  expect(await run('UserPromptSubmit', { prompt: 'Thanks. Now run the tests.' })).toContain('src/money.ts');
  expect((await list()).map(({ callIndex, answerId }) => [callIndex, answerId])).toEqual(found.map((one) => [one.callIndex, one.answerId]));
});

it('leaves the end of a turn to the reviewers that wait for it, once', async () => {
  if (bundle) bundles = [bundle];
  await say('Fix the rounding.');
  await run('UserPromptSubmit', { prompt: 'Fix the rounding.' });
  expect((await store.listReviewRuns({}, { cursor: null, limit: 10 })).items).toEqual([]);
  await answer('one', 'end_turn', { type: 'text', text: 'Done.' });
  await run('Stop');
  await run('Stop');
  const { items } = await store.listReviewRuns({}, { cursor: null, limit: 10 });
  expect(items).toMatchObject([{ sessionId, event: 'response:complete', source: 'hook', state: 'queued' }]);
});

it('takes a part of what observers are behind at each event', async () => {
  const name = 'Read';
  const toInput = (call: number) => ({ file_path: path.join(folder, `${String(call)}.txt`) });
  const toCall = (call: number): string => {
    const id = `toolu_${String(call)}`;
    const use = toLine('assistant', { role: 'assistant', content: [{ type: 'tool_use', id, name, input: toInput(call) }] });
    return use + toLine('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'Done.' }] });
  };
  const getPlaces = async () => ({
    calls: await store.countToolCalls(sessionId),
    observed: (await store.findObserverCheckpoint(sessionId))?.callIndex,
    counted: (await store.findSession(sessionId))?.toolCalls,
  });
  await say('Read all of them.');
  await writeLines(Array.from({ length: 2_050 }, (_, at) => toCall(at + 1)).join(''));
  await run('UserPromptSubmit', { prompt: 'Read all of them.' });
  const { observed, ...places } = await getPlaces();
  expect(places).toEqual({ calls: 2_050, counted: 2_050 });
  expect(observed).toBeGreaterThan(1_900);
  expect(observed).toBeLessThanOrEqual(2_000);

  await run('PostToolUse', { tool_name: name, tool_use_id: 'toolu_2051', tool_input: toInput(2_051), tool_response: 'Done.' });
  expect(await getPlaces()).toEqual({ calls: 2_051, observed: 2_051, counted: 2_051 });
});

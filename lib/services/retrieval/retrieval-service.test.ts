import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { AppError } from '../../domain/errors.ts';
import { retrieveInput, retrieveRequest } from '../../domain/retrieval.ts';
import { computeArm } from '../../experiments/assign.ts';
import { buildExperiment } from '../../store/build-experiment.ts';
import { changeExperiment } from '../../store/change-experiment.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { makeBatch, makeRecordRow, makeSessionRow, makeToolCallRow, makeToolResultRow } from '../../store/make-batch.ts';
import type { Store } from '../../store/store.ts';
import { makeRetrievalService } from './retrieval-service.ts';

let store: Store;
beforeEach(() => {
  store = openStore(':memory:', { migrationsFolder: path.resolve(import.meta.dirname, '../../../db/migrations') });
});
afterEach(() => store.close());

type PutOptions = {
  outcome?: 'ok' | 'error' | 'unknown';
  answer?: string;
  /** Outcome of the session, as its file states it. */
  result?: Parameters<typeof makeSessionRow>[0]['outcome'];
} & Omit<Partial<Parameters<typeof makeSessionRow>[0]>, 'outcome'>;

type Call = { text: string; outcome?: 'ok' | 'error' };

/** A session of turns, each with a prompt, calls with their results, and an answer. */
const putTurns = async (sessionId: string, turns: readonly { prompt: string; calls: readonly Call[] }[]): Promise<void> => {
  const rows = turns.flatMap(({ prompt, calls }, turnIdx) => [
    { kind: 'prompt' as const, text: prompt, turnIdx, outcome: null },
    ...calls.map(({ text, outcome = 'ok' }) => ({ kind: 'tool_call' as const, text, turnIdx, outcome })),
    { kind: 'response' as const, text: 'That is what was done.', turnIdx, outcome: null },
  ]);
  const calls = rows.flatMap(({ outcome, turnIdx }, seq) =>
    outcome === null ? [] : [{ id: `${sessionId}-${seq}`, seq, turnIdx, outcome }],
  );
  await store.append(
    makeBatch({
      sessions: [makeSessionRow({ id: sessionId })],
      records: rows.map(({ kind, text, turnIdx }, seq) =>
        makeRecordRow({ id: `${sessionId}-${seq}`, sessionId, seq, kind, text, turnIdx, subtype: kind === 'response' ? 'end_turn' : null }),
      ),
      calls: calls.map(({ id, seq, turnIdx }, at) => makeToolCallRow({ sessionId, id, seq, turnIdx, callIndex: at + 1, name: 'bash' })),
      results: calls.map(({ id, outcome }) => makeToolResultRow({ sessionId, recordId: id, callId: id, outcome })),
    }),
  );
  await store.recomputeAggregates([sessionId]);
  while ((await store.indexSome()) > 0);
};

/** A session of a prompt, as many calls as are named, each with its result, and an answer. */
const put = async (
  sessionId: string,
  prompt: string,
  calls: readonly string[],
  { outcome = 'ok', answer = 'That is what was done.', result = null, ...session }: PutOptions = {},
): Promise<void> => {
  const texts = [prompt, ...calls, answer];
  await store.append(
    makeBatch({
      sessions: [makeSessionRow({ ...session, outcome: result, id: sessionId })],
      records: texts.map((text, seq) => {
        const kind = seq === 0 ? 'prompt' : seq === texts.length - 1 ? 'response' : 'tool_call';
        const subtype = kind === 'response' ? 'end_turn' : null;
        return makeRecordRow({ id: `${sessionId}-${seq}`, sessionId, seq, kind, text, subtype, turnIdx: 0 });
      }),
      calls: calls.map((_, at) =>
        makeToolCallRow({ sessionId, id: `${sessionId}-${at + 1}`, seq: at + 1, callIndex: at + 1, name: 'bash' }),
      ),
      results: calls.map((_, at) =>
        makeToolResultRow({ sessionId, recordId: `${sessionId}-${at + 1}`, callId: `${sessionId}-${at + 1}`, outcome }),
      ),
    }),
  );
  // Prompts without calls are not counted among those that tell how rare a word is.
  if (calls.length > 0) await store.recomputeAggregates([sessionId]);
  while ((await store.indexSome()) > 0);
};

const retrieve = (prompt: string, over: Partial<ReturnType<typeof retrieveInput.parse>> = {}) =>
  makeRetrievalService({ store, now: () => 0 }).retrieve({
    ...retrieveInput.parse({ prompt, min_score: 0.5, explain: true }),
    ...over,
  });

it('gives what succeeded, also where failed attempts at the same prompt score more', async () => {
  await put('solved', 'the migration failed with a lock, what now', ['wait for the lock']);
  await put('failed', 'deploy blocked: migration failed, lock on checkout', ['migrate'], { outcome: 'error' });
  const { examples, leftOut } = await retrieve('deploy blocked: migration failed, lock on checkout');
  expect(examples.map(({ sessionId, relativeScore }) => [sessionId, relativeScore])).toEqual([['solved', 1]]);
  expect(leftOut?.map(({ sessionId, reason }) => [sessionId, reason])).toEqual([['failed', 'failed']]);
});

it('shows no key, not even as a word that both prompts share', async () => {
  const key = `ghp_${'aB3dE5fG7hJ9kL1m'.repeat(2)}wxyz`;
  await put('leaky', `rotate the key ${key}`, ['rotate']);
  const answer = await retrieve(`rotate the key ${key}`, { min_score: 0 });
  expect(answer.examples).toHaveLength(1);
  expect(JSON.stringify(answer).toLowerCase()).not.toContain('ab3de5fg7hj9kl1m');
});

it('looks on behind prompts without calls', async () => {
  for (let at = 0; at < 60; at += 1) await put(`idle-${at}`, 'thanks for the refund', []);
  await put('worked', 'thanks, look up the refund of order seven in the database, and tell me', ['select']);
  expect((await retrieve('thanks for the refund', { min_score: 0 })).examples.map(({ sessionId }) => sessionId)).toEqual(['worked']);
});

it('says how the work ended, behind the first calls', async () => {
  await put('long', 'unlock the migration', ['look', 'try', 'look again', 'wait', 'terminate the session']);
  const { examples, section } = await retrieve('unlock the migration', { continuation_limit: 2 });
  expect(examples.map(({ steps }) => steps.map(({ text, skipped }) => [text, skipped]))).toEqual([
    [
      ['look', 0],
      ['try', 0],
      ['wait', 1],
      ['terminate the session', 0],
      ['That is what was done.', 0],
    ],
  ]);
  expect(section).toMatch(
    / {2}bash: try\n {2}… 1 call or result left out\n {2}bash: wait\n {2}bash: terminate the session\n {2}response: That/u,
  );
});

it('finds prompts that are written without spaces by parts of them', async () => {
  await put('lock', '迁移失败了，数据库被锁住，怎么办？', ['unlock']);
  expect((await retrieve('数据库迁移失败')).examples.map(({ sessionId }) => sessionId)).toEqual(['lock']);
});

it('needs a word that says something, and scores the others beside it', async () => {
  await put('filler', 'can you please help me with the garden', ['dig']);
  await put('lock', 'the lock', ['unlock']);
  expect((await retrieve('Can you please help me with the zebra', { min_score: 0 })).notes).toEqual([
    'No past prompt shares more than filler words, such as “please”.',
  ]);
  const { examples } = await retrieve('can you please help me with the LOCK', { min_score: 0 });
  expect(examples.map(({ sessionId, terms }) => [sessionId, terms?.map(({ term }) => term)])).toEqual([['lock', ['LOCK', 'the']]]);
  expect((await retrieve('can you please fix the LOCK', { min_score: 0 })).examples.map(({ sessionId }) => sessionId)).toEqual(['lock']);
});

it('gives nothing where nothing fits, and says so', async () => {
  const prompts = [
    'Add a column for the draught',
    'Translate the pilot page',
    'Speed up the query of the ferries',
    'Find out why the chart is empty',
  ];
  for (const [at, prompt] of prompts.entries()) await put(`s${at}`, prompt, ['look']);
  const log = Array.from({ length: 200 }, (_, at) => `[${at}] add a page, the query and the chart for login`).join('\n');
  await put('log', log, ['look']);
  for (const prompt of [
    'Add a login page with Keycloak for admins',
    'Find out why the parser rejects quotes in a query',
    'Please make it work and find out why',
  ]) {
    const { examples, section, notes } = await retrieve(prompt);
    expect([prompt, examples, section, notes.length]).toEqual([prompt, [], null, 1]);
  }
  const { examples, leftOut } = await retrieve('Why is the chart empty?');
  expect(examples.map(({ sessionId, coverage }) => [sessionId, coverage])).toEqual([['s3', 1]]);
  expect(leftOut?.map(({ sessionId, reason }) => [sessionId, reason])).toContainEqual(['log', 'no_task']);
});

it('gives no example for a prompt that names no task', async () => {
  await put('past', 'continue please, and yes, go on with the deployment', ['deploy']);
  for (const prompt of ['continue', 'yes', 'go on', '👍', 'mach weiter'])
    expect(await retrieve(prompt)).toMatchObject({ examples: [], notes: [expect.stringContaining('names no task')] });
});

it('takes an answer that the next prompt calls wrong as a failure', async () => {
  const calls = [{ text: 'counted' }];
  await putTurns('refuted', [
    { prompt: 'Count the ferries without a port', calls },
    { prompt: 'Really only 40? That is wrong.', calls },
  ]);
  await putTurns('accepted', [
    { prompt: 'Count the cranes on the quay', calls },
    { prompt: 'Good. Which one is the tallest?', calls },
  ]);
  const ask = async (prompt: string) =>
    (await retrieve(prompt, { include_failed: true })).examples.map(({ result, resultBasis, end }) => [result, resultBasis, end]);
  expect(await ask('Count the ferries without a port')).toEqual([['failed', 'refuted', 'failed']]);
  expect(await ask('Count the cranes on the quay')).toEqual([['succeeded', 'last_call', 'succeeded']]);
});

it('shows the error that a task is found by, and what solved it, also of a long result', async () => {
  const filler = 'built a page\n'.repeat(100);
  await putTurns('solved', [
    {
      prompt: 'Set up the contracts folder',
      calls: [
        ...Array.from({ length: 6 }, (_, at) => ({ text: `contract ${at}` })),
        { text: `${filler}Error HH19: Your project is an ESM project\n${filler}`, outcome: 'error' as const },
        { text: 'renamed to hardhat.config.cjs' },
        ...Array.from({ length: 6 }, (_, at) => ({ text: `contract ${at} again` })),
      ],
    },
  ]);
  const { section, examples } = await retrieve('Error HH19: Your project is an ESM project');
  expect(examples[0]?.foundBy?.excerpt).toContain('Error HH19');
  expect(section).toMatch(/bash: .*Error HH19[\s\S]*bash: renamed to hardhat\.config\.cjs/u);
});

const deploy: readonly Call[] = [
  { text: 'migration failed with error: canceling statement due to lock timeout', outcome: 'error' },
  { text: 'Batch 12 run' },
];

it('finds a turn by what happened in it, where prompts have fewer of the words', async () => {
  await putTurns('solved', [{ prompt: 'Please deploy the new invoices index to staging', calls: deploy }]);
  await put('near', 'explain the lock', ['look']);
  for (let at = 0; at < 9; at += 1) await put(`other-${at}`, `talk about zebra ${at}`, ['yes']);
  const { examples, section, leftOut } = await retrieve('migration failed lock', { min_score: 0 });
  const excerpt = deploy[0]?.text;
  expect(examples.map(({ sessionId, recordId, foundBy }) => [sessionId, recordId, foundBy])).toEqual([
    ['solved', 'solved-0', { recordId: 'solved-1', words: ['migration', 'failed', 'lock'], excerpt }],
  ]);
  expect(leftOut?.map(({ sessionId, reason }) => [sessionId, reason])).toContainEqual(['near', 'low_coverage']);
  expect(section).toContain('- found by its results: migration, failed, lock\n');
  const [first] = examples;
  expect(first?.terms?.reduce((sum, { score }) => sum + score, 0)).toBeCloseTo(first?.score ?? 0, 9);
  // A prompt with all of the words is the better match, and so is one of two where a result has no more.
  await put('asked', 'the migration failed with a lock', ['wait']);
  expect((await retrieve('migration failed lock')).examples.map(({ foundBy }) => foundBy)).toEqual([null]);
});

it('finds no turn by less than half of the words, by words far apart, or by calls that failed in the end', async () => {
  await putTurns('few', [{ prompt: 'deploy it', calls: [{ text: 'lock' }] }]);
  await putTurns('apart', [{ prompt: 'read it', calls: [{ text: `migration ${'x '.repeat(400)} failed ${'x '.repeat(400)} lock` }] }]);
  await putTurns('given-up', [{ prompt: 'try the index', calls: deploy.slice(0, 1) }]);
  const { examples, leftOut } = await retrieve('migration failed lock', { min_score: 0 });
  expect([examples, leftOut?.map(({ sessionId, reason }) => [sessionId, reason])]).toEqual([[], [['given-up', 'failed']]]);
});

it('judges a task by how its follow-ups ended, and shows their end', async () => {
  await putTurns('later', [
    { prompt: 'The migration failed with a lock', calls: deploy.slice(0, 1) },
    { prompt: 'Yes, do that', calls: [{ text: 'stopped the backup' }, { text: 'Batch 13 imported, queue drained' }] },
    { prompt: 'Thanks!', calls: [] },
    { prompt: 'Now remove the backup', calls: [{ text: 'no such backup', outcome: 'error' }] },
  ]);
  const { examples } = await retrieve('migration failed lock');
  expect(examples.map(({ recordId, result, steps }) => [recordId, result, steps.map(({ text }) => text)])).toEqual([
    ['later-0', 'succeeded', [deploy[0]?.text, 'stopped the backup', 'Batch 13 imported, queue drained', 'That is what was done.']],
  ]);
  // A result in a follow-up belongs to the prompt that it follows.
  expect((await retrieve('batch imported, queue drained')).examples.map(({ recordId, foundBy }) => [recordId, foundBy?.recordId])).toEqual([
    ['later-0', 'later-5'],
  ]);
});

it('knows from its file or its agent that work failed', async () => {
  await put('unsolved', 'fix the parser', ['edit'], { result: { reward: null, exitStatus: 'exit_cost', turns: [] } });
  await put('judged', 'mend the parser', ['edit']);
  const unmeasured = { iterations: null, toolErrors: null, completed: null, durationMs: null, tokens: null, costUsd: null };
  const outcome = { ...unmeasured, model: null, retrievalUsed: null };
  await store.putTurnOutcome({ ...outcome, sessionId: 'judged', turnIdx: 0, prompt: null, reward: 0, atMs: 1 });
  const { examples, leftOut } = await retrieve('the parser');
  expect([examples, leftOut?.map(({ reason }) => reason)]).toEqual([[], ['failed', 'failed']]);
  const warnings = await retrieve('the parser', { include_failed: true });
  expect(warnings.examples.map(({ sessionId, result, resultBasis }) => [sessionId, result, resultBasis])).toEqual([
    ['judged', 'failed', 'reward'],
    ['unsolved', 'failed', 'exit_status'],
  ]);
  expect(warnings.section).toContain('session: judged, WARNING: ended in failure');
});

it('says why there is no example', async () => {
  await put('failed', 'fix the export', ['run'], { outcome: 'error' });
  await put('idle', 'explain the export', []);
  expect((await retrieve('the export')).notes).toEqual(['No match qualifies: 1 without tool calls, 1 ended in failure.']);
  expect((await retrieve('zebra')).notes).toEqual(['No past prompt matches any of these words, and no result or answer has half of them.']);
});

describe('while an experiment runs', () => {
  /** A session of each arm. */
  const start = async (over: Partial<Parameters<typeof buildExperiment>[0]> = {}) => {
    const experiment = buildExperiment({ id: 'x', name: 'Do examples help?', status: 'running', ...over });
    await store.putExperiment(experiment);
    const ids = Array.from({ length: 20 }, (_, at) => sessionIdOf('claude-code', `session-${at}`));
    const find = (arm: 'control' | 'treatment') => ids.find((id) => computeArm(experiment, id) === arm) ?? '';
    return { control: find('control'), treatment: find('treatment') };
  };
  const ask = (sessionId: string, over: Partial<ReturnType<typeof retrieveInput.parse>> = {}) =>
    retrieve('unlock the migration', { session_id: sessionId, turn_idx: 3, ...over });
  beforeEach(() => put('solved', 'unlock the migration', ['wait for the lock']));

  it('gives nothing to sessions that are held out, and records what it would have been', async () => {
    const { control, treatment } = await start();
    const held = await ask(control);
    expect(held).toMatchObject({ examples: [], section: null, leftOut: null });
    expect(held.experiment).toEqual({ experimentId: 'x', name: 'Do examples help?', arm: 'control' });
    expect(held.notes).toEqual(['Held out by the experiment Do examples help?.']);
    const given = await ask(treatment);
    expect(given).toMatchObject({ experiment: { arm: 'treatment' }, examples: [{ sessionId: 'solved' }] });
    const { items } = await store.listRetrievals({ cursor: null, limit: 10 });
    const recordOf = (id: string) => items.find(({ sessionId }) => sessionId === id);
    expect(recordOf(control)).toMatchObject({ withheld: true, examples: [{ sessionId: 'solved' }], sectionChars: given.section?.length });
    expect(recordOf(treatment)).toMatchObject({ withheld: false, examples: [{ sessionId: 'solved' }] });
    await changeExperiment(store, 'x', { status: 'stopped', stoppedAtMs: 1 });
    expect((await ask(control, { turn_idx: 4 })).experiment?.arm).toBe('control');
    expect(await ask('claude-code:another')).toMatchObject({ experiment: null, examples: [{ sessionId: 'solved' }] });
  });

  it('answers in full who names no turn, and agents of other projects', async () => {
    const { control } = await start({ project: 'shop' });
    expect(await ask(control)).toMatchObject({ experiment: null, examples: [{ sessionId: 'solved' }] });
    expect(await ask(control, { turn_idx: undefined, project: 'shop' })).toMatchObject({ experiment: null });
    expect(await ask(control, { project: 'shop' })).toMatchObject({ experiment: { arm: 'control' }, examples: [] });
    expect(await ask(control, { turn_idx: undefined })).toMatchObject({ experiment: null, examples: [{ sessionId: 'solved' }] });
  });
});

it('finds the question behind or before a pasted log', async () => {
  await put('past', 'webpack chunk hash collision', ['fix']);
  for (let at = 0; at < 5; at += 1) await put(`other-${at}`, `zebra ${at}`, ['look']);
  const log = Array.from({ length: 500 }, (_, at) => `line${at}`).join(' ');
  for (const prompt of [`${log}\nwebpack chunk hash collision`, `webpack chunk hash collision\n${log}`])
    expect((await retrieve(prompt)).examples.map(({ sessionId }) => sessionId)).toEqual(['past']);
});

it('ranks once, counts little, and says which words it left out', async () => {
  await put('past', 'the migration', ['fix']);
  const calls: string[] = [];
  const spied: Store = {
    ...store,
    search: () => Promise.reject(new Error('counts and pages')),
    rankRecords: (request, options) => {
      calls.push(`rank ${request.terms.flatMap(({ words }) => words).join(' ')}`);
      return store.rankRecords(request, options);
    },
    countDocuments: (terms, max) => Promise.resolve(terms.map(({ words }) => Math.min(max, words[0] === 'the' ? 1_000_000 : 3))),
  };
  const service = makeRetrievalService({ store: spied, now: () => 0 });
  const answer = await service.retrieve(retrieveInput.parse({ prompt: 'the migration the Migration' }));
  expect(calls).toEqual(['rank migration']);
  expect(answer.notes).toEqual(['Ranked by the 1 rarest of 2 words; the others are in too many records.']);
  expect(answer.examples).toHaveLength(1);
  const aborted = service.retrieve(retrieveInput.parse({ prompt: 'the migration' }), { signal: AbortSignal.abort(new Error('late')) });
  await expect(aborted).rejects.toThrow('late');
});

it('by default gives no unrelated success before an exact match', async () => {
  const prompt = 'the migration failed with a database lock on deploy';
  await put('exact', prompt, ['look'], { outcome: 'unknown' });
  await put('other', 'rename the button on the settings page', ['rename']);
  for (let at = 0; at < 20; at += 1) await put(`other-${at}`, `talk about zebra ${at}`, []);
  const { examples } = await makeRetrievalService({ store, now: () => 0 }).retrieve(retrieveInput.parse({ prompt }));
  expect(examples.map(({ sessionId }) => sessionId)).toEqual(['exact']);
});

it('gives nothing of the session that asks, of its family, or of what else is excluded', async () => {
  const prompt = 'migration lock';
  await put('root', prompt, ['a']);
  await put('me', prompt, ['a'], { parentId: 'root', relation: 'fork' });
  await put('child', prompt, ['a'], { parentId: 'me', relation: 'subagent' });
  await put('grandchild', prompt, ['a'], { parentId: 'child', relation: 'subagent' });
  await put('excluded', prompt, ['a']);
  await put('other', prompt, ['a']);
  const find = async (more: object) =>
    (await retrieve(prompt, { top_k: 9, min_score: 0, ...more })).examples.map(({ sessionId }) => sessionId);
  expect(await find({ session_id: 'me', exclude_session_id: 'excluded' })).toEqual(['other']);
});

it('gives long examples shortened, and says which have no room', async () => {
  await put('long', 'the migration failed with a lock', Array<string>(30).fill('x y '.repeat(200)));
  for (let at = 0; at < 9; at += 1) await put(`short-${at}`, `the migration failed ${at}`, ['look '.repeat(100)]);
  const asked = { min_score: 0, continuation_limit: 20 };
  const { examples, section } = await retrieve('the migration failed with a lock', { ...asked, max_chars: 4_000 });
  expect(examples.map(({ sessionId, inSection }) => [sessionId, inSection])).toContainEqual(['long', true]);
  expect(section?.length).toBeLessThanOrEqual(4_000);
  const many = await retrieve('the migration failed with a lock', { ...asked, top_k: 20, max_chars: 1_000 });
  expect(many.examples).toHaveLength(10);
  const given = many.examples.filter(({ inSection }) => inSection).length;
  expect(given).toBeGreaterThan(0);
  expect(many.notes).toEqual([`The section has room for ${given} of 10 examples in 1,000 characters.`]);
});

it('records for the session that a name will belong to, and refuses a name that says none', async () => {
  await put('past', 'lock', ['wait']);
  await retrieve('lock', { session_id: 'claude-code:native-1', turn_idx: 0 });
  await expect(retrieve('lock', { session_id: 'native-1', turn_idx: 0 })).rejects.toThrow('use agent:id, such as claude-code:native-1');
  const id = sessionIdOf('claude-code', 'native-1');
  await put(id, 'lock', ['look'], { nativeId: 'native-1', synthetic: true });
  await store.recomputeAggregates([id]);
  const list = async () =>
    (await store.listRetrievals({ cursor: null, limit: 5 })).items.map(({ sessionId, recordId }) => [sessionId, recordId]);
  expect(await list()).toEqual([[id, `${id}-0`]]);
  const service = makeRetrievalService({ store, now: () => 0 });
  const countIn = async (session: string) => (await service.list({ session, cursor: null, limit: 5 })).total;
  expect([await countIn('claude-code:native-1'), await countIn('claude-code:another')]).toEqual([1, 0]);
  await store.deleteSynthetic();
  expect(await list()).toEqual([]);
});

it('gives examples although they cannot be recorded', async () => {
  await put('past', 'lock', ['wait']);
  const putRetrieval = () => Promise.reject(new AppError('store_busy', 'busy'));
  const asked = retrieveInput.parse({ prompt: 'lock', session_id: 'claude-code:me', turn_idx: 0 });
  const { examples, notes } = await makeRetrievalService({ store: { ...store, putRetrieval }, now: () => 0 }).retrieve(asked);
  expect([examples.length, notes]).toEqual([
    1,
    ['session_id: no session claude-code:me is in the archive yet.', 'Not recorded: the archive is busy or damaged.'],
  ]);
});

it('says which names nothing in the archive has', async () => {
  await put('past', 'lock', ['wait'], { folderName: 'shop' });
  const asked = { exclude_session_id: 'nope', session_id: 'codex:1', project: 'shop' };
  expect((await retrieve('lock', asked)).notes).toEqual([
    'session_id: no session codex:1 is in the archive yet.',
    'exclude_session_id: no session nope is in the archive. Nothing is excluded by it.',
  ]);
  expect((await retrieve('lock', { project: 'shops' })).notes).toEqual(['No session belongs to the project shops.']);
  expect((await retrieve('zebra', { project: 'shop' })).notes).toEqual([expect.stringContaining('No past prompt matches')]);
});

it('never mixes projects whose folders have one name, and says which a name may mean', async () => {
  const cwdOf = (place: string) => ({ cwd: `/home/no-such-person/${place}/api`, folderName: 'api' });
  for (const place of ['work', 'play']) await put(place, 'the deploy failed with a lock', [`${place} waits`], cwdOf(place));
  const ambiguous = await retrieve('the deploy failed with a lock', { project: 'api' });
  expect([ambiguous.examples, ambiguous.section]).toEqual([[], null]);
  expect(ambiguous.notes).toEqual(['api names 2 projects, whose examples are not mixed. Name one of them: play/api, work/api.']);
  const { examples } = await retrieve('the deploy failed with a lock', { project: 'work/api' });
  expect(examples.map(({ sessionId }) => sessionId)).toEqual(['work']);
});

it('finds examples of a project by the folders of its worktrees', async () => {
  const cwd = '/home/no-such-person/shop/.claude/worktrees/fees';
  await put('fees', 'the deploy failed with a lock', ['wait'], { cwd, folderName: 'fees' });
  await put('shop', 'a deploy failed with a lock', ['wait more'], { cwd: '/home/no-such-person/shop', folderName: 'shop' });
  const { examples } = await retrieve('the deploy failed with a lock', { project: 'fees' });
  expect(examples.map(({ sessionId }) => sessionId)).toEqual(['fees', 'shop']);
});

it('refuses a turn without its session, and an empty prompt, at their place', () => {
  const listPaths = (input: object) => retrieveRequest.safeParse(input).error?.issues.map(({ path: at }) => at.join('.'));
  expect(listPaths({ prompt: ' \n', turn_idx: 0 })).toEqual(['prompt', 'turn_idx']);
  expect(listPaths({ prompt: 'lock', session_id: 'codex:1', turn_idx: 0 })).toBeUndefined();
});

it('keeps a place for a failure that was asked for, or says that it was left out', async () => {
  await put('failed', 'the migration lock', ['a'], { outcome: 'error' });
  for (const id of ['one', 'two', 'three']) await put(id, 'the migration lock again', ['b']);
  const ask = (over: object) => retrieve('the migration lock', { include_failed: true, ...over });
  expect((await ask({})).examples.map(({ sessionId }) => sessionId)).toEqual(['three', 'failed']);
  expect((await ask({ top_k: 1 })).notes).toEqual(['A failure matches, too. Ask for 2 examples to get it as a warning.']);
});

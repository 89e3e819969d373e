import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore } from '../../../db/open-store.ts';
import { cohortQuery } from '../../domain/cohort.ts';
import { retrieveInput } from '../../domain/retrieval.ts';
import { turnOutcomeInput } from '../../domain/turn-metric.ts';
import { formatReport } from '../../metrics/report.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { buildConversation } from '../../store/build-conversation.ts';
import type { AppendBatch } from '../../store/rows.ts';
import type { Store } from '../../store/store.ts';
import { makeRetrievalService } from '../retrieval/retrieval-service.ts';
import { makeCohortService } from './cohort-service.ts';
import { makeMetricsService } from './metrics-service.ts';

const nowMs = Date.UTC(2026, 0, 2);
let store: Store;
beforeEach(() => {
  store = openStore(':memory:', { migrationsFolder: path.resolve(import.meta.dirname, '../../../db/migrations') });
});
afterEach(() => store.close());

const metrics = () => makeMetricsService({ store, now: () => nowMs });
const cohorts = () => makeCohortService({ store, now: () => nowMs });
const compare = (query: object) => cohorts().compare(cohortQuery.parse(query));
const put = async (batch: AppendBatch) => {
  await store.append(batch);
  await store.recomputeAggregates(batch.sessions.map(({ id }) => id));
};
/** The id of a session that is not in the archive. */
const nameOf = (name: string): string => sessionIdOf('claude-code', name);
const putOutcome = (session_id: string, turn_idx: number, more: object = {}) =>
  metrics().putOutcome(turnOutcomeInput.parse({ session_id, turn_idx, ...more }));
const giveExamples = (sessionId: string, turnIdx: number) =>
  store.putRetrieval({
    sessionId,
    turnIdx,
    prompt: 'p',
    source: 'api',
    examples: [{ sessionId: 'example', recordId: 'r', score: 1, result: 'succeeded', end: 'succeeded' }],
    sectionChars: 1,
    withheld: false,
    atMs: nowMs,
  });

describe('an outcome', () => {
  it('is kept for a session that comes later, and meets it in one turn', async () => {
    const early = await putOutcome('claude-code:native', 1, {
      completed: false,
      prompt: 'password=Tr0ub4dor-xK92vQ',
    });
    expect(early).toMatchObject({ created: true, turn: { completed: false, completedBasis: 'reported', session: null, recordId: null } });
    expect(early.notes.join()).toMatch(/claude-code:native is not in the archive/u);
    expect(early.turn.prompt).not.toContain('Tr0ub4dor');
    const id = sessionIdOf('claude-code', 'native');
    await put(buildConversation(id, { nativeId: 'native' }));
    const again = await putOutcome('claude-code:native', 1, { iterations: 3 });
    expect(again).toMatchObject({
      created: false,
      notes: [],
      turn: { sessionId: id, iterations: 3, completed: false, tokens: 24, recordId: `${id}-6` },
    });
    expect((await putOutcome(id, 7)).notes.join()).toMatch(/2 turns so far.*turn 7/u);
  });

  it('is refused with the name of the field', () => {
    const { error } = turnOutcomeInput.safeParse({ session_id: 's', turn_idx: 0, duration_ms: -1 });
    expect(error?.issues[0]?.path).toEqual(['duration_ms']);
  });
});

describe('the report', () => {
  it('says what is missing while there are too few sessions', async () => {
    const empty = await metrics().report(7);
    expect(empty.added).toMatchObject({ turns_without_outcome: 0, verdict: { code: 'too_few', missingSessions: 20 } });
    await put(buildConversation('s'));
    await putOutcome('s', 0, { completed: false, retrieval_used: true });
    const report = await metrics().report(7);
    expect(report.added.verdict).toMatchObject({ code: 'too_few', missingSessions: 19 });
    expect(report.cohorts).toMatchObject({
      no_retrieval: { turns: 1, completion_rate: 1 },
      retrieval_used: { turns: 1, completion_rate: 0 },
    });
    expect(formatReport(report)).toContain('Too few sessions to say: 1 session with examples, 1 without examples.');
    expect(JSON.stringify(report)).not.toMatch(/NaN|Infinity/u);
  });

  it('says how the cohorts differ besides, and what its rates are over', async () => {
    await put(buildConversation('s', { folderName: 'shop' }));
    await put(buildConversation('t', { folderName: 'blog' }));
    await giveExamples('s', 0);
    await putOutcome('codex:away', 0, { iterations: 3 });
    const report = await metrics().report(7);
    expect(report.cohorts).toMatchObject({ no_retrieval: { turns: 4 }, retrieval_used: { turns: 1 } });
    expect(report.added).toMatchObject({ turns_without_outcome: 3, turns_with_completion: { no_retrieval: 2, retrieval_used: 0 } });
    const projects = report.added.balance.find(({ aspect }) => aspect === 'project');
    expect(projects?.rows).toEqual(
      expect.arrayContaining([
        { label: 'shop', a: expect.closeTo(1 / 3) as number, b: 1 },
        { label: 'blog', a: expect.closeTo(2 / 3) as number, b: 0 },
      ]),
    );
    const text = formatReport(report);
    expect(text).toMatch(/- Project: `\w+` \d+ % with examples, \d+ % without; /u);
    expect(text).toContain(
      'The completion rates are over 2 of 4 turns without examples and 0 of 1 turn with. In this window, 3 turns have no known outcome.',
    );
  });

  it('says no more than that chance cannot be judged where nothing varies', async () => {
    for (let at = 0; at < 44; at += 1) {
      await putOutcome(nameOf(`s${at}`), 0, { completed: true, iterations: 2, duration_ms: 0 });
      if (at % 2 === 0) await giveExamples(nameOf(`s${at}`), 0);
    }
    const { added } = await metrics().report(7);
    expect(added.verdict).toMatchObject({ code: 'no_evidence', direction: null, missingSessions: null });
    expect(JSON.stringify(added)).not.toMatch(/NaN|Infinity/u);
    const iterations = added.comparisons.find(({ metric }) => metric === 'iterations');
    expect(iterations).toMatchObject({ difference: 0, interval: null, isClear: false });
  });
});

describe('a comparison', () => {
  it('finds what differs and never says why', async () => {
    for (let at = 0; at < 60; at += 1) {
      await putOutcome(nameOf(`s${at}`), 0, { completed: at % 10 !== 0, iterations: 1 + (at % 3), duration_ms: 1_000 + at });
      await putOutcome(nameOf(`s${at}`), 1, { completed: at % 3 === 0, iterations: 5 + (at % 2), duration_ms: 4_000 + at });
      await giveExamples(nameOf(`s${at}`), 0);
    }
    const answer = await compare({});
    expect(answer).toMatchObject({
      a: { label: 'Without examples', turns: 60, sessions: 60, withoutOutcome: 0 },
      b: { turns: 60 },
      notes: [],
    });
    expect(answer.verdict).toMatchObject({ code: 'differs', direction: 'better' });
    expect(answer.verdict.sentence).toMatch(
      /^Turns with examples completed 56\.7 points more often \(95 %: \+\d+\.\d to \+\d+\.\d\)\. .* can’t say that examples help\.$/u,
    );
    const duration = answer.metrics.find(({ metric }) => metric === 'duration');
    expect(duration).toMatchObject({ a: { value: 4_029.5 }, b: { value: 1_029.5 }, difference: -3_000, isClear: true });
    expect(answer.distribution).toEqual([
      { from: 0, to: 1, a: 40, b: 6 },
      { from: 1, to: 2, a: 20, b: 54 },
    ]);
    expect(answer.trend).toMatchObject({ unit: 'day', points: [{ from: nowMs, a: { n: 60 }, b: { n: 60 } }] });
    expect((await compare({ metric: 'tokens' })).verdict).toMatchObject({ code: 'too_few', missingSessions: 20 });
    const page = await cohorts().listTurns({ ...cohortQuery.parse({}), group: 'b', limit: 5 });
    expect([page.total, page.items.every(({ retrievalUsed }) => retrievalUsed)]).toEqual([60, true]);
    await expect(cohorts().listTurns({ ...cohortQuery.parse({}), experiment: 'nope', limit: 5 })).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('There is no experiment nope.'),
    });
  });

  it.each([
    [{ split: 'model' }, /value: a split by model needs a value/u],
    [{ split: 'model', value: 'x', against: 'x' }, /against: “x” is the value itself/u],
    [{ split: 'period', value: 'soon' }, /value: “soon” is not a date/u],
    [{ split: 'period', value: '2026-01-01', against: '2026-01-02' }, /must be before/u],
    [{ q: 'project:x lock' }, /not searched for words.*“lock” at character 11 of query.q/u],
    [{ q: 'kind:prompt' }, /kind: is not known of turns/u],
    [{ q: 'since:soon' }, /“since:soon” at character 1/u],
  ] as const)('refuses %j', async (query, message) => {
    await expect(compare(query)).rejects.toThrow(message);
  });

  it.each([
    { split: 'period', value: '2026-01-01' },
    { split: 'tool', value: 'Bash', against: 'Read' },
    { split: 'mcp', value: '100%_\\' },
    { split: 'finding' },
    { split: 'project', value: 'x', q: 'agent:claude-code -model:x tool:Bash session:s has:finding is:starred before:2026-02-01' },
  ] as const)('answers %j over nothing', async (query) => {
    expect(await compare(query)).toMatchObject({ verdict: { code: 'too_few' }, distribution: [], balance: [], trend: { points: [] } });
  });

  it('compares demo turns only while there are no others', async () => {
    await put(buildConversation('demo', { synthetic: true }));
    expect(await compare({})).toMatchObject({ synthetic: true, a: { turns: 2 } });
    await put(buildConversation('real'));
    expect(await compare({})).toMatchObject({ synthetic: false, a: { turns: 2, sessions: 1 } });
  });

  it('leaves out turns of which it is not known what they are split by', async () => {
    for (const [id, project] of [['one', 'shop'], ['two', 'blog'], ['none', null]] as const) await put(buildConversation(id, { folderName: project })); // prettier-ignore
    const others = await compare({ split: 'project', value: 'shop' });
    expect(others).toMatchObject({ a: { turns: 2 }, b: { turns: 2 }, notes: ['2 turns left out: the project is not known.'] });
    expect(await compare({ split: 'project', value: 'shop', against: 'blog' })).toMatchObject({ a: { turns: 2 }, notes: [] });
    const { total } = await cohorts().listTurns({ ...cohortQuery.parse({ split: 'project', value: 'shop' }), group: 'a', limit: 9 });
    expect(total).toBe(2);
  });

  it('says where turns count that used both', async () => {
    const { notes } = await compare({ split: 'mcp', value: 'files', against: 'web' });
    expect(notes).toEqual(['Turns that used both files and web count as turns that used files.']);
    expect((await compare({ split: 'mcp', value: 'files' })).notes).toEqual([]);
  });
});

it('is no surer of an example because one session asked ten times', async () => {
  const creditAfter = async (...turns: readonly (readonly [name: string, turnIdx: number])[]) => {
    for (const [name, turnIdx] of turns) {
      await giveExamples(nameOf(name), turnIdx);
      await putOutcome(nameOf(name), turnIdx, { completed: true });
    }
    const { items } = await metrics().credits({ cursor: null, limit: 10 });
    expect(Object.keys(items[0] ?? {})).not.toContain('completedShares');
    return items[0]?.rate;
  };
  const once = await creditAfter(['long', 0]);
  const tenTimes = await creditAfter(...Array.from({ length: 9 }, (_, at) => ['long', at + 1] as const));
  expect(tenTimes).toEqual({ ...once, n: 10, clusters: 1 });
  const elsewhere = await creditAfter(...Array.from({ length: 9 }, (_, at) => [`s${at}`, 0] as const));
  expect(elsewhere).toMatchObject({ n: 19, clusters: 10 });
  expect(elsewhere?.interval?.low).toBeGreaterThan(once?.interval?.low ?? 1);
});

it('draws the rate of an example towards that of all, and stops offering it', async () => {
  await put(buildConversation('example'));
  await giveExamples(nameOf('other'), 0);
  await giveExamples(nameOf('other'), 1);
  await putOutcome(nameOf('other'), 0, { completed: true });
  const { items } = await metrics().credits({ cursor: null, limit: 10 });
  expect(items).toMatchObject([
    { sessionId: 'example', given: 2, withOutcome: 1, completed: 1, rate: { n: 1, clusters: 1 }, blockedAtMs: null },
  ]);
  expect(items[0]?.rate?.value).toBeLessThan(1);
  while ((await store.indexSome()) > 0);
  const retrieve = () =>
    makeRetrievalService({ store, now: () => nowMs }).retrieve(
      retrieveInput.parse({ prompt: 'question', include_failed: true, explain: true }),
    );
  expect((await retrieve()).examples).toHaveLength(1);
  expect(await metrics().block('claude-code:native-example', true)).toEqual({ sessionId: 'example', blocked: true });
  expect(await retrieve()).toMatchObject({
    examples: [],
    leftOut: [{ reason: 'blocked' }],
    notes: ['No match qualifies: 1 no longer offered.'],
  });
  await metrics().block('example', false);
  expect((await retrieve()).examples).toHaveLength(1);
  await expect(metrics().block('gone', true)).rejects.toThrow(/Session gone is not in the archive/u);
});

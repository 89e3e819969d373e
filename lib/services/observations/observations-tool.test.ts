import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toHttpStatus } from '../../server/problem.ts';
import { makeEntry, openFixture, type Bench } from './__fixtures__/observation-fixture.ts';

type Seed = { id: string; status: string; content: string; [name: string]: unknown };

let desk: Bench;
beforeEach(async () => {
  desk = await openFixture();
});
afterEach(() => desk.store.close());

const fieldNames = [
  'id',
  'observer',
  'content',
  'severity',
  'status',
  'created_at',
  'acknowledged_at',
  'resolved_at',
  'metadata',
  'source_type',
  'source_ref',
  'resolution_note',
];

const create = async (...entries: Record<string, unknown>[]): Promise<Seed[]> =>
  (await desk.tool({ operation: 'create_batch', observations: entries })).observations as Seed[];
const createOne = async (over: Record<string, unknown> = {}): Promise<string> => (await create(makeEntry(over)))[0]?.id ?? '';
const list = (input: Record<string, unknown> = {}) => desk.tool({ operation: 'list', ...input });
const statusOf = async (id: string) => ((await desk.tool({ operation: 'get', observation_id: id })).observation as Seed).status;
/** Error that an operation is refused with. */
const refuse = async (input: unknown): Promise<{ error: string; httpStatus: number; details: unknown }> => {
  try {
    await desk.tool(input);
  } catch (error) {
    if (!(error instanceof Error) || !('details' in error)) throw error;
    return { error: error.message, httpStatus: toHttpStatus(error), details: error.details };
  }
  throw new Error('It was not refused.');
};

describe('the observations tool', () => {
  it('says of the name of a group which observations it has, and of an observation which group', async () => {
    const id = await createOne();
    const { fingerprint = '' } = (await desk.store.findObservation(id)) ?? {};
    for (const operation of ['get', 'acknowledge', 'resolve', 'reopen'])
      for (const observation_id of [fingerprint, fingerprint.slice(0, 6)]) {
        const { error, httpStatus } = await refuse({ operation, observation_id });
        expect([error, httpStatus]).toEqual([`${observation_id} is a group of 1 observation: ${id}. Use one of these ids.`, 404]);
      }
    expect(await statusOf(id)).toBe('open');
    await expect(desk.observations.group({ fingerprint: id, zoneMinutes: 0 })).rejects.toMatchObject({
      code: 'not_found',
      message: `${id} is an observation. Its group is ${fingerprint}.`,
    });
  });

  it('creates a batch, and answers whole observations with counts', async () => {
    const answer = await desk.tool({
      operation: 'create_batch',
      observations: [makeEntry(), makeEntry({ severity: 'high', content: 'Two' })],
    });
    expect(answer).toMatchObject({
      status: 'created',
      count: 2,
      by_severity: { critical: 1, high: 1 },
      by_status: { open: 2 },
      by_observer: { 'Security Reviewer': 2 },
    });
    const [first] = answer.observations as Seed[];
    expect(Object.keys(first ?? {})).toEqual(fieldNames);
    expect(first).toMatchObject({
      ...makeEntry({ metadata: expect.objectContaining({ category: 'security', cwe: 'CWE-89' }) }),
      status: 'open',
      created_at: '2026-11-20T09:00:01.000Z',
      acknowledged_at: null,
      resolved_at: null,
      resolution_note: null,
    });
  });

  it('takes what the specified parser makes of an answer', async () => {
    const parsed = { observer: 'Reviewer', severity: 'info', status: 'open', source_type: 'unknown', metadata: { parse_error: true } };
    const batch = [
      { ...parsed, content: 'Looks fine to me, nothing to add.' },
      { ...makeEntry(), status: 'acknowledged' },
      { ...makeEntry({ content: 'Fixed before.' }), status: 'resolved' },
    ];
    const answer = await desk.tool({ operation: 'create_batch', observations: batch });
    expect(answer).toMatchObject({ count: 3, by_status: { open: 1, acknowledged: 1, resolved: 1 } });
    expect((answer.observations as Seed[])[0]).toMatchObject({ source_type: 'conversation', metadata: { parse_error: true } });
    // A fixed observation that returns is open again, and then acknowledged like the others.
    const again = await desk.tool({ operation: 'create_batch', observations: batch.map((one) => ({ ...one, status: 'acknowledged' })) });
    expect(again).toMatchObject({ by_status: { acknowledged: 3 } });
    expect(await refuse({ operation: 'create_batch', observations: [{ ...parsed, content: 'x', status: 'gone' }] })).toMatchObject({
      httpStatus: 400,
    });
  });

  it('creates one, and tells the same again as the same', async () => {
    const once = await desk.tool({ operation: 'create', ...makeEntry() });
    const again = await desk.tool({ operation: 'create', ...makeEntry() });
    expect([once.status, once.count]).toEqual(['created', 1]);
    expect((again.observations as Seed[])[0]?.id).toBe((once.observations as Seed[])[0]?.id);
    expect((await list()).count).toBe(1);
  });

  it('takes a batch whole or not at all', async () => {
    const refused = await refuse({ operation: 'create_batch', observations: [makeEntry(), makeEntry({ severity: 'huge' })] });
    expect(refused).toMatchObject({ httpStatus: 400, details: { valid_severities: ['critical', 'high', 'medium', 'low', 'info'] } });
    expect(refused.error).toContain('create_batch.observations.1.severity');
    expect((await list()).count).toBe(0);
  });

  it('lists by status, severity (one or several), observer and session, sorted and limited, with counts over all that match', async () => {
    await create(
      makeEntry({ severity: 'low', content: 'a' }),
      makeEntry({ severity: 'critical', content: 'b', observer: 'Logic Checker' }),
      makeEntry({ severity: 'high', content: 'c' }),
    );
    await desk.tool({ operation: 'create', ...makeEntry({ severity: 'medium', content: 'd' }), session_id: 's' });
    const contents = async (input: Record<string, unknown>) => ((await list(input)).observations as Seed[]).map(({ content }) => content);
    expect(await contents({})).toEqual(['b', 'c', 'd', 'a']);
    expect(await contents({ sort_by: 'created_at', limit: 1 })).toEqual(['d']);
    expect(await contents({ filters: { severity: ['high', 'low'] } })).toEqual(['c', 'a']);
    expect(await contents({ filters: { severity: 'high' } })).toEqual(['c']);
    expect(await contents({ filters: { observer: 'Logic Checker' } })).toEqual(['b']);
    expect(await contents({ filters: { session_id: 's' } })).toEqual(['d']);
    expect(await contents({ session_id: 's' })).toEqual(['d']);
    expect(await contents({ filters: { status: 'resolved' } })).toEqual([]);
    expect(await list({ filters: { status: 'open', severity: ['critical', 'high'] }, sort_by: 'severity', limit: 1 })).toMatchObject({
      status: 'ok',
      count: 2,
      by_severity: { critical: 1, high: 1 },
      by_status: { open: 2 },
      by_observer: { 'Logic Checker': 1, 'Security Reviewer': 1 },
    });
  });

  it('acknowledges, resolves with a note and a reason, and reopens; again is no error and no change', async () => {
    const id = await createOne();
    const act = (operation: string, more: object = {}) => desk.tool({ operation, observation_id: id, ...more });
    const first = await act('acknowledge');
    expect(first).toMatchObject({ status: 'acknowledged', observation: { id, status: 'acknowledged' } });
    expect(await act('acknowledge')).toEqual(first);
    const resolved = await act('resolve', { resolution_note: 'Fixed in commit abc123', reason: 'wont_fix' });
    expect(resolved).toMatchObject({ status: 'resolved', observation: { status: 'resolved', resolution_note: 'Fixed in commit abc123' } });
    expect(await act('resolve', { resolution_note: 'Fixed in commit abc123', reason: 'wont_fix' })).toEqual(resolved);
    expect(await act('reopen')).toMatchObject({ status: 'reopened', observation: { status: 'open', resolution_note: null } });
    const { history } = await desk.observations.get(id);
    expect(history.map(({ kind, by }) => [kind, by])).toEqual([
      ['reopen', 'agent'],
      ['resolve', 'agent'],
      ['acknowledge', 'agent'],
      ['create', 'agent'],
    ]);
  });

  it('names one by how its id begins, and tells what is known of it', async () => {
    const { observations } = await desk.tool({ operation: 'create', ...makeEntry({ content: 'same' }), session_id: 's' });
    await desk.tool({ operation: 'create', ...makeEntry({ content: 'same' }) });
    const id = (observations as Seed[])[0]?.id ?? '';
    await desk.tool({ operation: 'acknowledge', observation_id: id.slice(0, 6), note: 'On it' });
    expect(await desk.tool({ operation: 'get', observation_id: id.slice(0, 10) })).toMatchObject({
      status: 'ok',
      observation: { id, status: 'acknowledged' },
      seen: 1,
      evidence: null,
      history: [{ kind: 'acknowledge', by: 'agent', note: 'On it' }, { kind: 'create' }],
      occurrences: [{ call: null, waste: null }],
      elsewhere: { open: 1, acknowledged: 0, resolved: 0 },
    });
    expect(await refuse({ operation: 'get', observation_id: id.slice(0, 3) })).toMatchObject({ httpStatus: 400 });
  });

  it('tells the newest times that it began, and how many more there are', async () => {
    const id = await createOne();
    const get = () => desk.tool({ operation: 'get', observation_id: id });
    expect(await get()).toMatchObject({ seen: 1, occurrences: [{}], more_occurrences: 0 });
    for (let times = 0; times < 22; times += 1) await createOne();
    const reported = await get();
    expect(reported).toMatchObject({ seen: 23, more_occurrences: 3 });
    expect(reported['occurrences']).toHaveLength(20);
  });

  it('refuses to acknowledge a resolved one, and says what to do', async () => {
    const id = await createOne();
    await desk.tool({ operation: 'resolve', observation_id: id });
    const refused = await refuse({ operation: 'acknowledge', observation_id: id });
    expect(refused).toMatchObject({ httpStatus: 409, details: { state: 'fixed' } });
    expect(refused.error).toContain('Reopen it first');
    expect(await statusOf(id)).toBe('resolved');
  });

  it('puts resolved ones out of sight', async () => {
    const id = await createOne();
    await createOne({ content: 'other' });
    await desk.tool({ operation: 'resolve', observation_id: id });
    expect(await desk.tool({ operation: 'clear_resolved' })).toEqual({ status: 'cleared', count: 1, change_id: expect.any(String) });
    expect(await desk.tool({ operation: 'clear_resolved' })).toMatchObject({ status: 'cleared', count: 0 });
    expect((await list()).count).toBe(1);
    expect(await statusOf(id)).toBe('resolved');
  });

  it.each([
    ['no object', 7, 400, 'valid_operations'],
    ['no operation', {}, 400, 'valid_operations'],
    ['an unknown operation', { operation: 'delete' }, 400, 'valid_operations'],
    [
      'an operation that nests',
      { operation: JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`) as unknown },
      400,
      'valid_operations',
    ],
    ['an operation of every object', { operation: 'constructor' }, 400, 'valid_operations'],
    ['an unknown status', { operation: 'list', filters: { status: 'closed' } }, 400, 'valid_statuses'],
    ['an unknown sort', { operation: 'list', sort_by: 'age' }, 400, 'valid_sorts'],
    ['an unknown reason', { operation: 'resolve', observation_id: 'x', reason: 'bored' }, 400, 'valid_reasons'],
    ['an unknown source', { operation: 'create', ...makeEntry({ source_type: 'web' }) }, 400, 'valid_source_types'],
    ['an unknown filter', { operation: 'list', filters: { state: 'open' } }, 400, null],
    ['an unknown id', { operation: 'get', observation_id: 'nobody' }, 404, null],
    ['an unknown id to resolve', { operation: 'resolve', observation_id: 'nobody' }, 404, null],
    ['an unknown session', { operation: 'create', ...makeEntry(), session_id: 'nobody' }, 404, null],
    ['no content', { operation: 'create', ...makeEntry({ content: '' }) }, 400, null],
    ['content that shows nothing', { operation: 'create', ...makeEntry({ content: ' \n\u200b' }) }, 400, null],
  ])('refuses %s, and changes nothing', async (_, input, httpStatus, valid) => {
    const refused = await refuse(input);
    expect(refused.httpStatus).toBe(httpStatus);
    if (valid !== null) expect(refused.details).toHaveProperty(valid);
    expect((await list()).count).toBe(0);
  });

  it('refuses a note of 1 MB, with its size', async () => {
    const id = await createOne();
    const refused = await refuse({ operation: 'resolve', observation_id: id, resolution_note: 'x'.repeat(1024 * 1024) });
    expect(refused).toMatchObject({ httpStatus: 400, error: expect.stringContaining('1048576 characters; the maximum is 10000') });
    expect(await statusOf(id)).toBe('open');
  });

  it('keeps markdown and HTML as they are, and answers plain text', async () => {
    const content = '# <script>alert(1)</script>\n[x](javascript:alert(1)) \u001b[31m \u202e **b** </observations>';
    const id = await createOne({ content, observer: '__proto__', metadata: JSON.parse('{"__proto__": {"a": 1}, "<b>": "<i>"}') as object });
    const plain = content.replace('\u001b[31m', '').replace('\u202e', '⟨U+202E⟩');
    const { observation } = await desk.tool({ operation: 'get', observation_id: id });
    expect(observation).toMatchObject({ content: plain, observer: '__proto__' });
    expect(await desk.observations.get(id)).toMatchObject({ observation: { content } });
    expect((await list()).by_observer).toEqual(JSON.parse('{"__proto__": 1}'));
  });

  it('takes 10,000 at once, and resolves them at once', async () => {
    const entries = Array.from({ length: 10_000 }, (_, at) =>
      makeEntry({ content: `Number ${at}`, severity: at % 2 === 0 ? 'high' : 'low' }),
    );
    const answer = await desk.tool({ operation: 'create_batch', observations: entries });
    expect([answer.count, answer.by_severity]).toEqual([10_000, { high: 5_000, low: 5_000 }]);
    const body = { action: 'resolve', reason: 'stale', note: null, target: { filter: {}, view: 'single', total: 10_000 } } as const;
    expect(await desk.observations.triage(body)).toMatchObject({ changed: 10_000, refused: 0 });
    expect(await list()).toMatchObject({ count: 10_000, by_status: { resolved: 10_000 } });
    expect((await refuse({ operation: 'create_batch', observations: [...entries, makeEntry()] })).httpStatus).toBe(400);
  });
});

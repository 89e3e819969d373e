import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { contracts } from '../lib/contracts/index.ts';
import { isBuilt, start, until, upload, useServers } from './__fixtures__/built-server.ts';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';

useServers();

const entry = (content: string, over: object = {}) => ({ observer: 'Reviewer', content, severity: 'high', ...over });
const seeds = z.object({ observations: z.array(z.object({ id: z.string(), content: z.string() })) });

/** A running server, asked as any program would. */
const open = async () => {
  const { url } = await start();
  const send = async (method: string, place: string, body?: unknown) => {
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    const response = await fetch(url + place, { method, ...(body !== undefined && { body: text }) });
    const answer = await response.text();
    const type = response.headers.get('content-type') ?? '';
    return { status: response.status, type, text: answer, json: (): unknown => JSON.parse(answer) };
  };
  const tool = (body: unknown) => send('POST', '/api/tools/observations', body);
  const create = async (...contents: string[]) =>
    seeds.parse((await tool({ operation: 'create_batch', observations: contents.map((one) => entry(one)) })).json()).observations;
  return { url, send, tool, create };
};

describe.skipIf(!isBuilt)('observations of the built server', () => {
  it('answers the tool in its own form, errors too', async () => {
    const { tool, create } = await open();
    const [one] = await create('a', 'b');
    expect((await tool({ operation: 'list', limit: 1 })).json()).toMatchObject({ status: 'ok', count: 2, by_severity: { high: 2 } });
    const cases: [unknown, number, object][] = [
      [{ operation: 'fly' }, 400, { valid_operations: expect.arrayContaining(['create_batch', 'clear_resolved']) }],
      [{ operation: 'create', ...entry('c', { severity: 'huge' }) }, 400, { valid_severities: expect.arrayContaining(['critical']) }],
      [{ operation: 'get', observation_id: 'nobody' }, 404, {}],
      ['{', 400, {}],
    ];
    for (const [body, status, more] of cases) {
      const answer = await tool(body);
      expect([answer.status, answer.json()]).toEqual([status, { status: 'error', error: expect.any(String), ...more }]);
    }
    await tool({ operation: 'resolve', observation_id: one?.id });
    expect(await tool({ operation: 'acknowledge', observation_id: one?.id })).toMatchObject({
      status: 409,
      text: expect.stringContaining('Reopen it first'),
    });
    expect((await tool({ operation: 'list' })).json()).toMatchObject({ count: 2, by_status: { open: 1, resolved: 1 } });
  });

  it('takes 10,000 in a batch over the wire, and nothing of 10,001', async () => {
    const { tool, send } = await open();
    const observations = Array.from({ length: 10_001 }, (_, at) => entry(`Number ${at} ${'x'.repeat(500)}`));
    expect((await tool({ operation: 'create_batch', observations })).status).toBe(400);
    const made = await tool({ operation: 'create_batch', observations: observations.slice(1) });
    expect([made.status, seeds.parse(made.json()).observations.length]).toEqual([200, 10_000]);
    const lines = await send('GET', '/api/observations/export');
    expect([lines.type, lines.text.trimEnd().split('\n').length]).toEqual(['application/jsonl; charset=utf-8', 10_000]);
    const again = await send('POST', '/api/observations/import', lines.text);
    expect(again.json()).toEqual({ created: 0, updated: 0, unchanged: 10_000, problems: [] });
  });

  it('refuses a note of 1 MB with its size, and a version that is another one with what is there', async () => {
    const { send, create } = await open();
    const [one] = await create('<img src=x onerror=alert(1)> **b**');
    const place = `/api/observations/${one?.id ?? ''}`;
    const refused = await send('POST', `${place}/resolve`, { note: 'x'.repeat(1024 * 1024) });
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('1048576 characters; the maximum is 10000')]);
    const got = contracts.observations.get.response.parse((await send('GET', place)).json());
    expect(got.observation).toMatchObject({ content: '<img src=x onerror=alert(1)> **b**', state: 'open', version: 1 });
    expect((await send('POST', `${place}/resolve`, { version: 1, note: 'mine' })).status).toBe(200);
    const late = await send('POST', `${place}/resolve`, { version: 1, reason: 'wont_fix' });
    expect([late.status, late.json()]).toMatchObject([
      409,
      { code: 'conflict', changed: [{ id: one?.id, state: 'fixed', version: 2, last: { kind: 'resolve', note: 'mine' } }] },
    ]);
    expect((await send('GET', '/api/observations/nobody')).status).toBe(404);
    expect((await send('GET', '/api/observations?state=closed')).status).toBe(400);
    expect((await send('GET', '/api/observations?cursor=oops')).status).toBe(400);
  });

  it('reads a torn JSONL as far as it goes', async () => {
    const { send } = await open();
    const body = `${JSON.stringify(entry('a'))}\nnot this\n{"observer": "x`;
    expect((await send('POST', '/api/observations/import', body)).json()).toMatchObject({
      created: 1,
      problems: [{ line: 2 }, { line: 3 }],
    });
    expect((await send('POST', '/api/observations/import?session=nobody', body)).status).toBe(404);
  });

  it('counts what needs attention, and tells a session of what is open', async () => {
    const { url, send } = await open();
    const talk = makeClaudeLines({ sessionId: 'looping' });
    const calls = Array.from({ length: 8 }, (_, at) => [
      talk.call(`t${at}`, 'Bash', { command: 'make' }),
      talk.result(`t${at}`, 'no rule to make target', true),
    ]);
    await upload(url, 'looping.jsonl', toFile(talk.prompt('Build it'), ...calls.flat()));
    const attention = async () =>
      contracts.observations.attention.response.parse((await send('GET', '/api/observations/attention')).json()).count;
    await until(async () => (await attention()) === 1, 5_000);
    const section = () => send('GET', '/api/sessions/claude-code:looping/observations/section');
    expect(await section()).toMatchObject({
      type: 'text/markdown; charset=utf-8',
      text: expect.stringContaining('Active Observations: 1 open'),
    });
    const target = { filter: {}, view: 'groups', total: 1 };
    const acted = await send('POST', '/api/observations/triage', { action: 'resolve', reason: 'false_positive', target });
    const { changeId, changed } = contracts.observations.triage.response.parse(acted.json());
    expect([changed, await attention(), (await section()).text]).toEqual([1, 0, '']);
    expect((await send('POST', '/api/observations/undo', { changeId })).json()).toEqual({ undone: 1, left: 0 });
    expect(await attention()).toBe(1);
  });
});

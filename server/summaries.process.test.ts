import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { contracts } from '../lib/contracts/index.ts';
import { openReceiver, type Receiver } from '../lib/services/deliveries/__fixtures__/receiver.ts';
import { hang, openaiWire, refuse, write, type Reply } from '../lib/models/__fixtures__/model-server.ts';
import { folderOf, isBuilt, start, until, upload, useServers } from './__fixtures__/built-server.ts';

useServers();

const wire = openaiWire('gpt-5-nano');
const key = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');
const said = {
  summary: 'The build was fixed by the agent.',
  tools_rationale: 'It ran make.',
  key_findings: 'None.',
  confidence_level: 'High',
};
const answers = write(JSON.stringify(said));
const configText = 'summaries:\n  provider: openai\n  model: gpt-5-nano\n';

let provider: Receiver;
let reply: Reply;
beforeEach(async () => {
  provider = await openReceiver((response, received) => reply(wire)(response, received));
  await mkdir(path.join(folderOf(), 'data'));
  await writeFile(path.join(folderOf(), 'data', 'observatory.config.yaml'), configText);
});
afterEach(() => provider.close());

const databaseFile = () => path.join(folderOf(), 'data', 'observatory.db');
const environment = () => ({ OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}/v1` });

/** A session of two turns that are over, which names a key. */
const makeTalk = (sessionId: string, turns = 2): string => {
  const talk = makeClaudeLines({ sessionId });
  const turn = (at: number) => [
    talk.prompt(`Please fix the build of the shop, and use the key ${key} for it.`),
    talk.call(`t${at}`, 'Bash', { command: 'make' }),
    talk.result(`t${at}`, 'no rule to make the target', true),
    talk.response(`The build ${at} failed because a rule is missing. I added it to the file, and it works now.`),
  ];
  return toFile(...Array.from({ length: turns }, (_, at) => turn(at)).flat());
};

type Row = { method: string; version: number; waits: number };
const listStored = (): Row[] => {
  const db = new Database(databaseFile(), { readonly: true });
  try {
    return db.prepare<[], Row>('SELECT method, version, waits FROM summaries ORDER BY session_id, turn_idx').all();
  } finally {
    db.close();
  }
};
const are =
  (count: number, row: Row): (() => Promise<boolean>) =>
  async () => {
    const rows = listStored();
    return rows.length === count && rows.every((one) => JSON.stringify(one) === JSON.stringify(row));
  };

/** `onError`: gets what the command writes to standard error, as it comes. */
const launch = (args: string[], onError: (text: string) => void) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const env = {
      NODE_ENV: 'production' as const,
      PATH: process.env.PATH,
      HOME: folderOf(),
      OBSERVATORY_DB: databaseFile(),
      ...environment(),
    };
    execFile(process.execPath, [path.resolve('dist/observatory.mjs'), ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, stdout, stderr }),
    ).stderr?.on('data', onError);
  });
const run = (...args: string[]) => launch(args, () => undefined);

describe.skipIf(!isBuilt)('summaries by a model', () => {
  it('are written on import, without a secret, and on command only where many are confirmed', async () => {
    reply = answers;
    const file = path.join(folderOf(), 'a.jsonl');
    await writeFile(file, makeTalk('a', 21));
    expect((await run('import', file)).code).toBe(0);
    expect(await are(21, { method: 'model', version: 1, waits: 0 })()).toBe(true);
    expect(provider.received).toHaveLength(21);
    const sent = provider.received.map(({ body }) => body).join('');
    expect([sent.includes('The build 20 failed'), sent.includes(key.slice(13, 23))]).toEqual([true, false]);
    expect((await run('summarize', 'claude-code:a', '--turn', '3')).stdout).toMatch(
      /^T3 .* by gpt-5-nano {2}<\$0\.01\nThe build was fixed/u,
    );
    const refused = await run('summarize', 'claude-code:a', '--regenerate');
    expect(refused).toMatchObject({ code: 2, stdout: '' });
    expect(refused.stderr).toContain('This would send 21 turns to gpt-5-nano. Confirm it with --yes');
    expect(provider.received).toHaveLength(21);
    expect((await run('summarize', 'claude-code:a', '--regenerate', '--yes')).code).toBe(0);
    expect(provider.received).toHaveLength(42);
  });

  it('are replaced by sentences where the model fails, which can be made anew', async () => {
    reply = refuse(400, 'No such field');
    const { url } = await start([], environment());
    await upload(url, 'a.jsonl', makeTalk('a'));
    await until(are(2, { method: 'fallback', version: 1, waits: 0 }), 10_000);
    const get = async (place: string): Promise<unknown> => (await fetch(`${url}/api/summaries${place}`)).json();
    expect(await get('/settings')).toMatchObject({ state: 'on', model: 'gpt-5-nano', waiting: 0 });
    expect(await get('/costs')).toMatchObject({
      costs: [{ model: 'gpt-5-nano', turns: 2, failed: 2, calls: 4, cost_usd: null, unpriced: 2 }],
    });
    const exported = async (query: string) => (await fetch(`${url}/api/summaries/export${query}`)).text();
    expect((await exported('?session=claude-code:a')).match(/"method":"fallback"/gu)).toHaveLength(2);
    expect(await exported('?method=model')).toBe('');
    reply = answers;
    const regenerate = async (method?: string) => {
      const body = JSON.stringify({ session: 'claude-code:a', message: '0', method });
      const response = await fetch(`${url}/api/summaries`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      return { status: response.status, text: await response.text() };
    };
    const byModel = await regenerate('model');
    expect(contracts.summaries.regenerate.response.parse(JSON.parse(byModel.text)).items).toMatchObject([{ method: 'model', version: 2 }]);
    expect((await regenerate('extractive')).text).toContain('"method":"extractive"');
    await writeFile(path.join(folderOf(), 'data', 'observatory.config.yaml'), 'summaries:\n  provider: none\n');
    const off = await regenerate('model');
    expect(off).toMatchObject({ status: 400, text: expect.stringContaining('set provider and model under summaries:') as string });
    expect((await regenerate()).text).toContain('"method":"extractive"');
  });

  it('are not regenerated by a command while the server asks: it waits, unless no model is asked', async () => {
    let lets: () => void = () => undefined;
    const freed = new Promise<void>((resolve) => (lets = resolve));
    reply = (of) => (response, received) => void freed.then(() => answers(of)(response, received));
    const { url } = await start([], environment());
    await upload(url, 'a.jsonl', makeTalk('a', 1));
    await until(async () => provider.received.length > 0, 10_000);
    expect((await run('summarize', 'claude-code:a', '--regenerate', '--method', 'extractive')).code).toBe(0);
    let errors = '';
    const regenerating = launch(['summarize', 'claude-code:a', '--regenerate', '--method', 'model'], (text) => (errors += text));
    await until(async () => errors === 'Waiting for the server, which is asking gpt-5-nano about other turns…\n', 10_000);
    expect(provider.received).toHaveLength(1);
    lets();
    expect(await regenerating).toMatchObject({ code: 0, stdout: expect.stringContaining('by gpt-5-nano') as string });
    expect(provider.received).toHaveLength(2);
  });

  it('come one after another whatever ends the server, which does not wait for the model', async () => {
    reply = hang;
    const first = await start([], environment());
    await upload(first.url, 'a.jsonl', makeTalk('a'));
    // The model is asked meanwhile.
    await until(async () => provider.received.length > 0, 10_000);
    await upload(first.url, 'b.jsonl', makeTalk('b'));
    await until(are(4, { method: 'extractive', version: 1, waits: 1 }), 5_000);
    first.child.kill('SIGKILL');
    await first.exited;
    const asked = provider.received.length;
    const second = await start([], environment());
    await until(async () => provider.received.length > asked, 10_000);
    const began = performance.now();
    second.child.kill('SIGTERM');
    expect(await second.exited).toBe(0);
    // The model does not answer at all.
    expect(performance.now() - began).toBeLessThan(4_000);
    expect(await are(4, { method: 'extractive', version: 1, waits: 1 })()).toBe(true);
    reply = answers;
    await start([], environment());
    await until(are(4, { method: 'model', version: 1, waits: 0 }), 10_000);
  });
});

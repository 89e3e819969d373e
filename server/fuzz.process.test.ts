import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { postJson } from '../e2e/load.ts';
import { importText, type RunningServer } from '../e2e/start-server.ts';
import { contracts, type Endpoint } from '../lib/contracts/index.ts';
import { fuzz, fuzzTimeout } from '../e2e/fuzz.ts';
import { makeHookSpool, toSpoolFolder } from '../lib/services/hook/hook-spool.ts';
import { makeRequests, type AnyRequest, type Names } from './__fixtures__/arbitrary-requests.ts';
import { databaseIn, folderOf, isBuilt, makeHome, makeLong, start, until, useImports } from './__fixtures__/imports.ts';

useImports();

/** These take seconds, and do the same whatever is sent. */
const slow: readonly string[] = ['/api/demo', '/api/observers/replay', '/api/observers/trials'];
const endpoints = Object.values(contracts)
  .flatMap((group) => Object.values<Endpoint>(group))
  .filter((endpoint) => !slow.includes(endpoint.path));

const send = async (url: string, { method, address, body }: AnyRequest) => {
  const stop = new AbortController();
  const response = await fetch(`${url}${address}`, { method, body, signal: stop.signal });
  const { status } = response;
  // An event stream has no end.
  if (!response.headers.get('content-type')?.startsWith('text/event-stream')) return { status, text: await response.text() };
  stop.abort();
  return { status, text: '' };
};

/** Success, or a refusal in words; of invalid input, with its place. */
const expectAnswer = ({ status, text }: { status: number; text: string }): void => {
  if (status >= 200 && status < 300) return;
  expect([status, status >= 400 && status < 500], text).toEqual([status, true]);
  const problem = JSON.parse(text) as { detail?: string; error?: string; code?: string };
  const message = problem.detail ?? problem.error ?? '';
  expect(message).toMatch(/\w{3,}.* \w/u);
  const place = /\b(?:(?:body|query|path|observers|fold)\.?\w*:?|JSON|cursor|folder|snapshot|session)\b/u;
  if (problem.code === 'invalid_input') expect(message).toMatch(place);
};

const session = 'claude-code:s';

/** Report of an agent, a hook or a file about call `n` of a session. */
type Step = { kind: 'running' | 'call' | 'hook' | 'file'; of: number; n: number; server: number };
const calls = 6;
const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('running', 'call', 'hook', 'file'),
    of: fc.nat(1),
    n: fc.nat(calls - 1),
    server: fc.nat(1),
  }),
  { minLength: 5, maxLength: 30 },
);
const inputOf = (n: number) => ({ command: `step ${n}` });

describe.skipIf(!isBuilt)('two servers on one database', () => {
  it('answer every request, or say what is wrong with it', { timeout: fuzzTimeout(120_000) }, async () => {
    const home = await makeHome('home');
    const servers = [await start(home), await start(home)] as const;
    await importText(servers[0].url, 's.jsonl', makeLong('s', 5));
    const call = { id: 'c1', name: 'Bash', input: inputOf(1), result: 'no', outcome: 'error' };
    await postJson(`${servers[0].url}/api/sessions/${session}/tool-calls`, { calls: [call] });
    const names: Names = {
      id: fc.oneof({ weight: 4, arbitrary: fc.constant(session) }, fc.string()),
      // Nothing of this machine is watched or written.
      path: fc.string().map((name) => `${folderOf()}/none/${name}`),
      cwd: fc.constant(`${folderOf()}/none`),
    };
    const requests = fc.oneof(...endpoints.map((endpoint) => makeRequests(endpoint, names)));
    await fc.assert(
      fc.asyncProperty(requests, fc.constantFrom(...servers), async (request, { url }) => {
        expectAnswer(await send(url, request));
      }),
      fuzz(400),
    );
    for (const { url } of servers) expect((await fetch(`${url}/api/health`)).status).toBe(200);
  });

  it('have what was acknowledged exactly once, in whatever order it came', { timeout: fuzzTimeout(120_000) }, async () => {
    const home = await makeHome('home');
    const servers = [await start(home), await start(home)] as const;
    const spool = makeHookSpool(toSpoolFolder(databaseIn(home)));
    let round = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (given) => {
        round += 1;
        const ids = [0, 1].map((of) => `s${round}-${of}`);
        const acknowledged = ids.map(() => new Set<string>());
        const take = async ({ kind, of, n, server }: Step) => {
          const numbers = await report(kind, { id: ids[of] ?? '', n, url: servers[server]?.url ?? '', spool });
          for (const one of numbers) acknowledged[of]?.add(`c${one}`);
        };
        // Three at a time, as agents, hooks and files come.
        const waiting = given.values();
        await Promise.all([0, 1, 2].map(() => takeAll(waiting, take)));
        await until(() => spool.list().length === 0);
        for (const [of, id] of ids.entries()) {
          const expected = acknowledged[of] ?? new Set();
          if (expected.size === 0) continue;
          const found = await Promise.all(servers.map((server) => listCalls(server, id)));
          expect(found[0]).toEqual(found[1]);
          expect(found[0]?.map(({ nativeCallId }) => nativeCallId).sort()).toEqual([...expected].sort());
          expect(found[0]?.map(({ callIndex }) => callIndex)).toEqual([...expected].map((_, at) => at + 1));
        }
      }),
      fuzz(3),
    );
  });
});

const takeAll = async (waiting: Iterator<Step>, take: (step: Step) => Promise<void>): Promise<void> => {
  for (let next = waiting.next(); !next.done; next = waiting.next()) await take(next.value);
};

type Report = { id: string; n: number; url: string; spool: ReturnType<typeof makeHookSpool> };

/** Reports something of a session, and returns the numbers of the calls that were acknowledged. */
const report = async (kind: Step['kind'], { id, n, url, spool }: Report): Promise<number[]> => {
  if (kind === 'hook') {
    const call = { tool_name: 'Bash', tool_use_id: `c${n}`, tool_input: inputOf(n), tool_response: { stdout: `done ${n}`, stderr: '' } };
    const event = { hook_event_name: 'PostToolUse', session_id: id, ...call };
    // Servers leave events of this second to their hooks.
    spool.put(id, JSON.stringify(event), Date.now() - 2_000);
    return [n];
  }
  if (kind === 'file') {
    const talk = makeClaudeLines({ sessionId: id });
    const prompt = talk.prompt('Go');
    const numbers = Array.from({ length: n + 1 }, (_, at) => at);
    const lines = numbers.flatMap((one) => [talk.call(`c${one}`, 'Bash', inputOf(one)), talk.result(`c${one}`, `done ${one}`)]);
    const { results } = await importText(url, path.join(id, 'session.jsonl'), toFile(prompt, ...lines));
    expect(results.map(({ status }) => status)).toEqual([expect.stringMatching(/^(?:imported|unchanged)$/u)]);
    return numbers;
  }
  const end = kind === 'running' ? { outcome: 'running' } : { result: `done ${n}` };
  const call = { id: `c${n}`, name: 'Bash', input: inputOf(n), ...end };
  const response = await postJson(`${url}/api/sessions/claude-code:${id}/tool-calls`, { calls: [call] });
  expect(response.status).toBe(200);
  return [n];
};

const listCalls = async ({ url }: RunningServer, id: string) => {
  const response = await fetch(`${url}/api/sessions/claude-code:${id}/tool-calls`);
  return contracts.sessions.toolCalls.response.parse(await response.json()).toolCalls;
};

import { execFile } from 'node:child_process';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeClaudeLines, toFile } from '../e2e/claude-lines.ts';
import { contracts } from '../lib/contracts/index.ts';
import type { HookResult, ReviewRun } from '../lib/domain/review.ts';
import { openReceiver, type Receiver } from '../lib/services/deliveries/__fixtures__/receiver.ts';
import { hang, openaiWire, write, type Reply } from '../lib/models/__fixtures__/model-server.ts';
import { folderOf, isBuilt, start, until, upload, useServers, type Server } from './__fixtures__/built-server.ts';

useServers();

const wire = openaiWire('local-model');
const secret = ['sk', 'ant', 'api03', 'Zk3vQ9tLr2Wm8XyBn5Pd7HsJ'].join('-');

/** What a reviewer answers, by a word of its instructions. */
type Answers = Readonly<Record<string, Reply>>;
const find = (content: string, sourceRef: string, severity = 'high'): Reply =>
  write(JSON.stringify({ observations: [{ content, severity, source_ref: sourceRef, metadata: { category: 'security' } }], resolved: [] }));
const nothing = write('{"observations": [], "resolved": []}');

let provider: Receiver;
let answers: Answers;
beforeEach(async () => {
  provider = await openReceiver((response, received) => {
    const asked = wire.readSystem(received.body);
    const [, reply = nothing] = Object.entries(answers).find(([word]) => asked.includes(word)) ?? [];
    reply(wire)(response, received);
  });
  answers = {};
  await mkdir(path.join(folderOf(), 'data'));
});
afterEach(() => provider.close());

const project = () => path.join(folderOf(), 'shop');
const writeProject = async (file: string, text: string) => {
  await mkdir(path.dirname(path.join(project(), file)), { recursive: true });
  await writeFile(path.join(project(), file), text);
};
const configure = async (bundle: string, more = '') => {
  await writeFile(path.join(folderOf(), 'data', 'bundle.yaml'), bundle);
  await writeFile(
    path.join(folderOf(), 'data', 'observatory.config.yaml'),
    `reviewers:\n  bundles: [bundle.yaml]\n  provider: openai\n${more}`,
  );
};
const startAll = (): Promise<Server> =>
  start([], { OPENAI_API_KEY: 'test-key', OPENAI_BASE_URL: `http://127.0.0.1:${provider.port}/v1` });

const importTalk = async (url: string): Promise<void> => {
  const talk = makeClaudeLines({ sessionId: 'a', cwd: project() });
  const lines = [
    talk.prompt(`Add a search by name, with the key ${secret}.`),
    talk.call('t1', 'Edit', { file_path: 'src/query.py' }),
    talk.result('t1', 'ok'),
    talk.response('I added it.'),
  ];
  await upload(url, 'a.jsonl', toFile(...lines));
};

const request = async (url: string, method: string, place: string, body?: unknown): Promise<unknown> => {
  const response = await fetch(`${url}${place}`, {
    method,
    headers: { origin: url, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${place}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
};
const emit = async (url: string, event: string, more: object = {}): Promise<HookResult> =>
  contracts.reviews.hook.response.parse(await request(url, 'POST', `/api/hooks/${event}`, { session: 'claude-code:a', ...more }));
const getRun = async (url: string, id = ''): Promise<ReviewRun> =>
  contracts.reviews.get.response.parse(await request(url, 'GET', `/api/reviews/${id}`));
const listObservations = async (url: string) =>
  contracts.observations.list.response.parse(await request(url, 'GET', '/api/observations?view=single&withCleared=true')).items;

const single = (execution = '', more = '') => `behaviors:
  - module: hooks-observations
    config:
      execution: {${execution}}
      observers:
        - name: "Security"
          role: "Finds vulnerabilities"
          focus: "SQL injection"
          model: "claude-3-5-sonnet"
          ${more}
          watch:
            - type: files
              paths: ["src/**/*.py"]
`;

describe.skipIf(!isBuilt)('reviewers', () => {
  it("run the specification's complete configuration, and a second time nothing, because nothing changed", async () => {
    await configure(await readFile(path.resolve('lib/reviewers/__fixtures__/complete.yaml'), 'utf8'));
    await writeProject('src/query.py', `KEY = "${secret}"\nrun("SELECT * FROM goods WHERE name = '" + name + "'")\n`);
    answers = {
      'Quick Scanner': nothing,
      'Security Reviewer': find('SQL injection: the name is concatenated into the query', 'src/query.py:2', 'critical'),
      'Logic Checker': find('The agent never ran the tests', 'message 4', 'medium'),
    };
    const { url } = await startAll();
    await importTalk(url);
    const first = await emit(url, 'orchestrator:complete');
    expect(first.action).toBe('continue');
    expect(provider.received).toHaveLength(3);
    const sent = provider.received.map(({ body }) => body).join('');
    expect([sent.includes('SELECT * FROM goods'), sent.includes(secret.slice(13, 23))]).toEqual([true, false]);
    const run = await getRun(url, first.run);
    expect(run.reviews.map(({ reviewer, outcome, found }) => [reviewer, outcome, found])).toEqual([
      ['Quick Scanner', 'reviewed', 0],
      ['Security Reviewer', 'reviewed', 1],
      ['Logic Checker', 'reviewed', 1],
    ]);
    const observations = await listObservations(url);
    expect(observations.map(({ observerName, severity, sourceType, state }) => [observerName, severity, sourceType, state])).toEqual([
      ['Security Reviewer', 'critical', 'mixed', 'open'],
      ['Logic Checker', 'medium', 'conversation', 'open'],
    ]);

    const again = await emit(url, 'response:complete');
    expect((await getRun(url, again.run)).reviews.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(provider.received).toHaveLength(3);

    const next = await emit(url, 'prompt:submit');
    expect(next).toMatchObject({ action: 'inject_context', context: { role: 'system' } });
    expect(next.context?.content).toContain('SQL injection: the name is concatenated into the query');
    const modified = await emit(url, 'prompt:submit', { data: { prompt: 'Go on', n: 1 }, inject: 'prompt' });
    expect(modified).toMatchObject({ action: 'modify', modified_data: { n: 1 } });
    expect(String(modified.modified_data?.prompt)).toMatch(/SQL injection: the name[^]*\n\nGo on$/u);
  });

  it('review again what changed, know a finding in other words, and close what is fixed', async () => {
    await configure(single());
    await writeProject('src/query.py', 'run("SELECT " + name)\n');
    answers = { Security: find('SQL injection: user input is concatenated into the query', 'src/query.py:1') };
    const { url } = await startAll();
    await importTalk(url);
    await emit(url, 'response:complete');
    await writeProject('src/query.py', 'import db\n\nrun("SELECT " + name)\n');
    answers = { Security: find('The query is built by concatenating user input, which allows SQL injection', 'src/query.py:3') };
    const { run } = await emit(url, 'response:complete');
    expect((await getRun(url, run)).reviews).toMatchObject([{ found: 0, foundAgain: 1, reason: '1 file changed: src/query.py.' }]);
    const [known] = await listObservations(url);
    expect(known).toMatchObject({ seen: 2, state: 'open' });
    await writeProject('src/query.py', 'import db\n\nrun("SELECT ?", name)\n');
    const resolved = [{ id: known?.id.slice(0, 8) ?? '', reason: 'It is a parameter now' }];
    answers = { Security: write(JSON.stringify({ observations: [], resolved })) };
    await emit(url, 'response:complete');
    expect(await listObservations(url)).toMatchObject([{ state: 'fixed', resolution: { note: 'It is a parameter now' } }]);
  });

  it.each([
    ['on_timeout: skip', 'timeout: 1', hang, { action: 'continue' }],
    ['on_timeout: fail', 'timeout: 1', hang, { action: 'deny', reason: 'Security did not answer in time. No answer within 1 s.' }],
    ['on_critical: ask_user', '', find('A', 'src/query.py:1', 'critical'), { action: 'ask_user', question: 'Security found 1 critical problem. Continue?' }],
    ['on_critical: deny', '', find('A', 'src/query.py:1', 'critical'), { action: 'deny', reason: 'Security found 1 critical problem.' }],
    ['on_critical: deny', '', find('A', 'src/query.py:1', 'high'), { action: 'continue' }],
  ])('tell the host what to do: %s, %s', async (execution, more, answer, expected) => {
    await configure(single(execution, more));
    await writeProject('src/query.py', 'run("SELECT " + name)\n');
    answers = { Security: answer };
    const { url } = await startAll();
    await importTalk(url);
    expect(await emit(url, 'response:complete')).toMatchObject(expected);
  });

  it('lose and double nothing when the server is killed in the middle of a run', async () => {
    const observers = ['One', 'Two', 'Three'].map(
      (name) => `
        - name: "Reviewer ${name}"
          focus: "Anything"
          model: "local-model"
          watch: [{type: files, paths: ["src/*.py"]}]`,
    );
    await configure(`behaviors:\n  - module: hooks-observations\n    config:\n      observers:${observers.join('')}\n`);
    await writeProject('src/query.py', 'x = 1\n');
    answers = { 'Reviewer One': find('First', 'src/query.py:1'), 'Reviewer Two': find('Second', 'src/query.py:1'), 'Reviewer Three': hang };
    const server = await startAll();
    await importTalk(server.url);
    const { run } = await emit(server.url, 'response:complete', { wait: false });
    await until(async () => (await getRun(server.url, run)).reviews.filter(({ outcome }) => outcome === 'reviewed').length === 2, 10_000);
    expect(await listObservations(server.url)).toEqual([]);
    server.child.kill('SIGKILL');
    await server.exited;
    answers = { ...answers, 'Reviewer Three': find('Third', 'src/query.py:1') };
    const { url } = await startAll();
    await until(async () => (await getRun(url, run)).state === 'done', 30_000);
    expect(await getRun(url, run)).toMatchObject({ attempts: 2, reviews: [{ found: 1 }, { found: 1 }, { found: 1 }] });
    expect((await listObservations(url)).map(({ content, seen }) => [content, seen]).sort()).toEqual([
      ['First', 1],
      ['Second', 1],
      ['Third', 1],
    ]);
    // Only the one without an answer was asked again.
    const askedOf = (name: string) => provider.received.filter(({ body }) => body.includes(`Reviewer ${name}`)).length;
    expect([askedOf('One'), askedOf('Two'), askedOf('Three')]).toEqual([1, 1, 2]);
  }, 60_000);

  it('are canceled, and what was found until then is kept', async () => {
    await configure(single().replace('"Security"', '"Slow"'));
    await writeProject('src/query.py', 'x = 1\n');
    answers = { Slow: hang };
    const { url } = await startAll();
    await importTalk(url);
    const { run = '' } = await emit(url, 'response:complete', { wait: false });
    await until(async () => (await getRun(url, run)).reviews[0]?.outcome === 'running', 10_000);
    await request(url, 'DELETE', `/api/reviews/${run}`);
    await until(async () => (await getRun(url, run)).state === 'canceled', 5_000);
    expect((await getRun(url, run)).reviews).toMatchObject([{ outcome: 'canceled' }]);
  });

  it('look at a conversation that a host sends, and serve its hooks by a few lines', async () => {
    await configure(single().replaceAll('type: files\n              paths: ["src/**/*.py"]', 'type: conversation'));
    answers = { Security: find('The password is printed', 'message 2') };
    const { url } = await startAll();
    const variables = { PATH: process.env.PATH, OBSERVATORY_URL: url, SESSION: 'one' };
    const example = await new Promise<string>((resolve, reject) =>
      execFile(process.execPath, [path.resolve('examples/mount.mjs')], { env: variables as NodeJS.ProcessEnv }, (error, stdout, stderr) =>
        error ? reject(new Error(stderr)) : resolve(stdout + stderr),
      ),
    );
    expect(example).toMatch(/> Write a parser[^]*nothing to address[^]*> Now handle time zones[^]*The password is printed/u);
    const messages = [
      { role: 'user', content: 'Log in' },
      { role: 'assistant', content: 'I print the password.' },
    ];
    const sent = await emit(url, 'response:complete', { session: 'other-agent:1', messages });
    expect((await getRun(url, sent.run)).reviews).toMatchObject([{ outcome: 'reviewed', found: 1 }]);
    await expect(emit(url, 'response:complete', { session: 'other-agent:2' })).rejects.toThrow('There is no session other-agent:2.');
  });

  it('stop at the daily budget, and refuse folders that are none of the session', async () => {
    await configure(single(), '  daily_budget_usd: 0.0001\n  models: {claude-3-5-sonnet: gpt-5}\n');
    await writeProject('src/query.py', 'x = 1\n');
    await utimes(path.join(project(), 'src/query.py'), 1, 1);
    const { url } = await startAll();
    await importTalk(url);
    // A server of this machine costs nothing.
    const { run } = await emit(url, 'response:complete');
    expect((await getRun(url, run)).reviews).toMatchObject([{ outcome: 'reviewed', costUsd: 0 }]);
    const home = await emit(url, 'message:received', { session: 'other:1', cwd: folderOf(), data: { prompt: 'Hello' } });
    expect(home.run).toBeUndefined();
    const { run: refused } = await emit(url, 'response:complete', { session: 'other:1', cwd: folderOf() });
    expect((await getRun(url, refused)).reviews).toMatchObject([{ outcome: 'skipped', reason: expect.stringContaining('is a home folder or above one') as string }]);
  });
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { hang, write, type Reply } from '../../models/__fixtures__/model-server.ts';
import { toShortId } from '../../observations/short-id.ts';
import { buildExperiment } from '../../store/build-experiment.ts';
import { buildRun } from '../../store/build-review.ts';
import { find, openReviewDesk, oneReviewer, type ReviewDesk } from './__fixtures__/review-desk.ts';
import { noInput } from './run-input.ts';
import { runReviews } from './run-reviews.ts';

let desk: ReviewDesk;
beforeEach(async () => {
  desk = await openReviewDesk();
  desk.writeIn('shop/src/query.py', 'run("SELECT " + name)\n');
});
afterEach(async () => {
  expect(desk.errors).toEqual([]);
  await desk.close();
});

describe('an event', () => {
  it('has what changed reviewed, knows a finding in other words, and closes what is fixed', async () => {
    desk.configure(oneReviewer());
    await desk.begin();
    desk.answers.Security = find('SQL injection: user input is concatenated into the query', 'src/query.py:1');
    const first = await desk.emit('orchestrator:complete');
    expect(first.action).toBe('continue');
    expect(await desk.getRun(first.run)).toMatchObject({ event: 'response:complete', source: 'hook', state: 'done', attempts: 1 });
    const unchanged = await desk.emit('response:complete');
    expect((await desk.getRun(unchanged.run)).reviews).toMatchObject([{ outcome: 'unchanged', calls: 0 }]);
    expect(desk.received).toHaveLength(1);

    desk.writeIn('shop/src/query.py', 'import db\n\nrun("SELECT " + name)\n');
    desk.answers.Security = find('The query is built by concatenating user input, which allows SQL injection', 'src/query.py:3');
    const changed = await desk.emit('response:complete');
    expect((await desk.getRun(changed.run)).reviews).toMatchObject([{ found: 0, foundAgain: 1, reason: '1 file changed: src/query.py.' }]);
    const [known] = await desk.listObservations();
    expect(known).toMatchObject({ seen: 2, state: 'open', observer: 'bundle/security', observerName: 'Security', sourceType: 'file' });
    expect(desk.received.at(-1)?.body).toContain(toShortId(known?.id ?? ''));

    desk.writeIn('shop/src/query.py', 'import db\n\nrun("SELECT ?", name)\n');
    const resolved = [{ id: toShortId(known?.id ?? ''), reason: 'It is a parameter now' }];
    desk.answers.Security = write(JSON.stringify({ observations: [], resolved }));
    const fixing = await desk.emit('response:complete');
    expect((await desk.getRun(fixing.run)).reviews).toMatchObject([{ outcome: 'reviewed', resolved: 1, problem: null }]);
    expect(await desk.listObservations()).toMatchObject([
      { state: 'fixed', resolution: { note: 'It is a parameter now', by: 'bundle/security' } },
    ]);
  });

  it('knows a finding by its code, wherever that moves, and takes the same words about other code for a new one', async () => {
    desk.configure(oneReviewer());
    await desk.begin();
    const [lines, select, drop] = [
      '# Users.\n'.repeat(60),
      'def find(name):\n    run("SELECT " + name)\n',
      'run("DELETE", password="x1y2z3w4v5")\n',
    ];
    const again = 'SELECT concatenates whatever name the user types: anyone may inject SQL';
    desk.writeIn('shop/src/query.py', select);
    desk.answers.Security = find('The name that a user types is concatenated into the SELECT', 'src/query.py:2');
    await desk.emit('response:complete');

    desk.writeIn('shop/src/query.py', lines + select);
    desk.answers.Security = find(again, 'src/query.py:62');
    await desk.emit('response:complete');
    const [known] = await desk.listObservations();
    expect(known).toMatchObject({ seen: 2, metadata: { category: 'security', code: 'run("SELECT " + name)' } });

    desk.writeIn('shop/src/query.py', lines + select + lines + drop);
    desk.answers.Security = find(again, 'src/query.py:123');
    await desk.emit('response:complete');
    const [, other] = await desk.listObservations();
    const code = 'run("DELETE", password="[redacted: password]")';
    expect(other).toMatchObject({ seen: 1, sourceRef: 'src/query.py:123', metadata: { code } });
  });

  it('hands what is open on as a turn begins, as context or within the prompt', async () => {
    desk.configure(oneReviewer());
    await desk.begin();
    desk.answers.Security = find('The query is built from user input', 'src/query.py:1');
    await desk.emit('response:complete');
    const next = await desk.emit('prompt:submit', { data: { prompt: 'Go on' } });
    expect(next).toMatchObject({ action: 'inject_context', context: { role: 'system' } });
    expect(next.context?.content).toMatch(/^<observations>[^]*\*\*Security\*\* \(1 observations\):\n {2}\[high\] The query is built/u);
    const modified = await desk.emit('message:received', { data: { prompt: 'Go on', n: 1 }, inject: 'prompt' });
    expect(modified).toMatchObject({ action: 'modify', modified_data: { n: 1 } });
    expect(String(modified.modified_data?.prompt)).toMatch(/^<observations>[^]*\n\nGo on$/u);
    expect(await desk.emit('message:received', { inject: 'none' })).toEqual({ action: 'continue' });
    await expect(desk.emit('message:received', { inject: 'prompt' })).rejects.toThrow('needs the text of the prompt as body.data.prompt');
  });

  it.each<[string, string, Reply, object]>([
    ['on_timeout: skip', 'timeout: 1', hang, { action: 'continue' }],
    ['on_timeout: fail', 'timeout: 1', hang, { action: 'deny', reason: 'Security did not answer in time. No answer within 1 s.' }],
    [
      'on_critical: ask_user',
      '',
      find('A', 'src/query.py:1', 'critical'),
      { action: 'ask_user', question: 'Security found 1 critical problem. Continue?' },
    ],
    ['on_critical: deny', '', find('A', 'src/query.py:1', 'critical'), { action: 'deny', reason: 'Security found 1 critical problem.' }],
    ['on_critical: deny', '', find('A', 'src/query.py:1', 'high'), { action: 'continue' }],
  ])('tells the host what to do: %s, %s', async (execution, own, answer, expected) => {
    desk.configure(oneReviewer(execution, own));
    await desk.begin();
    desk.answers.Security = answer;
    expect(await desk.emit('response:complete')).toMatchObject(expected);
  });

  it('of a tool runs only reviewers of that tool, once for those that follow at once', async () => {
    desk.configure(oneReviewer('', 'hooks: [{trigger: "tool:post", tools: [write_file]}]'));
    await desk.begin();
    expect(await desk.emit('tool:post', { tool: { name: 'Read', result: 'x', outcome: 'ok' } })).toEqual({ action: 'continue' });
    const runs = await Promise.all(
      [1, 2, 3].map((at) =>
        desk.emit('tool:post', { tool: { name: 'WriteFile', input: { at }, result: 'ok', outcome: 'ok' }, wait: false }),
      ),
    );
    await vi.waitFor(async () => expect((await desk.getRun(runs.at(-1)?.run)).state).toBe('done'), { timeout: 5_000 });
    expect(new Set(runs.map(({ run }) => run)).size).toBeLessThan(3);
    expect(desk.received).toHaveLength(1);
    expect(await desk.store.countToolCalls((await desk.store.findSession('agent:a'))?.id ?? '')).toBe(4);
    expect(await desk.emit('my:event')).toEqual({ action: 'continue' });
    await expect(desk.emit('No Event')).rejects.toThrow('The path names the event "No Event"');
  });

  it('may bring its conversation, of a session that is unknown, too', async () => {
    desk.configure(oneReviewer().replace('type: files\n              paths: ["src/**/*.py"]', 'type: conversation'));
    desk.answers.Security = find('The password is printed', 'message 2');
    const messages = [
      { role: 'user' as const, content: 'Log in' },
      { role: 'assistant' as const, content: 'I print the password.' },
    ];
    const { run } = await desk.emit('response:complete', { session: 'other-agent:1', messages });
    expect((await desk.getRun(run)).reviews).toMatchObject([{ outcome: 'reviewed', found: 1 }]);
    expect(desk.sent()).toContain('I print the password.');
    await expect(desk.emit('response:complete', { session: 'other-agent:2' })).rejects.toThrow('There is no session other-agent:2.');
  });
});

describe('what observers report', () => {
  const repeat = (inject: 'context' | 'none') =>
    desk.emit('tool:post', { tool: { name: 'Bash', input: { command: 'make' }, result: 'same', outcome: 'ok' }, inject });

  it('stays due until an answer carries it', async () => {
    desk.configure(oneReviewer('on_critical: deny', 'hooks: [{trigger: "tool:post"}]'));
    await desk.begin();
    for (let at = 0; at < 8; at += 1) expect(await repeat('none')).toMatchObject({ action: 'continue' });
    desk.writeIn('shop/src/query.py', 'run("SELECT * FROM goods WHERE name = " + name)\n');
    desk.answers.Security = find('A', 'src/query.py:1', 'critical');
    expect(await repeat('context')).toMatchObject({ action: 'deny' });
    expect(await desk.emit('response:complete')).toEqual({ action: 'continue' });
    const next = await repeat('context');
    expect(next).toMatchObject({ action: 'inject_context', context: { content: expect.stringContaining('make') as string } });
    expect(await desk.emit('tool:post')).toMatchObject({ action: 'continue' });
  });

  it.each(['control', 'treatment'] as const)('and what reviewers find reaches an agent by its arm: %s', async (arm) => {
    const share = arm === 'control' ? 1e-9 : 1 - 1e-9;
    const arms = { control: 1 - share, treatment: share };
    await desk.store.putExperiment(buildExperiment({ id: 'x', kind: 'feedback', status: 'running', arms, startedAtMs: 0 }));
    desk.configure(oneReviewer('on_critical: deny'));
    await desk.begin();
    desk.answers.Security = find('The query is built from user input', 'src/query.py:1', 'critical');
    const answers = [await desk.emit('response:complete'), await desk.emit('message:received', { data: { prompt: 'Go on' } })];
    expect(answers.map(({ action }) => action)).toEqual(arm === 'control' ? ['continue', 'continue'] : ['deny', 'inject_context']);
    expect(await desk.listObservations()).toHaveLength(1);
  });
});

describe('a finding that its reviewer calls the same as an earlier one', () => {
  it.each([
    ['in the same file', 'src/query.py:9', 1],
    ['in another file, which is another problem', 'src/other.py:1', 2],
  ])('%s', async (_, place, observations) => {
    desk.configure(oneReviewer());
    await desk.begin();
    desk.answers.Security = find('SQL injection: user input is concatenated into the query', 'src/query.py:1');
    await desk.emit('response:complete');
    const [known] = await desk.listObservations();
    desk.writeIn('shop/src/other.py', 'y = 1\n');
    const again = {
      content: 'Names reach the database unescaped',
      severity: 'high',
      source_ref: place,
      same_as: toShortId(known?.id ?? ''),
    };
    desk.answers.Security = write(JSON.stringify({ observations: [again], resolved: [] }));
    await desk.emit('response:complete');
    expect(await desk.listObservations()).toHaveLength(observations);
  });
});

it('claims nothing while nothing waits', async () => {
  const claim = vi.spyOn(desk.store, 'claimReviewRun');
  await desk.begin();
  await new Promise((resolve) => setTimeout(resolve, 300));
  expect(claim).not.toHaveBeenCalled();
});

describe('a run', () => {
  it('comes back to files that did not fit, and closes nothing whose file it did not see', async () => {
    desk.configure(oneReviewer(), '  budget: 2000\n');
    for (const name of ['a', 'b', 'c', 'd', 'e']) desk.writeIn(`shop/src/${name}.py`, `${name} = "${name.repeat(1_500)}"\n`);
    await desk.begin();
    desk.answers.Security = find('The value of a is odd', 'src/a.py:1');
    await desk.emit('response:complete');
    const [known] = await desk.listObservations();
    const resolved = [{ id: toShortId(known?.id ?? ''), reason: 'Gone' }];
    desk.answers.Security = write(JSON.stringify({ observations: [], resolved }));
    const second = await desk.emit('response:complete');
    expect((await desk.getRun(second.run)).reviews[0]?.reason).toMatch(/files? changed or left out before: src\//u);
    expect(await desk.listObservations()).toMatchObject([{ state: 'open' }]);
  });

  it('keeps the findings of the others when one reviewer fails', async () => {
    const names = ['Hanging', 'Half', 'Prose', 'Many', 'Foreign', 'Good'];
    const reviewers = names.map(
      (name) => `        - {name: "${name}", focus: "-", model: m, timeout: 1, watch: [{type: files, paths: ["src/*.py"]}]}`,
    );
    desk.configure(`behaviors:\n  - module: hooks-observations\n    config:\n      observers:\n${reviewers.join('\n')}\n`);
    await desk.begin();
    const finding = (content: string) => ({ content, severity: 'low', source_ref: 'src/query.py:1', metadata: { category: 'quality' } });
    const half = JSON.stringify({ observations: [finding('A whole one'), finding('Half of one')] });
    Object.assign(desk.answers, {
      Hanging: hang,
      Half: write(half.slice(0, half.indexOf('Half of') + 4)),
      Prose: write('I would not build a query from user input, since that allows anybody to read the database.'),
      Many: write(
        JSON.stringify({
          observations: Array.from({ length: 40 }, (_, at) => finding(`Name ${'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMN'[at]} is odd`)),
        }),
      ),
      Foreign: write('{"verdict": "bad", "score": 3}'),
      Good: find('The query is built from user input', 'src/query.py:1'),
    });
    const { run } = await desk.emit('response:complete');
    const reviews = new Map((await desk.getRun(run)).reviews.map((one) => [one.reviewer, one]));
    expect(reviews.get('Hanging')).toMatchObject({ outcome: 'timed_out', problem: 'No answer within 1 s.' });
    expect(reviews.get('Half')).toMatchObject({ outcome: 'reviewed', found: 1, problem: expect.stringContaining('cut off') as string });
    expect(reviews.get('Prose')).toMatchObject({ outcome: 'reviewed', found: 1, problem: expect.stringContaining('not JSON') as string });
    expect(reviews.get('Many')).toMatchObject({ outcome: 'reviewed', found: 5, problem: '40 findings; the 5 most severe ones were kept.' });
    expect(reviews.get('Foreign')).toMatchObject({
      outcome: 'failed',
      found: 0,
      problem: expect.stringContaining('no list of observations') as string,
    });
    expect(reviews.get('Good')).toMatchObject({ outcome: 'reviewed', found: 1 });
    expect(await desk.listObservations()).toHaveLength(8);
    // Only failed reviews are due again.
    const before = desk.received.length;
    await desk.emit('response:complete');
    expect(desk.received.length - before).toBe(2);
  });

  it('is canceled, and keeps what was found until then', async () => {
    const two = oneReviewer() + oneReviewer().slice(oneReviewer().indexOf('        - name')).replace('"Security"', '"Slow"');
    desk.configure(two);
    await desk.begin();
    Object.assign(desk.answers, { Security: find('The query is built from user input', 'src/query.py:1'), Slow: hang });
    const { run = '' } = await desk.emit('response:complete', { wait: false });
    await vi.waitFor(
      async () => expect((await desk.getRun(run)).reviews.map(({ outcome }) => outcome)).toEqual(['reviewed', 'running']),
      5_000,
    );
    await desk.service.cancel(run);
    await vi.waitFor(async () => expect((await desk.getRun(run)).state).toBe('canceled'), 5_000);
    expect((await desk.getRun(run)).reviews).toMatchObject([{ outcome: 'reviewed', found: 1 }, { outcome: 'canceled' }]);
    expect(await desk.listObservations()).toHaveLength(1);
  });

  it('whose program stopped three times stores what was answered, and names the others', async () => {
    const two = oneReviewer() + oneReviewer().slice(oneReviewer().indexOf('        - name')).replace('"Security"', '"Slow"');
    desk.configure(two);
    const sessionId = await desk.begin();
    Object.assign(desk.answers, { Security: find('The query is built from user input', 'src/query.py:1'), Slow: hang });
    await desk.store.putReviewRun(buildRun({ id: 'run', sessionId, input: JSON.stringify(noInput), source: 'command' }));
    const farMs = Date.now() + 1e9;
    const first = await desk.store.claimReviewRun('first', farMs, farMs + 1, 'run');
    const stop = new AbortController();
    const dying = first && runReviews(desk.deps, first, { runId: 'run', owner: 'first' }, stop.signal);
    await vi.waitFor(
      async () => expect((await desk.getRun('run')).reviews.map(({ outcome }) => outcome)).toEqual(['reviewed', 'running']),
      5_000,
    );
    stop.abort('lost');
    await expect(dying).rejects.toBeDefined();
    expect(await desk.store.claimReviewRun('second', farMs + 1, farMs + 2, 'run')).toMatchObject({ attempts: 2, givesUp: false });
    // The lease of the third is over at once, and whoever follows has the fourth.
    expect(await desk.store.claimReviewRun('third', farMs + 2, 1, 'run')).toMatchObject({ attempts: 3, givesUp: false });
    await vi.waitFor(async () => expect((await desk.getRun('run')).state).toBe('failed'), 5_000);
    const { problem, reviews } = await desk.getRun('run');
    expect(problem).toMatch(/^Gave up after 3 attempts: .* Not reviewed: Slow\. Start a new run\.$/u);
    expect(reviews).toMatchObject([
      { outcome: 'reviewed', found: 1, problem: null },
      { outcome: 'failed', problem: expect.stringContaining('Gave up') as string },
    ]);
    expect(await desk.listObservations()).toMatchObject([{ content: 'The query is built from user input', state: 'open' }]);
    expect(desk.received).toHaveLength(2);
  });

  it('asks nobody without a key, beyond the budget, in a folder that is not the session’s, or about demo sessions', async () => {
    desk.configure(oneReviewer(), '  daily_budget_usd: 0.0001\n');
    await desk.begin();
    const reasons: string[] = [];
    const emit = async () => {
      const { run } = await desk.emit('response:complete');
      reasons.push((await desk.getRun(run)).reviews.map(({ outcome, reason }) => `${outcome}: ${reason}`).join());
    };
    desk.variables.OPENAI_API_KEY = undefined;
    await emit();
    desk.variables.OPENAI_API_KEY = 'test-key';
    desk.variables.OPENAI_BASE_URL = 'https://models.example.org/v1';
    await emit();
    desk.configure(oneReviewer(), '  roots: [/somewhere/else]\n');
    await emit();
    expect(desk.received).toEqual([]);
    expect(reasons).toEqual([
      expect.stringMatching(/^skipped: OPENAI_API_KEY is not set/u),
      expect.stringMatching(
        /^skipped: It could cost up to <?\$0\.\d\d, more than is left of today's budget of <\$0\.01, which resets at /u,
      ),
      expect.stringMatching(/^skipped: .* is in none of the folders of reviewers\.roots\.$/u),
    ]);
  });

  it('of a session that is deleted meanwhile says so to whoever waits', async () => {
    desk.configure(oneReviewer());
    const sessionId = await desk.begin();
    desk.answers.Security = hang;
    const answer = desk.emit('response:complete');
    const refused = expect(answer).rejects.toMatchObject({
      code: 'not_found',
      message: expect.stringContaining('agent:a was deleted') as string,
    });
    await vi.waitFor(() => expect(desk.received).toHaveLength(1), 5_000);
    await desk.store.deleteSessions([sessionId], 0);
    await refused;
  });

  it('of a rehearsal stores nothing, and is due again', async () => {
    desk.configure(oneReviewer());
    await desk.begin();
    desk.answers.Security = find('The query is built from user input', 'src/query.py:1');
    const { id } = await desk.service.start({ session: 'agent:a', reviewers: ['Security'], dry: true, toTurn: 1 }, 'page');
    await vi.waitFor(async () => expect((await desk.getRun(id)).state).toBe('done'), 5_000);
    expect((await desk.service.exchange(id, 'bundle/security')).findings).toMatchObject([{ observationId: null, severity: 'high' }]);
    expect(await desk.listObservations()).toEqual([]);
    expect(await desk.service.preview({ session: 'agent:a', reviewer: 'bundle/security' })).toMatchObject({
      isDue: true,
      reason: 'This session was not reviewed yet.',
      fileCount: 1,
      files: [{ path: 'src/query.py', isSent: true }],
      access: { model: 'claude-3-5-sonnet', problem: null },
    });
    await expect(desk.service.preview({ session: 'agent:a', reviewer: 'bundle/securty' })).rejects.toThrow('Did you mean bundle/security?');
  });
});

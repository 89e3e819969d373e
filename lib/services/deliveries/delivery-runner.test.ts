import { createHmac } from 'node:crypto';
import net from 'node:net';
import path from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { parseBundle } from '../../reviewers/parse-bundle.ts';
import { applyBundles } from './apply-bundles.ts';
import { makeWebhook, openPostOffice, secret, type PostOffice } from './__fixtures__/post-office.ts';
import { answer, openReceiver, type Receiver, type Respond } from './__fixtures__/receiver.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const one of opened.splice(0).toReversed()) await one.close();
});
const receive = async (respond: Respond, port?: number): Promise<Receiver> => {
  const receiver = await openReceiver(respond, port);
  opened.push(receiver);
  return receiver;
};
const openOffice = async (...sinks: Parameters<typeof openPostOffice>[0]): Promise<PostOffice> => {
  const office = openPostOffice(sinks);
  opened.push(office);
  await office.begin();
  return office;
};
const minuteMs = 60_000;
const recomputeAggregates = () => new Promise((resolve) => setTimeout(resolve, 60));
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 5_000, interval: 15 });

/** Attempts so far, and seconds until the next one; 60 while one is made. */
const waitOf = async (office: PostOffice): Promise<[number, number]> => {
  const [{ attempts, nextAtMs } = { attempts: 0, nextAtMs: null }] = await office.list();
  return [attempts, Math.ceil(((nextAtMs ?? 0) - office.now()) / 1_000)];
};

describe('what goes out to a webhook', () => {
  it('is signed, in the form of the specification, with an issue; what the sink does not want stays here', async () => {
    const receiver = await receive(answer(204));
    const office = await openOffice(makeWebhook(receiver.url, { issue_type: 'defect', auto_assign: true }));
    office.startRunner();
    const made = await office.report('Do not @mention ```anybody``` here');
    await office.report('A small thing', 'low');
    await until(async () => expect(await office.list('sent')).toHaveLength(1));
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received;
    const signed = createHmac('sha256', secret)
      .update(`${String(headers['x-observatory-timestamp'])}.${body}`)
      .digest('hex');
    expect(headers['x-observatory-signature']).toBe(`sha256=${signed}`);
    expect(Math.abs(Number(headers['x-observatory-timestamp']) - Date.now() / 1_000)).toBeLessThan(30);
    const [delivery] = await office.list();
    expect(JSON.parse(body)).toMatchObject({
      event: 'observation.opened',
      id: delivery?.id,
      observation: { id: made.id, observer: 'Security Reviewer', severity: 'critical', status: 'open', source_ref: 'a.ts:1' },
      issue: { title: made.title, type: 'defect', severity: 'critical', auto_assign: true },
    });
    expect(JSON.parse(body)).toHaveProperty('issue.body', expect.stringContaining('````text\nDo not @mention ```anybody``` here\n````\n'));
    expect([headers['x-observatory-delivery'], headers['idempotency-key']]).toEqual([delivery?.id, delivery?.id]);
    await recomputeAggregates();
    expect(receiver.received).toHaveLength(1);
    expect(office.errors).toEqual([]);
  });

  it('is what a bundle says of what its reviewers find, unless the webhook says it itself', async () => {
    const text = `name: Mine
hooks:
  - module: hooks-observations
    config:
      observers: [{ name: Security, focus: x, watch: [{ type: conversation }] }]
      post_processing: { create_issues_for: { severity: [low], issue_type: task, auto_assign: true } }
`;
    const { bundle } = parseBundle('/b/mine.yaml', (_, file) => ({ file, text }));
    const receiver = await receive(answer(204));
    const webhook = makeWebhook(receiver.url, { own: { auto_assign: false } });
    const office = await openOffice(...applyBundles([webhook], bundle ? [bundle] : []));
    office.startRunner();
    const report = async (observer: string, severity: 'critical' | 'low') => {
      const observations = [
        { observer, content: `${observer} ${severity}`, severity, sourceType: 'file' as const, sourceRef: null, metadata: {} },
      ];
      await office.observations.create({ sessionId: null, observations });
    };
    for (const observer of ['mine/security', 'other/security', '__proto__/x', 'mine'])
      for (const severity of ['critical', 'low'] as const) await report(observer, severity);
    await until(async () => expect(await office.list('sent')).toHaveLength(4));
    await recomputeAggregates();
    const issues = receiver.received.map(({ body }) => {
      const { observation, issue } = JSON.parse(body) as { observation: { observer: string }; issue: Record<string, unknown> };
      return [observation.observer, issue.severity, issue.type, issue.auto_assign];
    });
    expect(issues.toSorted()).toEqual([
      ['__proto__/x', 'critical', 'bug', false],
      ['mine', 'critical', 'bug', false],
      ['mine/security', 'low', 'task', false],
      ['other/security', 'critical', 'bug', false],
    ]);
    expect(office.errors).toEqual([]);
  });

  it('is not what was there before the sink was, nor what is resolved; what regresses is told again', async () => {
    const receiver = await receive(answer(200));
    const office = openPostOffice([makeWebhook(receiver.url)]);
    opened.push(office);
    const old = await office.report('Before');
    await office.begin();
    office.startRunner();
    const made = await office.report('After');
    await until(() => expect(receiver.received).toHaveLength(1));
    const acting = { id: made.id, note: null, reason: 'fixed' as const };
    await office.observations.resolve(acting);
    office.forward(1_000);
    await office.report('After');
    await until(() => expect(receiver.received).toHaveLength(2));
    expect(receiver.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([
      { event: 'observation.opened', observation: { id: made.id } },
      { event: 'observation.regressed', observation: { id: made.id } },
    ]);
    expect(receiver.ids()).not.toContain(old.id);
    expect(new Set(receiver.ids()).size).toBe(2);
  });

  it('waits longer each time while the host is down, and arrives when it is up', async () => {
    const gone = await openReceiver(answer(200));
    await gone.close();
    const office = await openOffice(makeWebhook(gone.url));
    office.startRunner();
    await office.report('One');
    for (const [at, waitS] of [5, 15, 45].entries()) {
      await until(async () => expect(await waitOf(office)).toEqual([at + 1, waitS]));
      expect((await office.list())[0]).toMatchObject({ state: 'pending', error: expect.stringContaining('ECONNREFUSED') });
      office.forward(waitS * 1_000);
    }
    const receiver = await receive(answer(200), gone.port);
    office.forward(10 * minuteMs);
    await until(async () => expect((await office.list())[0]).toMatchObject({ state: 'sent', error: null, nextAtMs: null }));
    expect(receiver.received).toHaveLength(1);
  });

  it('is given up after eight attempts, and tried again by hand under the same id', async () => {
    let status = 500;
    const receiver = await receive((response) => void response.writeHead(status).end('Out of <order>'));
    const office = await openOffice(makeWebhook(receiver.url));
    office.startRunner();
    await office.report('One');
    for (const [at, waitS] of [5, 15, 45, 135, 405, 1_215, 3_600].entries()) {
      await until(async () => expect(await waitOf(office)).toEqual([at + 1, waitS]));
      expect((await office.list())[0]).toMatchObject({ state: 'pending', error: 'HTTP 500: Out of <order>' });
      office.forward(waitS * 1_000);
    }
    await until(async () => expect((await office.list('dead'))[0]).toMatchObject({ attempts: 8, nextAtMs: null }));
    const [dead] = await office.list();
    const id = dead?.id ?? '';
    status = 200;
    expect(await office.service.retry(id)).toEqual({ id });
    await until(async () => expect(await office.list('sent')).toHaveLength(1));
    expect(new Set(receiver.ids())).toEqual(new Set([id]));
    await expect(office.service.retry(id)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('is sent') });
    await expect(office.service.retry('none')).rejects.toMatchObject({ code: 'not_found' });
  });

  it.each([
    ['gone', answer(410), 'HTTP 410'],
    ['not wanted', answer(422, {}, 'no such project'), 'HTTP 422: no such project'],
  ])('is given up at once where it is %s', async (_, respond, error) => {
    const receiver = await receive(respond);
    const office = await openOffice(makeWebhook(receiver.url));
    office.startRunner();
    await office.report('One');
    await until(async () => expect((await office.list('dead'))[0]).toMatchObject({ attempts: 1, error }));
    office.sinks.splice(0);
    const id = (await office.list())[0]?.id ?? '';
    await expect(office.service.retry(id)).rejects.toMatchObject({ code: 'conflict' });
    await expect(office.service.retryAll('issues')).rejects.toMatchObject({ code: 'conflict' });
    const { sinks } = await office.service.list({ state: null, cursor: null, limit: 1 });
    expect(sinks).toMatchObject([{ name: 'issues', kind: null, dead: 1, problem: expect.stringContaining('no longer configured') }]);
  });

  it('says where the configuration file is broken, not that its sinks are gone', async () => {
    const receiver = await receive(answer(410));
    const office = await openOffice(makeWebhook(receiver.url));
    office.startRunner();
    await office.report('One');
    await until(async () => expect(await office.list('dead')).toHaveLength(1));
    office.sinks.splice(0);
    office.problems.push({ line: 3, key: 'sinks.0.url', message: 'must start with https://.' });
    const { sinks, config } = await office.service.list({ state: null, cursor: null, limit: 1 });
    expect(config).toEqual({
      file: path.join(office.folder, 'observatory.config.yaml'),
      problems: office.problems,
      notices: [],
      origin: 'usual',
    });
    expect(sinks).toMatchObject([
      { kind: null, problem: expect.stringContaining('observatory.config.yaml, line 3: must start with https') },
    ]);
    const id = (await office.list())[0]?.id ?? '';
    await expect(office.service.retry(id)).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('line 3') });
  });

  it('goes nowhere else than it should: a redirect is told, not followed', async () => {
    const elsewhere = await receive(answer(200));
    const receiver = await receive(answer(307, { location: elsewhere.url }));
    const office = await openOffice(makeWebhook(receiver.url));
    office.startRunner();
    await office.report('One');
    await until(async () =>
      expect((await office.list())[0]).toMatchObject({ state: 'pending', error: expect.stringContaining(`redirect to ${elsewhere.url}`) }),
    );
    expect(elsewhere.received).toEqual([]);
  });

  it('tells of a redirect no more than origin and path, also of one to the same host', async () => {
    let location = 'https://user:password@example.com/login?token=hidden#hidden';
    const receiver = await receive((response) => void response.writeHead(302, { location }).end());
    const office = await openOffice(makeWebhook(receiver.url));
    office.startRunner();
    await office.report('One');
    const reported = () => office.list().then(([one]) => one?.error);
    await until(async () => expect(await reported()).toContain('redirect to https://example.com/login. Redirects'));
    location = '/new?token=hidden';
    office.forward(10_000);
    await until(async () => expect(await reported()).toContain(`redirect to http://127.0.0.1:${receiver.port}/new. Redirects`));
    location = 'mailto:hidden@example.com';
    office.forward(minuteMs);
    await until(async () => expect(await reported()).toContain('redirect to an unsupported URL. Redirects'));
  });

  it('goes on where the other side would speak another protocol, or closes without a word', async () => {
    let how: 'switch' | 'hint' | 'close' | 'take' = 'switch';
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => {
        if (how === 'switch') socket.write('HTTP/1.1 101 Switching Protocols\r\nupgrade: websocket\r\nconnection: upgrade\r\n\r\n');
        if (how === 'hint') socket.write('HTTP/1.1 103 Early Hints\r\n\r\n');
        if (how === 'close') socket.end();
        if (how === 'take') socket.end('HTTP/1.1 204 No Content\r\n\r\n');
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    opened.push({ close: () => new Promise((resolve) => server.close(() => resolve())) });
    const office = await openOffice(makeWebhook(`http://127.0.0.1:${(server.address() as net.AddressInfo).port}/`));
    office.startRunner();
    for (let at = 0; at < 6; at += 1) await office.report(`Number ${at}`);
    const errors = async () => new Set((await office.list('pending')).map(({ error }) => error));
    await until(async () => expect(await errors()).toEqual(new Set(['HTTP 101'])));
    how = 'hint';
    office.forward(10_000);
    await until(async () => expect(await errors()).toEqual(new Set(['No response within 0.4 s.'])));
    how = 'close';
    office.forward(minuteMs);
    await until(async () => expect(await errors()).toEqual(new Set(['Connection failed: socket hang up'])));
    how = 'take';
    office.forward(10 * minuteMs);
    await until(async () => expect(await office.list('sent')).toHaveLength(6));
    expect(office.errors).toEqual([]);
  });

  it('is sent to many at once without a warning of the platform', async () => {
    const warnings: string[] = [];
    const listen = ({ name }: Error) => void warnings.push(name);
    process.on('warning', listen);
    const receiver = await receive((response) => void setTimeout(() => response.writeHead(200).end(), 100));
    const office = await openOffice(...Array.from({ length: 15 }, (_, at) => makeWebhook(receiver.url, { name: `hook-${at}` })));
    office.startRunner(2_000);
    await office.report('One');
    await office.report('Two');
    await until(async () => expect(await office.list('sent')).toHaveLength(30));
    process.off('warning', listen);
    expect(warnings).toEqual([]);
  });

  it('waits as long as it is asked to, up to an hour', async () => {
    let retryAfter = '120';
    const receiver = await receive((response) => void response.writeHead(429, { 'retry-after': retryAfter }).end());
    const office = await openOffice(makeWebhook(receiver.url));
    office.startRunner();
    await office.report('One');
    await until(async () => expect(await waitOf(office)).toEqual([1, 120]));
    retryAfter = '99999';
    office.forward(121_000);
    await until(async () => expect(await waitOf(office)).toEqual([2, 3_600]));
    expect((await office.list())[0]).toMatchObject({ state: 'pending', error: 'HTTP 429' });
  });

  it('reads little of a huge answer, and takes a status for an answer that never ends', async () => {
    let written = 0;
    const receiver = await receive((response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) written += 65_536;
      };
      response.on('drain', more);
      more();
    });
    const drip = await receive((response) => void response.writeHead(200).write('…'));
    const office = await openOffice(makeWebhook(receiver.url), makeWebhook(drip.url, { name: 'drip' }));
    office.startRunner();
    await office.report('One');
    await until(async () => expect(await office.list('sent')).toHaveLength(2));
    expect(written).toBeLessThan(10_000_000);
  });

  it('holds up no other sink while one is slow, and gives it no more than four at once', async () => {
    let open = 0;
    let most = 0;
    const slow = await receive((response) => {
      open += 1;
      most = Math.max(most, open);
      response.on('close', () => (open -= 1));
    });
    const quick = await receive(answer(200));
    const office = await openOffice(makeWebhook(slow.url, { name: 'slow' }), makeWebhook(quick.url, { name: 'quick' }));
    const startedAt = performance.now();
    office.startRunner(1_500);
    for (let at = 0; at < 10; at += 1) await office.report(`Number ${at}`);
    await until(() => expect(quick.received).toHaveLength(10));
    expect(performance.now() - startedAt).toBeLessThan(1_400);
    expect(most).toBe(4);
    await until(async () =>
      expect((await office.list('pending')).filter(({ error }) => error === 'No response within 1.5 s.').length).toBeGreaterThan(3),
    );
  });

  it('is nothing while its key is not set, and all of it once it is', async () => {
    const receiver = await receive(answer(200));
    const office = await openOffice(makeWebhook(`${receiver.url}?token=secret`));
    delete office.variables.HOOK_KEY;
    office.startRunner();
    await office.report('One');
    await until(async () => expect((await office.list('pending'))[0]).toMatchObject({ attempts: 0 }));
    const { sinks } = await office.service.list({ state: null, cursor: null, limit: 1 });
    expect(sinks).toMatchObject([{ to: receiver.url, pending: 1, problem: expect.stringContaining('HOOK_KEY') }]);
    await recomputeAggregates();
    expect(receiver.received).toEqual([]);
    office.variables.HOOK_KEY = secret;
    await until(() => expect(receiver.received).toHaveLength(1));
  });

  it('is not lost where the server is stopped in the middle, and comes once more under the same id', async () => {
    let isHolding = true;
    const receiver = await receive((response) => {
      if (!isHolding) response.writeHead(200).end();
    });
    const office = await openOffice(makeWebhook(receiver.url));
    const first = office.startRunner(5_000);
    for (let at = 0; at < 9; at += 1) await office.report(`Number ${at}`);
    await until(() => expect(receiver.received).toHaveLength(4));
    const broken = receiver.ids();
    const startedAt = performance.now();
    await first.close();
    expect(performance.now() - startedAt).toBeLessThan(500);
    const waiting = await office.list('pending');
    expect(waiting).toHaveLength(9);
    expect(waiting.filter(({ error }) => error === 'The server stopped during the attempt.')).toHaveLength(4);
    expect(waiting.map(({ attempts }) => attempts)).toEqual(Array(9).fill(0));
    isHolding = false;
    office.startRunner();
    await until(async () => expect(await office.list('sent')).toHaveLength(9));
    const after = receiver.ids().slice(broken.length);
    expect([after.length, new Set(after).size]).toEqual([9, 9]);
    expect(after).toEqual(expect.arrayContaining(broken));
  });

  it('is taken up again after a crash, when nobody has it any more', async () => {
    const receiver = await receive(answer(200));
    const office = await openOffice(makeWebhook(receiver.url));
    await office.report('One');
    await office.begin();
    // A process took it and ended.
    const [taken] = await office.store.claimDeliveries('issues', office.now(), 60_000, 10);
    office.startRunner();
    await recomputeAggregates();
    expect(receiver.received).toEqual([]);
    office.forward(61_000);
    await until(() => expect(receiver.ids()).toEqual([taken?.id]));
  });

  it('comes once where two servers run, and is sent for good once one of them has sent it', async () => {
    const receiver = await receive((response) => void setTimeout(() => response.writeHead(200).end(), 5));
    const office = await openOffice(makeWebhook(receiver.url));
    office.startRunner();
    office.startRunner();
    for (let at = 0; at < 40; at += 1) await office.report(`Number ${at}`);
    await until(async () => expect(await office.list('sent')).toHaveLength(40));
    expect([receiver.received.length, new Set(receiver.ids()).size]).toEqual([40, 40]);
    const id = receiver.ids()[0]?.toString() ?? '';
    await office.store.endDelivery(id, { state: 'dead', error: 'Too late', nextAtMs: null, atMs: office.now() });
    expect(await office.store.findDelivery(id)).toMatchObject({ state: 'sent', error: null });
    expect(office.errors).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { isBuilt, start, useServers } from './__fixtures__/built-server.ts';

useServers();

const ask = async (address: string, options: RequestInit = {}): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(address, options);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe.skipIf(!isBuilt)('the state of observers over HTTP', () => {
  it('is exported and put back, and what follows is as it was', async () => {
    const { url } = await start();
    const report = async (from: number, to: number): Promise<string> => {
      const calls = Array.from({ length: to - from + 1 }, (_, at) => ({
        id: `c${String(from + at)}`,
        name: 'Bash',
        input: { command: 'make' },
        result: 'the same',
        exitCode: 0,
      }));
      const { body } = await ask(`${url}/api/sessions/agent:run/tool-calls`, { method: 'POST', body: JSON.stringify({ calls }) });
      return String(body.sessionId);
    };
    const id = await report(1, 4);
    const place = `${url}/api/sessions/${id}/observer-state`;
    const exported = await ask(place);
    expect(exported).toMatchObject({ status: 200, body: { version: 1, sessionId: id, callIndex: 4 } });
    await report(5, 40);
    expect((await ask(`${place}?at=4`)).body).toEqual(exported.body);
    const list = () => ask(`${url}/api/sessions/${id}/assessments?superseded=true`);
    const [said, end] = [await list(), await ask(place)];
    expect((said.body.assessments as unknown[]).length).toBeGreaterThan(2);
    const put = (body: object) => ask(place, { method: 'PUT', body: JSON.stringify(body) });
    expect(await put(exported.body)).toEqual({ status: 200, body: { callIndex: 4, observedTo: 40 } });
    expect([await list(), await ask(place)]).toEqual([said, end]);
    expect(await put({ ...exported.body, sessionId: 'another' })).toMatchObject({ status: 409, body: { code: 'conflict' } });
    expect(await put({ ...exported.body, fold: {} })).toMatchObject({ status: 400, body: { code: 'invalid_input' } });
    expect(await list()).toEqual(said);
  });
});

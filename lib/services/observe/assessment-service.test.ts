import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openStore } from '../../../db/open-store.ts';
import { contracts } from '../../contracts/index.ts';
import { toMarkdownRoute, toRoute, type Route } from '../../server/route.ts';
import type { Store } from '../../store/store.ts';
import { makeLoop } from './__fixtures__/make-loop.ts';
import { makeAssessmentService, type AssessmentService } from './assessment-service.ts';
import { observeSession } from './observe-session.ts';
import { makeDefaultObservers } from './default-observers.ts';

const set = makeDefaultObservers();
const id = 's';

describe('what observers said', () => {
  let store: Store;
  let service: AssessmentService;
  beforeEach(async () => {
    store = openStore(':memory:', { migrationsFolder: path.resolve('db/migrations') });
    service = makeAssessmentService({ store, loadObservers: () => set });
    await store.append(makeLoop('s', 60, 11, 30));
    await store.recomputeAggregates(['s']);
    await observeSession(store, set, 's');
  });
  afterEach(() => store.close());

  it('is listed with what became of each finding', async () => {
    const { assessments, episodes, observedTo } = await service.list(id, { superseded: false });
    expect(observedTo).toBe(60);
    const calls = assessments.map(({ callIndex }) => callIndex);
    expect(calls).toEqual(calls.toSorted((a, b) => a - b));
    const [first] = episodes;
    expect(first).toMatchObject({ fromCall: 11, assessedAt: expect.arrayContaining([assessments[0]?.callIndex]) });
    const reported = await Promise.all(episodes.map(({ observationId }) => store.findObservation(observationId ?? '')));
    // The repetition and the cascade are of one call that fails in one way: one observation, by whichever was there first.
    expect(episodes.map(({ finding }) => finding.category)).toEqual(['Repetitive Pattern', 'Error Cascade']);
    expect(reported.map((one) => one?.category)).toEqual(['Repetitive Pattern', 'Repetitive Pattern']);
    expect(new Set(reported.map((one) => one?.id)).size).toBe(1);
    expect(first?.observationId).not.toBeNull();
    expect(z.encode(contracts.assessments.list.response, { assessments, episodes, observedTo })).toMatchObject({ observedTo: 60 });
  });

  it('is known as of any call', async () => {
    const at = async (call?: number) => service.state(id, call);
    expect((await at(10)).observers.every(({ standing }) => standing.length === 0)).toBe(true);
    const inLoop = await at(25);
    expect(inLoop.observers.map(({ observer }) => observer)).toEqual(set.observers.map(({ kind }) => kind.id));
    const stall = inLoop.observers.find(({ observer }) => observer === 'stall');
    expect(stall?.standing[0]?.finding.calls[0]).toBe(11);
    expect(stall?.lastAssessmentCall).toBeLessThanOrEqual(25);
    expect(await at()).toEqual(await at(60));
  });

  it('is a file of its last call, a section while something stands, and a difference', async () => {
    const markdown = (call?: number) => service.markdown(id, call);
    const section = (call: number) => service.section(id, call);
    const { assessments } = await service.list(id, { superseded: false });
    const [first, last] = [assessments[0]?.callIndex ?? 0, assessments.at(-1)?.callIndex ?? 0];
    expect([await markdown(first - 1), await section(first - 1)]).toEqual(['', '']);
    expect(await markdown(first)).toMatch(/^# Trajectory Assessment\n/u);
    expect(await markdown()).toBe(await markdown(last));
    expect(await section(first)).toContain(await markdown(first));
    const { findings, before, after } = await service.diff(id, { from: first - 1, to: first });
    expect(before).toBe('');
    expect(after).toBe(await markdown(first));
    expect(new Set(findings.map(({ change }) => change))).toEqual(new Set(['new']));
    const back = await service.diff(id, { from: first, to: first - 1 });
    expect(new Set(back.findings.map(({ change }) => change))).toEqual(new Set(['gone']));
  });

  it('refuses sessions that are not there and calls that do not exist', async () => {
    await expect(service.list('none', { superseded: false })).rejects.toMatchObject({ code: 'not_found' });
    for (const name of ['state', 'markdown', 'section'] as const) {
      await expect(service[name](id, 61)).rejects.toThrow('There is no call 61. The last call of this session is 60.');
    }
    await expect(service.diff(id, { from: 1, to: 99 })).rejects.toMatchObject({ code: 'invalid_input' });
  });

  it('comes as JSON and as markdown', async () => {
    const ask = ({ answer }: Pick<Route, 'answer'>, address: string) => answer(new Request(`http://localhost/${address}`), { id });
    const state = await ask(
      toRoute(contracts.assessments.state, ({ params, query }) => service.state(params.id, query.at)),
      '?at=25',
    );
    expect(await state.json()).toMatchObject({ at: 25 });
    const text = await ask(
      toMarkdownRoute(contracts.assessments.markdown, ({ params, query }) => service.markdown(params.id, query.at)),
      '?at=60',
    );
    expect(text.headers.get('content-type')).toBe('text/markdown; charset=utf-8');
    expect(await text.text()).toBe(await service.markdown(id, 60));
    const refused = await ask(
      toMarkdownRoute(contracts.assessments.section, ({ params, query }) => service.section(params.id, query.at)),
      '?at=-1',
    );
    expect([refused.status, refused.headers.get('content-type')]).toEqual([400, 'application/problem+json; charset=utf-8']);
  });
});

import { describe, expect, it } from 'vitest';
import type { SinkRule } from '../../domain/delivery.ts';
import type { Observation } from '../../domain/observation.ts';
import { buildRow } from './__fixtures__/rows.ts';
import { listDeliverable, planDeliveries } from './plan-deliveries.ts';
import type { StoredStep } from './rows.ts';
import { toStepRow } from './steps.ts';

const all: SinkRule = { sink: 'file', severities: ['critical', 'high', 'medium', 'low', 'info'] };
const urgent: SinkRule = { sink: 'hook', severities: ['critical', 'high'] };

const observation: Observation = {
  fingerprint: 'grep',
  observer: 'stall',
  observerName: 'Stall Detector',
  category: null,
  title: 'grep failed',
  content: 'grep failed twice',
  waste: null,
  firstSeenAtMs: 1_000,
  lastSeenAtMs: 1_000,
  changedAtMs: 1_000,
  seen: 1,
  synthetic: false,
  isNoLongerFound: false,
  version: 1,
  id: 'grep',
  sessionId: 's',
  sessionTitle: null,
  project: null,
  severity: 'high',
  status: 'open',
  state: 'open',
  resolution: null,
  sourceType: 'conversation',
  sourceRef: null,
  metadata: {},
  evidence: null,
  createdAtMs: 1_000,
  acknowledgedAtMs: null,
  resolvedAtMs: null,
  isCleared: false,
};

const toStep = (
  seq: number,
  kind: StoredStep['kind'],
  from: StoredStep['fromState'],
  to: StoredStep['toState'],
  changeId = 'c',
): StoredStep => ({
  ...toStepRow(buildRow({ state: to }), from && buildRow({ state: from }), {
    kind,
    changeId,
    by: 'stall',
    atMs: seq,
    note: null,
    callIndex: null,
  }),
  seq,
});
const plan = (rule: SinkRule, steps: StoredStep[], over: Partial<Observation> = {}) =>
  planDeliveries(rule, steps, new Map([['grep', { observation: { ...observation, ...over }, steps, isReplaying: false }]]), 7_000);

describe('planDeliveries', () => {
  it.each([
    ['create', null, 'open', ['observation.opened']],
    ['create', null, 'fixed', []],
    ['return', 'stale', 'open', ['observation.opened']],
    ['return', 'stale', 'acknowledged', []],
    ['regress', 'fixed', 'regressed', ['observation.regressed']],
    ['undo', 'fixed', 'regressed', []],
    ['reopen', 'fixed', 'open', []],
    ['acknowledge', 'open', 'acknowledged', []],
    ['withdraw', 'open', 'stale', []],
  ] as const)('of %s from %s to %s: %j', (kind, from, to, events) => {
    expect(plan(all, [toStep(1, kind, from, to)]).map(({ event }) => event)).toEqual(events);
  });

  it('leaves out what an import says, demo data, other severities and what is resolved by now', () => {
    const created = toStep(1, 'create', null, 'open');
    expect(plan(all, [toStep(1, 'create', null, 'open', 'import:1')])).toEqual([]);
    expect(plan(all, [created], { synthetic: true })).toEqual([]);
    expect(plan(urgent, [created], { severity: 'low' })).toEqual([]);
    expect(plan(all, [created], { state: 'fixed' })).toEqual([]);
    // The observation that it took over was delivered.
    expect(plan(all, [created, toStep(3, 'carry_from', 'open', 'acknowledged')])).toEqual([]);
    expect(listDeliverable([created, created, toStep(2, 'undo', 'fixed', 'open')])).toEqual(['grep']);
  });

  it('counts an escalation as the opening before it, for a rule that did not want it as it was', () => {
    const created = toStep(1, 'create', null, 'open');
    const escalated = { ...toStep(2, 'escalate', 'open', 'open'), before: '{"severity":2}' };
    const [first] = plan(urgent, [created, escalated]);
    expect(plan(urgent, [created, escalated]).map(({ id }) => id)).toEqual([first?.id, first?.id]);
    // From medium to high: a rule for both had it already.
    expect(plan(all, [created, escalated])).toHaveLength(1);
  });

  it('holds the observation as it is sent', () => {
    const [one] = plan(all, [toStep(1, 'create', null, 'open')]);
    expect(one).toMatchObject({ sink: 'file', sessionId: 's', observationId: 'grep', title: 'grep failed', createdAtMs: 7_000 });
    expect(JSON.parse(one?.body ?? '')).toMatchObject({ id: 'grep', severity: 'high', createdAt: '1970-01-01T00:00:01.000Z' });
  });
});

import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planSession, type Role } from '../../db/demo/plan.ts';
import type { Assessment } from '../domain/assessment.ts';
import type { Session } from '../domain/session.ts';
import { defaultConfig, makeObserverSet } from '../observers/observer-set.ts';
import { observeSession } from '../services/observe/observe-session.ts';
import { makeDefaultObservers } from '../services/observe/default-observers.ts';
import { listAll, openArchive, type Archive } from './__fixtures__/demo-archive.ts';

const count = 40;

type Observed = { session: Session; said: Assessment[] };

describe('what the observers report of the demo', () => {
  let folder: string;
  let archive: Archive;
  let observed: Observed[];
  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'observatory-demo-'));
    archive = openArchive(folder);
    await archive.demo.createIfNew();
    observed = [];
    for (const session of await listAll(archive.store)) {
      await observeSession(archive.store, makeDefaultObservers(), session.id);
      observed.push({ session, said: await archive.store.listAssessments(session.id, { superseded: false }) });
    }
  }, 60_000);
  afterAll(async () => {
    await archive.store.close();
    await rm(folder, { recursive: true });
  });

  const ofRole = (role: Role): Observed[] =>
    Array.from({ length: count }, (_, index) => planSession(index))
      .filter((planned) => planned.role === role)
      .map(({ work: { task, model } }) => {
        const found = observed.find(
          ({ session: { title, models } }) =>
            models.includes(model) && (title?.endsWith(task.title) || title?.startsWith(task.request.slice(0, 60))),
        );
        if (!found) throw new Error(`A session of the role ${role} is missing.`);
        return found;
      });

  it('is nothing of clean sessions', () => {
    const clean = ofRole('clean');
    expect(clean.length).toBeGreaterThanOrEqual(6);
    for (const { session, said } of clean) expect(said, session.title ?? '').toEqual([]);
  });

  it('is where each loop began and what it wasted, from its third call on', () => {
    for (const { session, said } of ofRole('loop')) {
      const first = said.find(({ observer }) => observer === 'stall');
      expect(first?.callIndex, session.title ?? '').toBe(6);
      expect(first?.findings.map(({ category, calls }) => [category, calls])).toEqual([['Repetitive Pattern', [4, 5, 6]]]);
      expect(first?.findings[0]?.waste?.calls).toBe(2);
      const worse = said.find(({ observer, telling }) => observer === 'stall' && telling === 'rises');
      expect(worse?.callIndex, session.title ?? '').toBe(9);
      expect(worse?.severity).toBe('warning');
      expect(worse?.findings[0]?.waste?.calls).toBe(5);
    }
  });

  it('is a cascade at the third failure, worse at the sixth', () => {
    for (const { session, said } of ofRole('error cascade')) {
      const cascade = said.filter(({ observer }) => observer === 'error_cascade');
      expect(cascade.map(({ callIndex, severity, findings }) => [callIndex, severity, findings.length]).slice(0, 2)).toEqual([
        [3, 'caution', 1],
        [6, 'warning', 1],
      ]);
      expect(cascade[0]?.findings[0]?.category, session.title ?? '').toBe('Error Cascade');
    }
  });

  it('is drift of the drifts where that observer is on', async () => {
    const { set } = makeObserverSet({
      ...defaultConfig,
      observers: defaultConfig.observers.map((entry) => ({ ...entry, enabled: true })),
    });
    if (!set) throw new Error('the default configuration is valid');
    for (const { session } of ofRole('drift')) {
      await observeSession(archive.store, set, session.id);
      const said = await archive.store.listAssessments(session.id, { superseded: false });
      expect(
        said.flatMap(({ findings }) => findings).map(({ category }) => category),
        session.title ?? '',
      ).toContain('Scope Drift');
    }
  });
});

import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { diffSnapshots } from '../../../lib/trajectories/diff-snapshots.ts';
import { rewriteSnapshot } from '../../../lib/trajectories/__fixtures__/rewrite-snapshot.ts';
import { parseSnapshot } from '../../../lib/trajectories/snapshot.ts';
import { findTrajectoryFlaw } from '../../../lib/trajectories/__fixtures__/find-trajectory-flaw.ts';
import { writeDemoTrajectory } from './write-trajectory.ts';

const nowMs = Date.UTC(2026, 10, 20, 9, 30);

it('writes a trajectory as the library does, in which the prompt changes twice and the state at each render', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'observatory-trajectory-'));
  const text = await readFile(await writeDemoTrajectory(folder, nowMs), 'utf8');
  expect(await readFile(await writeDemoTrajectory(folder, nowMs), 'utf8')).toBe(text);
  await rm(folder, { recursive: true });
  const lines = text.trimEnd().split('\n');
  expect(lines).toHaveLength(20);
  expect(lines.map(rewriteSnapshot)).toEqual(lines);
  const snapshots = lines.map((line) => {
    const reading = parseSnapshot(line);
    if ('flaws' in reading) throw new Error(reading.flaws.join());
    expect(reading.snapshot.tags.synthetic).toBe('true');
    expect(reading.snapshot.createdAt.atMs).toBeLessThan(nowMs);
    return reading.snapshot;
  });
  expect(findTrajectoryFlaw(snapshots)).toBeNull();
  const changed = snapshots.flatMap((snapshot, at) => {
    const before = snapshots[at - 1];
    const { prompt = [], slices = [] } = before ? diffSnapshots(before, snapshot) : {};
    if (before) expect(slices.length).toBeGreaterThan(0);
    return prompt.length > 0 ? [`${at + 1}: ${prompt.join()}`] : [];
  });
  expect(changed).toEqual(['12: section rules changed', '16: tool search_notes removed']);
});

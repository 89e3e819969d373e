import * as z from 'zod';
import { contracts } from '../../lib/contracts/index.ts';
import type { TrajectorySnapshot } from '../../lib/domain/trajectory.ts';
import { printBytes } from '../../lib/print/bytes.ts';
import { printCount, printCounted } from '../../lib/print/number.ts';
import { printSessionTitle } from '../../lib/print/session-title.ts';
import { printSnapshotSources } from '../../lib/print/snapshot-sources.ts';
import { printIso } from '../../lib/print/time.ts';
import { unknown } from '../../lib/print/unknown.ts';
import { toVisibleText } from '../../lib/print/visible-text.ts';
import { toTypeName } from '../../lib/trajectories/type-name.ts';
import { writeParts } from '../export-command.ts';
import { printDescriptor } from './list-trajectories.ts';
import { withTrajectories } from './open-trajectories.ts';
import { printJson } from '../print.ts';

/** `trajectories show`: a line for each snapshot. */
export const showTrajectory = (name: string, { json }: { json: boolean }): Promise<number> =>
  withTrajectories(async ({ service, getId }) => {
    const found = await service.get(await getId(name), { from: 0, limit: Number.MAX_SAFE_INTEGER });
    const { trajectory, sources, snapshots } = found;
    if (json) {
      printJson(z.encode(contracts.trajectories.get.response, found));
      return 0;
    }
    const { id, sessionId, title, descriptor, promptVersions, bytes, flaw } = trajectory;
    const lines = [
      `${id}  ${printSessionTitle({ title, id: sessionId })}`,
      `${printDescriptor(descriptor)}: ${printCounted(snapshots.length, 'snapshot')}, ${printCounted(promptVersions, 'version')} of the prompt, ${printBytes(bytes)}`,
      `Read from ${printSnapshotSources(sources)}: ${sources.map(({ path }) => path).join(', ')}`,
      ...(flaw === null ? [] : [`No trajectory: ${flaw}.`]),
      '',
      ...snapshots.map(printSnapshot),
    ];
    process.stdout.write(`${lines.map((line) => toVisibleText(line).replaceAll('\n', '␊')).join('\n')}\n`);
    return 0;
  });

const printSnapshot = ({ position, createdAtMs, events, slices, fields, prompt, promptVersion }: TrajectorySnapshot): string => {
  const kinds = [[events.rendered, 'prompt'], [events.tool, 'call'], [events.executed, 'answer']] as const; // prettier-ignore
  const changes = [
    ...kinds.flatMap(([{ added }, word]) => (added > 0 ? [`+${printCounted(added, word)}`] : [])),
    ...kinds.flatMap(([{ removed }, word]) => (removed > 0 ? [`-${printCounted(removed, word)}`] : [])),
    ...slices.map(({ sliceType, before, after }) => `${toTypeName(sliceType)} ${printCount(before)} → ${printCount(after)}`),
    ...(fields.length > 0 ? [`${fields.join(', ')} changed`] : []),
    ...prompt.map((change) => `PROMPT: ${change}`),
  ];
  const version = promptVersion === null ? unknown : `v${promptVersion}`;
  return [`${position + 1}`.padStart(4), printIso(createdAtMs), version.padEnd(4), changes.join(', ') || 'nothing changed'].join('  ');
};

/** `trajectories export`: its lines, to a file or to standard output. */
export const exportTrajectory = (name: string, { output, includeSecrets }: { output?: string; includeSecrets: boolean }): Promise<number> =>
  withTrajectories(async ({ service, getId }) => {
    const { parts } = await service.export(await getId(name), { includeSecrets });
    await writeParts(parts, output);
    return 0;
  });

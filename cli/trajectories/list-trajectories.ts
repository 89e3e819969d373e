import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import type { Page } from '../../lib/domain/page.ts';
import { descriptorGroup, trajectory, type DescriptorGroup, type DescriptorTriple, type Trajectory } from '../../lib/domain/trajectory.ts';
import { printBytes } from '../../lib/print/bytes.ts';
import { fitColumns } from '../../lib/print/columns.ts';
import { printCount } from '../../lib/print/number.ts';
import { printSessionTitle } from '../../lib/print/session-title.ts';
import { printDayClock } from '../../lib/print/time.ts';
import { unknown } from '../../lib/print/unknown.ts';
import { toVisibleText } from '../../lib/print/visible-text.ts';
import { printTriple } from '../../lib/trajectories/descriptor.ts';
import { parseTrajectoryId, toTrajectoryId } from '../../lib/trajectories/trajectory-id.ts';
import { parseGivenDescriptor } from '../parse-given-descriptor.ts';
import { parseLimit } from '../parse-limit.ts';
import { withTrajectories } from './open-trajectories.ts';
import { printJson, printNote } from '../print.ts';

export type ListOptions = {
  descriptors: boolean;
  ns?: string;
  key?: string;
  tag?: string;
  unknown: boolean;
  refused: boolean;
  limit?: string;
  json: boolean;
};

const defaultLimit = 50;
const pageSize = 200;
const idChars = 8;
const maxDescriptorColumns = 40;

/** `trajectories list`: a table, or JSON. */
export const listTrajectories = (options: ListOptions): Promise<number> =>
  withTrajectories(async ({ service }) => {
    const { descriptors, ns, key, tag, json } = options;
    const given = parseGivenDescriptor({ ns, key, tag }) ?? {};
    if (given.tag !== undefined && given.key === undefined) throw new AppError('invalid_input', '--tag needs --ns and --key.');
    if (options.unknown && given.key !== undefined)
      throw new AppError('invalid_input', 'Use either --unknown or --ns and --key, not both.');
    if (descriptors && (options.unknown || options.refused || given.key !== undefined))
      throw new AppError('invalid_input', '--descriptors lists all prompts. Use it without --ns, --key, --tag, --unknown and --refused.');
    const limit = options.limit === undefined ? (json ? Infinity : defaultLimit) : parseLimit(options.limit);
    const filter = { ...given, unknown: options.unknown, refused: options.refused };
    const nowMs = Date.now();
    if (descriptors) {
      const { items, total } = await listSome((page) => service.descriptors(page), limit);
      if (json) printJson({ descriptors: z.encode(z.array(descriptorGroup), items), total });
      else printTable(items.length === 0 ? [] : printGroups(items, nowMs), total, items.length);
    } else {
      const { items, total } = await listSome((page) => service.list(filter, page), limit);
      if (json) printJson({ trajectories: z.encode(z.array(trajectory), items), total });
      else printTable(items.length === 0 ? [] : printTrajectories(items, nowMs), total, items.length);
    }
    return 0;
  });

const listSome = async <Item>(list: (page: { cursor: string | null; limit: number }) => Promise<Page<Item>>, limit: number) => {
  const items: Item[] = [];
  let page = await list({ cursor: null, limit: Math.min(pageSize, limit) });
  items.push(...page.items);
  while (page.nextCursor !== null && items.length < limit) {
    page = await list({ cursor: page.nextCursor, limit: Math.min(pageSize, limit - items.length) });
    items.push(...page.items);
  }
  return { items, total: page.total };
};

const printTable = (lines: readonly string[], total: number, shown: number): void => {
  if (lines.length === 0) printNote('No such trajectories. `observatory import` reads dumps of weakincentives sessions.');
  else process.stdout.write(`${lines.join('\n')}\n`);
  if (total > shown) printNote(`${printCount(shown)} of ${printCount(total)}; --limit shows more.`);
};

export const printDescriptor = (descriptor: DescriptorTriple | null): string =>
  descriptor ? toVisibleText(printTriple(descriptor)).replaceAll('\n', '␊') : unknown;

/** The first characters of the session's id, and the part. */
const toShortId = (id: string): string => {
  const { session, part } = parseTrajectoryId(id);
  return toTrajectoryId(session.slice(0, idChars), part);
};

const toLine = (cells: readonly string[]): string => cells.join('  ').trimEnd();

const printTrajectories = (items: readonly Trajectory[], nowMs: number): string[] => [
  toLine([
    'id'.padEnd(10),
    'last'.padEnd(16),
    'snapshots',
    ' prompts',
    '     size',
    fitColumns('descriptor', maxDescriptorColumns),
    'title',
  ]),
  ...items.flatMap(({ id, sessionId, lastAtMs, snapshots, promptVersions, bytes, descriptor, title, flaw }) => [
    toLine([
      toShortId(id).padEnd(10),
      printDayClock(lastAtMs, nowMs).padEnd(16),
      printCount(snapshots).padStart(9),
      printCount(promptVersions).padStart(8),
      printBytes(bytes).padStart(9),
      fitColumns(printDescriptor(descriptor), maxDescriptorColumns),
      printSessionTitle({ title, id: sessionId }),
    ]),
    ...(flaw === null ? [] : [`  ${toVisibleText(flaw)}`]),
  ]),
];

const printGroups = (items: readonly DescriptorGroup[], nowMs: number): string[] => [
  toLine([fitColumns('descriptor', maxDescriptorColumns), 'trajectories', 'refused', 'snapshots', 'last']),
  ...items.map(({ descriptor, trajectories, refused, snapshots, lastAtMs }) =>
    toLine([
      fitColumns(printDescriptor(descriptor), maxDescriptorColumns),
      printCount(trajectories).padStart(12),
      printCount(refused).padStart(7),
      printCount(snapshots).padStart(9),
      printDayClock(lastAtMs, nowMs),
    ]),
  ),
];

import type { Format } from '../format.ts';
import { detectSnapshot, detectSnapshots } from './detect.ts';
import { openSnapshots, readSnapshotDocument } from './reader.ts';

const agent = { id: 'weakincentives', label: 'weakincentives' };
const capabilities = { timestamps: true, tokens: true, cost: false, outcomes: true, subagents: true };

/** Snapshots of sessions: dumps with one per line, or a single one with line breaks in it. */
export const weakincentivesFormats: readonly Format[] = [
  {
    id: 'weakincentives',
    version: 3,
    label: 'weakincentives snapshots',
    agent,
    shape: 'lines',
    capabilities,
    repeats: true,
    detect: detectSnapshots,
    openLines: openSnapshots,
  },
  {
    id: 'weakincentives-document',
    version: 3,
    label: 'weakincentives snapshot over several lines',
    agent,
    shape: 'document',
    capabilities,
    repeats: true,
    detect: detectSnapshot,
    readDocument: readSnapshotDocument,
  },
];

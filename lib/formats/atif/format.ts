import { documentsOf, isAtif } from '../content-marks.ts';
import type { Format } from '../format.ts';
import { toObjects } from '../narrow.ts';
import { readAtif } from './read.ts';

/** The Agent Trajectory Interchange Format; its sessions belong to the agent that each names. */
export const atifFormat: Format = {
  id: 'atif',
  version: 3,
  label: 'ATIF trajectory',
  agent: { id: 'atif', label: 'ATIF' },
  shape: 'document',
  capabilities: { timestamps: true, tokens: true, cost: true, outcomes: false, subagents: true },
  detect: (head) => {
    if (head.document === undefined) return 0;
    return documentsOf(head).some((one) => isAtif(one) || toObjects(Object.values(one)).some(isAtif)) ? 0.95 : 0;
  },
  readDocument: readAtif,
};

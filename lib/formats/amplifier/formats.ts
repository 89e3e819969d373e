import type { Format } from '../format.ts';
import { detectEvents, detectTranscript } from './detect.ts';
import { openEvents } from './events-reader.ts';
import { detectMetadata, readMetadata } from './metadata.ts';
import { openTranscript } from './transcript-reader.ts';

const agent = {
  id: 'amplifier',
  label: 'Amplifier',
  folder: '.amplifier/projects',
  sessionOf: (file: string) => file.replace(/[\\/][^\\/]*$/u, ''),
};

/** The files in a session's folder: its events, its messages, and a description. */
export const amplifierFormats: readonly Format[] = [
  {
    id: 'amplifier-events',
    version: 3,
    label: 'Amplifier event log',
    agent,
    shape: 'lines',
    capabilities: { timestamps: true, tokens: true, cost: true, outcomes: true, subagents: true },
    detect: detectEvents,
    openLines: openEvents,
  },
  {
    id: 'amplifier-transcript',
    version: 3,
    label: 'Amplifier transcript',
    agent,
    shape: 'lines',
    capabilities: { timestamps: true, tokens: false, cost: false, outcomes: true, subagents: true },
    detect: detectTranscript,
    openLines: openTranscript,
  },
  {
    id: 'amplifier-metadata',
    version: 3,
    label: 'Amplifier session description',
    agent,
    shape: 'document',
    companionOf: 'amplifier-events',
    capabilities: { timestamps: false, tokens: false, cost: false, outcomes: false, subagents: true },
    detect: detectMetadata,
    readDocument: readMetadata,
  },
];

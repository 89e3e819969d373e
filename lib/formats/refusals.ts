import {
  asciiOf,
  documentsOf,
  firstOf,
  has,
  innerOf,
  isBaseState,
  isMini,
  isOpenHands,
  isOpenHandsRow,
  isOpencode,
  isSnapshot,
  isSpan,
  isSqlite,
  isSweAgent,
  isZip,
  itemsOf,
  startsWith,
} from './content-marks.ts';
import type { Head } from './format.ts';
import { toList, toObject, toText } from './narrow.ts';

/** A format that is known by its content and not read. */
export type KnownFormat = {
  id: string;
  /** With its article: `a Codex rollout`. */
  label: string;
  /** What is not read: `Codex files`. */
  plural: string;
  /** What to do about it, instead of waiting for a version that reads it. */
  advice?: string;
  test(head: Head): boolean;
};

/** First match wins: containers, then formats with marks of their own, then those that others resemble. */
export const refusals: readonly KnownFormat[] = [
  {
    id: 'inspect-eval',
    label: 'an Inspect log (.eval)',
    plural: 'Inspect logs',
    test: (head) => isZip(head) && /header\.json|_journal\//u.test(asciiOf(head)),
  },
  {
    id: 'weakincentives-bundle',
    label: 'a weakincentives debug bundle',
    plural: 'Debug bundles',
    test: (head) => isZip(head) && asciiOf(head).includes('debug_bundle/'),
  },
  { id: 'zip', label: 'a ZIP archive', plural: 'Archives', test: isZip },
  {
    id: 'zstd',
    label: 'a file compressed with zstd',
    plural: 'Such files',
    advice: 'Unpack it first: zstd -d FILE.',
    test: (head) => startsWith(head, [0x28, 0xb5, 0x2f, 0xfd]),
  },
  {
    id: 'gzip',
    label: 'a file compressed with gzip twice',
    plural: 'Such files',
    advice: 'Unpack it first: gunzip FILE.',
    test: (head) => startsWith(head, [0x1f, 0x8b]),
  },
  {
    id: 'oats-sqlite',
    label: 'an oats trajectory store',
    plural: 'oats stores',
    test: (head) => isSqlite(head) && /CREATE TABLE[^(]{0,40}trajectories/iu.test(asciiOf(head)),
  },
  {
    id: 'cursor',
    label: 'a Cursor state database',
    plural: 'Cursor databases',
    test: (head) => isSqlite(head) && /cursorDiskKV|ItemTable/u.test(asciiOf(head)),
  },
  { id: 'sqlite', label: 'a SQLite database, such as opencode, Cursor and goose keep', plural: 'Such databases', test: isSqlite },
  {
    id: 'mini-swe-agent',
    label: 'a mini-swe-agent trajectory',
    plural: 'mini-swe-agent files',
    test: (head) => documentsOf(head).some(isMini),
  },
  { id: 'swe-agent', label: 'a SWE-agent trajectory', plural: 'SWE-agent files', test: (head) => documentsOf(head).some(isSweAgent) },
  {
    id: 'inspect-json',
    label: 'an Inspect log',
    plural: 'Inspect logs',
    test: (head) => documentsOf(head).some((one) => has(one, 'version', 'status', 'eval', 'plan')),
  },
  {
    id: 'otlp',
    label: 'an OpenTelemetry trace (OTLP)',
    plural: 'Traces',
    test: (head) => itemsOf(head).some((one) => has(one, 'resourceSpans') || has(one, 'resource_spans')),
  },
  { id: 'spans', label: 'a list of OpenTelemetry or OpenInference spans', plural: 'Traces', test: (head) => itemsOf(head).some(isSpan) },
  {
    id: 'langfuse',
    label: 'a Langfuse trace',
    plural: 'Traces',
    test: (head) => documentsOf(head).some((one) => toObject(one.trace) !== null && toList(one.observations) !== null),
  },
  { id: 'weakincentives', label: 'a weakincentives snapshot', plural: 'Snapshots', test: (head) => itemsOf(head).some(isSnapshot) },
  {
    id: 'oats',
    label: 'an export of an oats trajectory store',
    plural: 'oats rows',
    test: (head) => itemsOf(head).some((one) => has(one, 'session_id', 'turn_idx', 'role', 'kind')),
  },
  {
    id: 'pi',
    label: 'a pi session',
    plural: 'pi sessions',
    test: (head) =>
      itemsOf(head)
        .slice(0, 1)
        .some((one) => one.type === 'session' && has(one, 'id', 'cwd')),
  },
  {
    id: 'gemini',
    label: 'a Gemini CLI session',
    plural: 'Gemini CLI files',
    test: (head) => itemsOf(head).some((one) => has(one, 'sessionId', 'projectHash')),
  },
  {
    id: 'copilot',
    label: 'a Copilot CLI event log',
    plural: 'Copilot CLI files',
    test: (head) => itemsOf(head).some((one) => /^(?:session|tool|assistant)\.[a-z_.]+$/u.test(toText(one.type) ?? '') && has(one, 'data')),
  },
  { id: 'opencode', label: 'an opencode session', plural: 'opencode files', test: (head) => documentsOf(head).some(isOpencode) },
  {
    id: 'amp',
    label: 'an Amp thread',
    plural: 'Amp threads',
    test: (head) => documentsOf(head).some((one) => toText(one.id)?.startsWith('T-') === true && toList(one.messages) !== null),
  },
  {
    id: 'openhands',
    label: 'an OpenHands trajectory',
    plural: 'OpenHands files',
    test: (head) =>
      innerOf(head, 'history', 'entries', 'trajectory').some(isOpenHands) ||
      documentsOf(head).some((one) => isBaseState(one) || isOpenHandsRow(one)),
  },
  {
    id: 'tau2',
    label: 'a tau2-bench result file',
    plural: 'tau2-bench files',
    test: (head) => documentsOf(head).some((one) => firstOf(one.simulations)?.messages !== undefined),
  },
];

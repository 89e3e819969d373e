import {
  asciiOf,
  documentsOf,
  firstOf,
  has,
  hasTable,
  innerOf,
  isBaseState,
  isMini,
  isOpenHands,
  isOpenHandsRow,
  isOpencode,
  isSpan,
  isSweAgent,
  isTar,
  isZip,
  itemsOf,
  startsWith,
} from './content-marks.ts';
import { toList, toObject, toText } from './narrow.ts';
import { otherAgents, type KnownFormat } from './other-agents.ts';

/** Write-ahead log (both byte orders), its shared memory (little endian), rollback journal. */
const sideFileMagics = [
  [0x37, 0x7f, 0x06, 0x82],
  [0x37, 0x7f, 0x06, 0x83],
  [0x18, 0xe2, 0x2d, 0x00],
  [0xd9, 0xd5, 0x05, 0xf9, 0x20, 0xa1, 0x63, 0xd7],
] as const;

/** First match wins: containers, then formats with marks of their own, then those that others resemble. */
export const refusals: readonly KnownFormat[] = [
  {
    id: 'inspect-eval',
    label: 'an Inspect log (.eval)',
    plural: 'Inspect logs',
    test: (head) => isZip(head) && /header\.json|_journal\//u.test(asciiOf(head)),
  },
  {
    id: 'zip',
    label: 'a ZIP archive',
    plural: 'Archives',
    advice: 'Debug bundles of weakincentives are the only archives that are read as they are. Unpack it first: unzip FILE.',
    test: isZip,
  },
  { id: 'tar', label: 'a TAR archive', plural: 'Archives', advice: 'Unpack it first: tar -xf FILE.', test: isTar },
  {
    id: 'zstd',
    label: 'a file compressed twice',
    plural: 'Such files',
    advice: 'Unpack it first: zstd -d FILE.',
    test: (head) => startsWith(head, [0x28, 0xb5, 0x2f, 0xfd]),
  },
  {
    id: 'gzip',
    label: 'a file compressed twice',
    plural: 'Such files',
    advice: 'Unpack it first: gunzip FILE.',
    test: (head) => startsWith(head, [0x1f, 0x8b]),
  },
  {
    id: 'utf-16',
    label: 'a text in UTF-16',
    plural: 'Such texts',
    advice: 'Convert it to UTF-8 first: iconv -f UTF-16 -t UTF-8 FILE.',
    test: (head) => startsWith(head, [0xff, 0xfe]) || startsWith(head, [0xfe, 0xff]),
  },
  {
    id: 'pdf',
    label: 'a PDF document',
    plural: 'Documents',
    test: (head) => asciiOf(head).startsWith('%PDF-'),
  },
  {
    id: 'cursor',
    label: 'a Cursor state database',
    plural: 'Cursor databases',
    test: (head) => hasTable(head, 'cursorDiskKV') || hasTable(head, 'ItemTable'),
  },
  {
    id: 'opencode-sqlite',
    label: 'an opencode database',
    plural: 'opencode databases',
    test: (head) => hasTable(head, 'message', 'data') && hasTable(head, 'part', 'data'),
  },
  {
    id: 'goose',
    label: 'a goose session database',
    plural: 'goose databases',
    test: (head) => hasTable(head, 'sessions') && hasTable(head, 'messages', 'content_json'),
  },
  {
    id: 'sqlite-side-file',
    label: 'a file that SQLite keeps beside a database (-wal, -shm or -journal)',
    plural: 'Such files',
    test: (head) => sideFileMagics.some((magic) => startsWith(head, magic)),
    advice: 'Import the database itself from its own folder: rows that stand in its log alone are read with it.',
  },
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
  ...otherAgents,
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
    id: 'codex-history',
    label: 'a Codex prompt history',
    plural: 'Prompt histories',
    test: (head) => itemsOf(head).some((one) => Object.keys(one).length === 3 && has(one, 'session_id', 'ts', 'text')),
  },
  {
    id: 'tau2',
    label: 'a tau2-bench result file',
    plural: 'tau2-bench files',
    test: (head) => documentsOf(head).some((one) => firstOf(one.simulations)?.messages !== undefined),
  },
];

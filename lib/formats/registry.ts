import type { Format, Head } from './format.ts';
import { amplifierFormats } from './amplifier/formats.ts';
import { atifFormat } from './atif/format.ts';
import { chatFormats } from './chat/formats.ts';
import { claudeCodeFormats } from './claude-code/formats.ts';
import { codexFormats } from './codex/formats.ts';
import { isCodexLookalike } from './content-marks.ts';
import { durableStepsFormat } from './durable-steps/format.ts';
import { refusals } from './refusals.ts';
import { toObject } from './narrow.ts';

/** The only list of formats that are read. */
export const formats: readonly Format[] = [
  ...claudeCodeFormats,
  ...codexFormats,
  ...amplifierFormats,
  atifFormat,
  durableStepsFormat,
  ...chatFormats,
];

export type Refusal = { code: 'not_recognised' | 'not_supported' | 'empty_file'; message: string };
export type Detection = { format: Format } | { refusal: Refusal };

/** From this score on a format is taken. */
const surely = 0.5;

/** What a file is, from its content alone: the format with the highest score, or why none reads it. Never throws. */
export const detectFormat = (head: Head, registry: readonly Format[] = formats): Detection => {
  if (head.bytes.every((byte) => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09)) {
    return refuse('empty_file', 'The file is empty. A session file holds at least one line.');
  }
  const scores = registry.map((format) => ({ format, score: format.detect(head) })).sort((a, b) => b.score - a.score);
  const best = scores[0];
  if (best && best.score >= surely) return { format: best.format };
  const known = refusals.find((one) => one.test(head));
  if (known) {
    const next = known.advice ?? `Read are: ${listLabels(registry)}.`;
    return refuse('not_supported', `This is ${known.label}. ${known.plural} are not read yet. ${next}`);
  }
  return refuse('not_recognised', `${toReason(head)} Read are: ${listLabels(registry)}.`);
};

const listLabels = (registry: readonly Format[]): string =>
  registry
    .filter((format) => format.companionOf === undefined)
    .map((format) => format.label)
    .join('; ');

const refuse = (code: Refusal['code'], message: string): Detection => ({ refusal: { code, message } });

const toReason = (head: Head): string => {
  if (isCodexLookalike(head))
    return 'This looks like a Codex rollout, but its session_meta line has no payload object, which every Codex file has.';
  if (head.document !== undefined || head.values.some((value) => toObject(value) !== null))
    return 'This is JSON, but no trajectory that is known here.';
  return head.bytes.includes(0) ? 'This is a binary file.' : 'This is text, but not JSON.';
};

import type { CallFacts, SessionAbout } from '../session/call-facts.ts';
import { readWork, wasNeverMade } from '../session/read-work.ts';
import { computeEdits } from './call-edits.ts';
import { computePaths } from './call-paths.ts';
import { computeClues } from './clues.ts';
import { clip } from './clip.ts';
import { clipSummary } from './clip-summary.ts';
import type { ObservedCall } from './observed-call.ts';
import { computePromptScope } from './prompt-scope.ts';
import { computeTraits } from './traits.ts';

const nameBytes = 80;
const summaryBytes = 120;
const errorBytes = 160;

/** Lines that agents print before a command's output. */
const heading =
  /^(?:Exit code:? -?\d+|Chunk ID: .*|Wall time:? .*|Process (?:exited with code|running with session ID) .*|Script (?:completed|failed|running .*)|Script error:|Original token count: .*|Output:|Total output lines: .*|<\/?[\w-]+>|\s*)$/u;
const errorWords = /error|fail|exception|not found|cannot|can't|denied|no such|refused|invalid|unknown|missing|fatal|panic/iu;

/** Titles and lines of marks. */
const banner = /^\W*(?:(?:failures|errors|failed tests)\W*)?$/iu;

/** The most informative line of a failure. */
const toErrorLine = (text: string): string => {
  const lines = text.split('\n').filter((line) => !heading.test(line) && !banner.test(line));
  const line = (lines.find((one) => errorWords.test(one)) ?? lines[0] ?? '').trim().replaceAll(/<\/?tool_use_error>/gu, '');
  return line === '' ? 'failed without a word' : line;
};

/** A call as observers see it, behind the one before it. Cheap: arguments are parsed only where a file is changed. */
export const observeCall = (facts: CallFacts, { cwd }: SessionAbout, before?: ObservedCall): ObservedCall => {
  const isFailed = facts.outcome === 'error';
  const outcome = wasNeverMade(facts) ? 'interrupted' : facts.outcome;
  const work = readWork(facts, cwd);
  const traits = computeTraits(facts, work);
  const clues = computeClues(facts, traits, work);
  return {
    id: facts.id,
    resultId: facts.resultRecordId,
    index: facts.callIndex,
    decision: facts.joins && before ? before.decision : facts.callIndex,
    turnIdx: facts.turnIdx,
    name: clip(facts.name, nameBytes),
    kind: facts.kind,
    summary: clipSummary(facts.kind, facts.summary, summaryBytes),
    callKey: facts.callKey,
    resultKey: facts.resultKey,
    errorKey: facts.errorKey,
    outcome,
    atMs: facts.endedAtMs ?? facts.startedAtMs,
    durationMs: facts.durationMs,
    tokens: facts.tokens,
    costUsd: facts.costUsd,
    error: isFailed ? clip(toErrorLine(facts.resultHead ?? ''), errorBytes) : null,
    traits,
    paths: computePaths(facts, traits.includes('changes'), cwd),
    edits: computeEdits(facts, cwd),
    promptScope: facts.prompt === null ? null : computePromptScope(facts.prompt, cwd),
    ...(facts.paidBy !== null && { paidBy: facts.paidBy }),
    ...(clues !== null && { clues }),
  };
};

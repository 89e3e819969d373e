import { describe, expect, it } from 'vitest';
import { computeFindingMarks } from '@/components/findings/finding-marks.ts';
import { makeEpisode, buildFinding } from '@/components/findings/build-finding.ts';
import type { SessionEpisode } from '@/lib/contracts/assessments.ts';
import type { Outcome } from '@/lib/domain/outcome.ts';
import type { Tick } from '@/lib/domain/overview.ts';
import type { Verdict } from '@/lib/domain/verification.ts';
import { turnEnded } from '@/lib/domain/turn-ended.ts';
import { countAsOf } from './facts-as-of.ts';
import { computeVerdict, computeVerdictAsOf, findLongestFailure, findVerification } from './verdict.ts';

const letters: Readonly<Record<string, Outcome>> = { x: 'error', '?': 'unknown', d: 'denied', i: 'interrupted', '~': 'running' };
const ticksOf = (outcomes: string): Tick[] =>
  Array.from(outcomes, (letter, i) => {
    const outcome: Outcome = letters[letter] ?? 'ok';
    return {
      firstCall: i + 1,
      lastCall: i + 1,
      outcome,
      durationMs: 1,
      name: 'Bash',
      summary: '',
      turnIdx: 0,
      atMs: null,
      recordId: `${i}`,
      inherited: false,
      takenBack: false,
    };
  });
const noneStopped = { toolRejected: 0, toolDenied: 0, toolInterrupted: 0 };
const sentence = (toolErrors: number, toolRejected: number, outcomes: string) =>
  computeVerdict(
    {
      ...{ toolCalls: outcomes.length, toolErrors, toolRejected },
      ...{ toolDenied: outcomes.split('d').length - 1, toolInterrupted: outcomes.split('i').length - 1 },
    },
    ticksOf(outcomes),
  )
    .parts.map((part) => (part.calls ? `[${part.text}]` : part.text))
    .join('');

describe('computeVerdict', () => {
  it('says what failed, with links', () => {
    expect(sentence(4, 0, '.x..xxx.')).toBe('4 of 8 calls failed, 3 of them in a row ([#5–#7]).');
    expect(sentence(2, 1, 'x..x')).toBe('2 of 4 calls failed, the first at [#1], and 1 was rejected.');
    expect(sentence(1, 0, '..x')).toBe('1 of 3 calls failed ([#3]).');
  });
  it('never takes an unknown outcome for a good one', () => {
    expect(sentence(0, 0, '??.')).toBe('None of the 3 calls is known to have failed, and 2 have no known outcome.');
    expect(sentence(0, 0, '?')).toBe('The only call has no known outcome.');
    expect(sentence(0, 0, '~')).toBe('The only call has no recorded end.');
    expect(sentence(0, 0, '.~')).toBe('None of the 2 calls is known to have failed, and 1 has no known outcome.');
  });
  it('names what did not run to its end', () => {
    expect(sentence(0, 0, 'd')).toBe('The only call was denied.');
    expect(sentence(1, 0, 'dddx')).toBe('1 of 4 calls failed ([#4]), and 3 were denied.');
    expect(sentence(1, 0, '..x~~?')).toBe('1 of 6 calls failed ([#3]), and 3 have no known outcome.');
    expect(sentence(2, 1, 'x.xd~')).toBe(
      '2 of 5 calls failed, the first at [#1], 1 was rejected, 1 was denied, and 1 has no known outcome.',
    );
    expect(sentence(0, 1, 'r.di')).toBe('None of the 4 calls failed, 1 was rejected, 1 was denied, and 1 was interrupted.');
  });

  it('says that nothing failed, or that there is nothing', () => {
    expect(sentence(0, 2, '...')).toBe('None of the 3 calls failed, and 2 were rejected.');
    expect(sentence(0, 0, '.')).toBe('The only call did not fail.');
    expect(sentence(0, 0, '')).toBe('No tool calls.');
  });
  it('says nothing of turns that were taken back', () => {
    const ticks = ticksOf('x.x').map((tick, turnIdx) => ({ ...tick, turnIdx }));
    const turns = ['taken_back', 'answered', 'answered'].map((ended, turnIdx) => ({
      ended: turnEnded.parse(ended),
      turnIdx,
      toolCalls: 1,
    }));
    const say = (calls: number, toolErrors: number) =>
      computeVerdict({ toolCalls: calls, toolErrors, ...noneStopped }, ticks.slice(0, calls), [], [], turns.slice(0, calls))
        .parts.map(({ text }) => text)
        .join('');
    expect(say(3, 1)).toBe('1 of 2 calls failed (#3).');
    expect(say(2, 0)).toBe('The only call did not fail.');
    expect(say(1, 0)).toBe('All calls were taken back.');
  });
  it('names turns that got no answer before calls that failed, and before findings where most or the last did', () => {
    const finding = buildFinding({ title: 'Same call, same result, 5 times', calls: [2, 3, 5], callCount: 5 });
    const loop = computeFindingMarks([makeEpisode({ finding, fromCall: 4, toCall: 5, endedAtCall: null })]);
    const say = (outcomes: string, endings: string[], marks: typeof loop = []) => {
      const turns = endings.map((ended, turnIdx) => ({ ended: turnEnded.parse(ended), turnIdx, toolCalls: 0 }));
      const facts = {
        toolCalls: outcomes.length,
        toolErrors: outcomes.replaceAll(/[^x]/gu, '').length,
        toolRejected: 0,
        toolDenied: 0,
        toolInterrupted: 0,
      };
      const { failed, severity, parts } = computeVerdict(facts, ticksOf(outcomes), marks, [], turns);
      return [failed, severity, parts.map(({ text }) => text).join('')];
    };
    const down = 'service_error';
    expect(say('x', [down, 'answered', down, down])).toEqual([
      true,
      null,
      '3 of 4 turns ended in a service error. The only call failed (#1).',
    ]);
    expect(say('', [down])).toEqual([true, null, 'The only turn ended in a service error. No tool calls.']);
    expect(say('..', ['taken_back', down, down])[2]).toBe('All 2 turns ended in a service error. None of the 2 calls failed.');
    expect(say('..', ['answered', 'usage_limit', 'refused', 'answered'])[2]).toBe(
      '1 of 4 turns ended at a usage limit and 1 in a refusal. None of the 2 calls failed.',
    );
    expect(say('..x.....', ['answered', 'answered', 'usage_limit'], loop)).toEqual([
      true,
      null,
      '1 of 3 turns ended at a usage limit. Looped. Same call, same result, 5 times (#2–#5); 1 of 8 calls failed (#3).',
    ]);
    expect(say('..x.....', [down, 'answered', 'answered'], loop)).toEqual([
      true,
      'warning',
      'Looped. Same call, same result, 5 times (#2–#5); 1 of 3 turns ended in a service error; 1 of 8 calls failed (#3).',
    ]);
    expect(say('.', ['answered', 'interrupted', 'open', 'unknown'])).toEqual([false, null, 'The only call did not fail.']);
  });
  it('says what verified the changes of the last turn that made some, where that is known', () => {
    const turns = ['answered', 'answered', 'taken_back', 'answered'].map((ended, turnIdx) => ({
      ...{ ended: turnEnded.parse(ended), turnIdx, toolCalls: turnIdx === 3 ? 0 : 1 },
    }));
    const of = (...verdicts: (Verdict | null)[]) => new Map(verdicts.map((verification, turnIdx) => [turnIdx, { verification }]));
    const say = (verification: Verdict | null) =>
      computeVerdict(
        { toolCalls: 2, toolErrors: 0, toolRejected: 0, toolDenied: 0, toolInterrupted: 0 },
        ticksOf('..'),
        [],
        [],
        [],
        verification,
      )
        .parts.map(({ text }) => text)
        .join('');
    expect(findVerification(turns, of('failed', 'not_verified', 'verified'))).toBe('not_verified');
    expect(findVerification(turns, of('verified', 'nothing_to_verify'))).toBe('verified');
    expect([findVerification(turns, of('verified')), findVerification([], of())]).toEqual([null, null]);
    expect(say('not_verified')).toBe('None of the 2 calls failed. Nothing checked the last change.');
    expect(say('verified')).toBe('None of the 2 calls failed. A check passed after the last change.');
    expect([say('nothing_to_verify'), say(null)]).toEqual(Array(2).fill('None of the 2 calls failed.'));
  });
  it('counts what failed in subagents', () => {
    const laneOf = (firstCall: number, toolErrors: number | null) => ({
      ...{ sessionId: `s${firstCall}`, firstCall, lastCall: firstCall, label: 'reviewer', toolCalls: 9, toolErrors },
    });
    const say = (toolErrors: number, outcomes: string, lanes: ReturnType<typeof laneOf>[]) => {
      const facts = { toolCalls: outcomes.length, toolErrors, ...noneStopped };
      const { failed, parts } = computeVerdict(facts, ticksOf(outcomes), [], lanes);
      return [failed, parts.map((part) => (part.calls ? `[${part.text}→#${part.calls.from}]` : part.text)).join('')];
    };
    expect(say(1, '..x', [laneOf(1, 0), laneOf(2, 3)])).toEqual([true, '1 of 3 calls failed ([#3→#3]), [3 more in a subagent→#2].']);
    expect(say(0, '...', [laneOf(2, 1), laneOf(3, 2)])).toEqual([true, 'None of the 3 calls failed; [3 failed in 2 subagents→#2].']);
    // A call that goes on with a subagent makes no second one of it.
    const again = { ...laneOf(2, 1), firstCall: 3 };
    expect(say(0, '...', [laneOf(2, 1), again])).toEqual([true, 'None of the 3 calls failed; [1 failed in a subagent→#2].']);
    expect(say(0, '...', [laneOf(2, 0), laneOf(3, null)])).toEqual([false, 'None of the 3 calls failed.']);
  });
  it('leaves out the calls that another session counts', () => {
    const ticks = ticksOf('.xx..x').map((tick) => ({ ...tick, inherited: tick.firstCall <= 4 }));
    const say = (toolCalls: number, toolErrors: number, shown: Tick[]) =>
      computeVerdict({ toolCalls, toolErrors, ...noneStopped }, shown)
        .parts.map(({ text }) => text)
        .join('');
    expect(say(2, 1, ticks)).toBe('1 of 2 calls failed (#6).');
    expect(say(0, 0, ticks.slice(0, 4))).toBe('No calls of its own: these are counted in the original session.');
    expect(countAsOf(ticks, 2, 5)).toEqual({ toolCalls: 1, toolErrors: 0, ...noneStopped, toolRan: 1 });
  });
  it('begins with the worst finding, as its data says', () => {
    const finding = buildFinding({ title: 'Same call, same result, 5 times', calls: [2, 3, 5], callCount: 5 });
    const loop = makeEpisode({ finding, fromCall: 4, toCall: 5, endedAtCall: 6 });
    const note = makeEpisode({ finding: buildFinding({ severity: 'info', category: 'Note' }) });
    const say = (...episodes: SessionEpisode[]) => {
      const { severity, parts } = computeVerdict(
        { toolCalls: 8, toolErrors: 1, ...noneStopped },
        ticksOf('..x.....'),
        computeFindingMarks(episodes),
      );
      return [severity, parts.map((part) => (part.calls ? `[${part.text}]` : part.text)).join('')];
    };
    expect(say(loop, note)).toEqual([
      'warning',
      'Looped, then moved on. Same call, same result, 5 times ([#2–#5]), ended at [#6]; 1 of 8 calls failed ([#3]).',
    ]);
    const drift = makeEpisode({
      finding: buildFinding({ severity: 'caution', category: 'Scope Drift', title: '2 of 9 edits outside src' }),
      headline: 'Drifted',
    });
    expect(say({ ...loop, endedAtCall: null }, drift)).toEqual([
      'warning',
      'Looped. Same call, same result, 5 times ([#2–#5]) and [1 more finding]; 1 of 8 calls failed ([#3]).',
    ]);
    expect(say(note)).toEqual([null, '1 of 8 calls failed ([#3]).']);
  });

  it('says, as of a call, nothing of what comes after it', () => {
    const ticks = ticksOf('.x..xxx.');
    const finding = buildFinding({ title: 'Same call, same result, 3 times', calls: [2, 3, 4] });
    const say = (call: number, known: SessionEpisode[] = [], ownCalls = ticks.length) =>
      computeVerdictAsOf(call, countAsOf(ticks, ownCalls, call), ticks, computeFindingMarks(known))
        .parts.map(({ text }) => text)
        .join('');
    expect(say(0)).toBe('Before the first call.');
    expect(say(1)).toBe('As of #1: The only call did not fail.');
    expect(say(4)).toBe('As of #4: 1 of 4 calls failed (#2).');
    expect(say(6)).toBe('As of #6: 3 of 6 calls failed, 2 of them in a row (#5–#6).');
    expect(say(4, [makeEpisode({ finding, fromCall: 4 })])).toBe(
      'As of #4: Looped. Same call, same result, 3 times (#2–#4); 1 of 4 calls failed (#2).',
    );
    expect(say(4, [], 5)).toBe('As of #4: The number of failed calls is unknown here.');
    expect(
      countAsOf(
        ticks.map((tick) => ({ ...tick, lastCall: tick.firstCall + 1 })),
        ticks.length,
        4,
      ),
    ).toBeNull();
    expect(countAsOf(ticks, ticks.length, 6)).toEqual({ toolCalls: 6, toolErrors: 3, ...noneStopped, toolRan: 6 });
  });

  it('does not guess from buckets', () => {
    const [first] = ticksOf('x');
    expect(first && findLongestFailure([{ ...first, lastCall: 4 }])).toBeNull();
  });
});

import { listCommandWords } from './approach.ts';
import { toEvidence, toCallLine, toQuoted, toTitled } from './evidence.ts';
import type { ObservedCall } from './observed-call.ts';
import { maxRecentCalls, type ObserverContext } from './observer.ts';
import type { FoundAt } from './repetition.ts';
import type { StallParameters } from './stall-parameters.ts';
import { citeTrail, extendTrail, lastIndexOf, listRefs, startTrail, type Trail } from './trail.ts';

/** Something that a person stopped, with its retries in later turns. */
type Abort = {
  key: string;
  /** The program and its subcommand, without options; '' for calls that are not commands. */
  approach: string;
  turn: number | null;
  /** It was running and could have gone on; what was refused may be allowed later. */
  wasRunning: boolean;
  /** Something was changed since: then it is another try. */
  isChanged: boolean;
  trail: Trail;
  foundAt: number | null;
};

export type Aborts = { aborts: readonly Abort[]; allows: boolean };

export const noAborts: Aborts = { aborts: [], allows: false };

const maxAborts = 4;
/** To run these again is ordinary. */
const isOrdinary = ({ kind, traits }: ObservedCall): boolean =>
  traits.includes('checks') || traits.includes('polls') || kind === 'read' || kind === 'search' || kind === 'todo' || kind === 'web';

/** `npm run dev` of `cd web && PORT=1 npm run dev -- --port 3001`. */
const commandOf = ({ kind, summary }: ObservedCall): string => {
  if (kind !== 'shell') return '';
  const words = listCommandWords(summary);
  return words.length < 2 ? '' : words.slice(0, 3).join(' ').slice(0, 60);
};

const extend = (abort: Abort, call: ObservedCall): Abort => ({
  ...abort,
  turn: call.turnIdx,
  trail: extendTrail(abort.trail, call),
  foundAt: abort.foundAt ?? call.index,
});

/** Adds a call. */
export const stepAborts = (state: Aborts, call: ObservedCall, isNewTurn: boolean): Aborts => {
  const isAborted = call.clues?.aborted === true;
  const allows = isNewTurn ? call.clues?.allows === true : state.allows;
  if (state.aborts.length === 0 && !isAborted) return allows === state.allows ? state : { ...state, allows };
  const key = call.callKey.slice(-11);
  const approach = commandOf(call);
  const known = state.aborts.find(
    (one) => one.turn !== call.turnIdx && (one.key === key || (isAborted && approach !== '' && one.approach === approach)),
  );
  const isRetry = known !== undefined && !allows && !isOrdinary(call) && (isAborted || (known.wasRunning && !known.isChanged));
  const isChange = call.traits.includes('changes') && !isRetry;
  const others = state.aborts.filter((one) => one !== known).map((one) => (isChange && !one.isChanged ? { ...one, isChanged: true } : one));
  if (known && isRetry) return { aborts: [...others, extend(known, call)], allows };
  if (isAborted && !isOrdinary(call)) {
    const abort: Abort = {
      key,
      approach,
      turn: call.turnIdx,
      wasRunning: call.outcome === 'interrupted',
      isChanged: false,
      trail: extendTrail(startTrail(1), call),
      foundAt: null,
    };
    return { aborts: [...others.slice(1 - maxAborts), abort], allows };
  }
  // A call that is allowed now is no longer refused.
  return known ? { aborts: others, allows } : { aborts: others, allows };
};

export const findAborts = ({ aborts }: Aborts, call: ObservedCall, context: ObserverContext, parameters: StallParameters): FoundAt[] =>
  aborts.flatMap(({ key, approach, trail, foundAt }): FoundAt[] => {
    if (foundAt === null || lastIndexOf(trail) <= call.index - parameters.window_size) return [];
    const indexes = new Set(listRefs(trail).map(([index]) => index));
    const calls = context.recentCalls(maxRecentCalls).filter(({ index }) => indexes.has(index));
    const last = calls.at(-1);
    return [
      {
        foundAt,
        advice: 'The user stopped this before. Ask what they want instead of trying it again.',
        finding: {
          ...citeTrail(trail),
          category: 'Repetitive Pattern',
          title: `${last ? toTitled({ ...last, error: null }) : approach}: retried after the user stopped it`,
          description: `${last ? toQuoted(last.name, last.summary) : 'A call'} was stopped by the user at #${trail.head[0]?.[0] ?? 0} and tried again in a later turn.`,
          evidence: toEvidence(calls, toCallLine),
          severity: 'caution',
          subject: `aborted ${approach === '' ? key : approach}`,
          waste: trail.waste,
        },
      },
    ];
  });

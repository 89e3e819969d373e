import type { Finding } from '../domain/assessment.ts';
import { isFault } from './fault.ts';
import type { ObservedCall } from './observed-call.ts';
import { toRepeatKey } from './repetition.ts';

/** For each of the calls after a finding, in order, whether it goes on with what was found. */
export type FoundPattern = (calls: readonly ObservedCall[]) => boolean[];

const isEdit = ({ kind, edits }: ObservedCall): boolean => kind === 'edit' || kind === 'write' || edits.length > 0;

const isFailure = (call: ObservedCall): boolean => isFault(call) || (call.outcome === 'error' && call.traits.includes('outage'));

/** The same call with the same result, or with an error of the same kind; of an edit, the same change. */
const isAlike = (cited: readonly ObservedCall[], byName: boolean): ((call: ObservedCall) => boolean) => {
  const toKey = (call: ObservedCall): string => (isEdit(call) ? call.callKey : toRepeatKey(call, byName ? 'tool_name' : 'call'));
  const keys = new Set(cited.map(toKey));
  const errors = new Set(cited.flatMap((call) => (isFailure(call) && call.errorKey !== null ? [call.errorKey] : [])));
  return (call) => keys.has(toKey(call)) || (isFailure(call) && call.errorKey !== null && errors.has(call.errorKey));
};

/** Any further failure, until something succeeds. After that, only a failure of the same kind. */
const ofFailures =
  (cited: readonly ObservedCall[]): FoundPattern =>
  (calls) => {
    const alike = isAlike(cited, false);
    let hasLeft = false;
    return calls.map((call) => {
      const isIn = hasLeft ? call.outcome === 'error' && alike(call) : isFailure(call);
      hasLeft ||= !isIn;
      return isIn;
    });
  };

/** Everything until a check runs, and from each further edit on. */
const ofUnverified: FoundPattern = (calls) => {
  let isUnverified = true;
  return calls.map((call) => {
    if (call.traits.includes('checks')) isUnverified = false;
    else if (isEdit(call)) isUnverified = true;
    return isUnverified;
  });
};

/** Changes to the files that are cited. */
const ofDrift =
  (cited: readonly ObservedCall[]): FoundPattern =>
  (calls) => {
    const paths = new Set(cited.flatMap((call) => call.paths));
    return calls.map(({ traits, paths: changed }) => traits.includes('changes') && changed.some((path) => paths.has(path)));
  };

/** The same call with the same result; not where something else was changed since it was made last, as to check that is no repetition. */
const ofRepetition =
  (cited: readonly ObservedCall[], byName: boolean): FoundPattern =>
  (calls) => {
    const alike = isAlike(cited, byName);
    let isChanged = false;
    return calls.map((call) => {
      const isRepeated = alike(call);
      const isIn = isRepeated && !isChanged;
      if (isRepeated) isChanged = false;
      else if (call.traits.includes('changes') && !call.traits.includes('installs')) isChanged = true;
      return isIn;
    });
  };

/** The pattern of a finding, from the calls that it cites as evidence; by tool name, if the observer compared names. */
export const makeFoundPattern = (
  { category, subject }: Pick<Finding, 'category' | 'subject'>,
  cited: readonly ObservedCall[],
): FoundPattern => {
  switch (category) {
    case 'Unverified Finish':
      return ofUnverified;
    case 'Scope Drift':
      return ofDrift(cited);
    case 'Error Cascade':
    case 'Outage':
    case 'Elevated Error Rate':
      return ofFailures(cited);
    default:
      return ofRepetition(cited, cited[0]?.name === subject);
  }
};

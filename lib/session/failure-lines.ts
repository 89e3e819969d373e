import type { ToolCall } from '../domain/tool-call.ts';
import { toVisibleOutput } from '../print/visible-text.ts';
import { toReadableResult } from './call-output.ts';
import { explainFailure, unwrapError } from './explain-failure.ts';

const maxLines = 5;

type FailedCall = Pick<ToolCall, 'kind' | 'outcome' | 'resultText' | 'endText'>;

/** The lines of a failed call's result, or of what said later that it failed, that explain the failure, as they may be shown; none for any other call. */
export const listFailureLines = ({ kind, outcome, resultText, endText }: FailedCall): string[] => {
  const said = endText ?? resultText;
  if (outcome !== 'error' || said === null) return [];
  const lines = toVisibleOutput(toReadableResult({ kind }, unwrapError(said))).split('\n');
  return explainFailure(lines, maxLines)
    .map((number) => lines[number] ?? '')
    .filter((line) => line.trim() !== '');
};

import type { ToolCall } from '../domain/tool-call.ts';
import { toVisibleOutput } from '../print/visible-text.ts';
import { toReadableResult } from './call-output.ts';
import { explainFailure, unwrapError } from './explain-failure.ts';

const maxLines = 5;

/** The lines of a failed call's result that explain the failure, as they may be shown; none for any other call. */
export const listFailureLines = ({ kind, outcome, resultText }: Pick<ToolCall, 'kind' | 'outcome' | 'resultText'>): string[] => {
  if (outcome !== 'error' || resultText === null) return [];
  const lines = toVisibleOutput(toReadableResult({ kind }, unwrapError(resultText))).split('\n');
  return explainFailure(lines, maxLines)
    .map((number) => lines[number] ?? '')
    .filter((line) => line.trim() !== '');
};

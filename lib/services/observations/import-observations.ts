import type { Readable } from 'node:stream';
import type { Observation } from '../../domain/observation.ts';
import { toImportChange } from '../../observations/import-change.ts';
import { parseObservationLine } from '../../observations/parse-line.ts';
import type { ToldObservation } from '../../observations/sighting.ts';
import { readLines } from '../../sources/lines.ts';
import type { Answer } from './endpoints.ts';
import type { TriageDeps } from './triage-observations.ts';

type Result = Answer<'import'>;

const limits = { lineBytes: 4 * 1024 * 1024, batchBytes: 4 * 1024 * 1024, batchLines: 500 };
/** Problems that are answered one by one. */
const mostProblems = 1_000;

/**
 * Reads observations of a JSONL as it comes in, and stores them portion by portion. A line that cannot be taken is a problem with its
 * number; all others are stored. `sessionId` is that of lines that name none.
 */
export const importObservations = async (deps: TriageDeps, body: Readable, sessionId: string | null): Promise<Result> => {
  const { store, now, makeId, person } = deps;
  const changeId = toImportChange(makeId());
  const result: Result = { created: 0, updated: 0, unchanged: 0, problems: [] };
  let problems = 0;
  const addProblem = (line: number, message: string) => {
    problems += 1;
    if (problems <= mostProblems) result.problems.push({ line, message });
  };
  /** What waits to be stored, by id: the same observation again is stored after what is said of it before. */
  let waiting = new Map<string, ToldObservation>();
  const flush = async () => {
    if (waiting.size === 0) return;
    const told = [...waiting.values()];
    waiting = new Map();
    const before = await Promise.all(told.map(({ id }) => store.findObservation(id)));
    const after = await store.putObservations(told, person, changeId);
    after.forEach((one, at) => (result[toFate(before[at] ?? null, one)] += 1));
  };
  for await (const { lines, issues, tail } of readLines(body, { offset: 0, line: 0 }, limits)) {
    for (const { line, message } of issues) addProblem(line ?? 0, message);
    for (const { text, number } of tail ? [...lines, tail] : lines) {
      const parsed = parseObservationLine(text, number === tail?.number, { sessionId, nowMs: now(), by: person });
      if ('problem' in parsed) addProblem(number, parsed.problem);
      else {
        if (waiting.has(parsed.told.id)) await flush();
        waiting.set(parsed.told.id, parsed.told);
      }
    }
    await flush();
  }
  if (problems > mostProblems) result.problems.push({ line: 0, message: `${problems - mostProblems} more lines could not be taken.` });
  return result;
};

const toFate = (before: Observation | null, after: Observation): 'created' | 'updated' | 'unchanged' => {
  if (!before) return 'created';
  return JSON.stringify(before) === JSON.stringify(after) ? 'unchanged' : 'updated';
};

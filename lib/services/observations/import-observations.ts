import type { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { AppError } from '../../domain/errors.ts';
import { toImportChange } from '../../observations/import-change.ts';
import { findJsonList, isJsonList, parseObservationLine } from '../../observations/parse-line.ts';
import type { ReportedObservation } from '../../observations/detection.ts';
import { printCounted } from '../../print/number.ts';
import { readLines } from '../../sources/lines.ts';
import { redactLine } from '../ingest/redact-line.ts';
import type { TriageDeps } from './triage-observations.ts';

export type ObservationImport = { created: number; updated: number; unchanged: number; problems: { line: number; message: string }[] };

const limits = { lineBytes: 4 * 1024 * 1024, batchBytes: 4 * 1024 * 1024, batchLines: 200 };
/** Maximum number of problems reported individually. */
const maxProblems = 1_000;

/**
 * Says what was stored before a part failed, whose observations stand in the lines of these numbers. A busy database is a conflict then:
 * sending all of it again would report what was stored twice.
 */
const toPartialError = ({ created, updated, unchanged }: ObservationImport, lines: readonly number[], error: unknown): unknown => {
  if (!(error instanceof AppError)) return error;
  const ofPart = typeof error.details.stored === 'number' ? error.details.stored : 0;
  const stored = created + updated + unchanged + ofPart;
  if (stored === 0) return error;
  const [code, line] = [error.code === 'store_busy' ? 'conflict' : error.code, lines[ofPart] ?? 1] as const;
  const were = stored === 1 ? 'was' : 'were';
  const message = `${printCounted(stored, 'observation')} ${were} stored, from the lines before line ${line}. Send only the rest again.`;
  return new AppError(code, `${message} ${error.message}`, { stored, line });
};

/**
 * Imports a JSONL stream of observations in batches. Stores valid lines and reports invalid ones by number. `sessionId` applies to lines
 * without a session.
 */
export const importObservations = async (deps: TriageDeps, body: Readable, sessionId: string | null): Promise<ObservationImport> => {
  const { store, now, makeId, person, redacts } = deps;
  const isRedacted = redacts();
  const changeId = toImportChange(makeId());
  const result: ObservationImport = { created: 0, updated: 0, unchanged: 0, problems: [] };
  let problems = 0;
  const addProblem = (line: number, message: string) => {
    problems += 1;
    if (problems <= maxProblems) result.problems.push({ line, message });
  };
  let list: ReturnType<typeof findJsonList> | undefined;
  for await (const { lines, issues, tail } of readLines(body, { offset: 0, line: 0 }, limits)) {
    // Drains the rest of a list without parsing it.
    if (list === 'open') continue;
    // Batches that are in memory already would follow each other at once.
    await setImmediate();
    const reported: ReportedObservation[] = [];
    const numbers: number[] = [];
    const all = tail ? [...lines, tail] : [...lines];
    const [first] = all;
    if (list === undefined && first) {
      list = findJsonList(first.text);
      if (list !== null) addProblem(first.number, isJsonList);
      if (list === 'open') continue;
      if (list === 'whole') all.shift();
    }
    for (const { line, message } of issues) addProblem(line ?? 0, message);
    for (const line of all) {
      const { text, number } = isRedacted ? redactLine(line) : line;
      const parsed = parseObservationLine(text, number === tail?.number, { sessionId, nowMs: now(), by: person });
      if ('problem' in parsed) addProblem(number, parsed.problem);
      else {
        reported.push(parsed.reported);
        numbers.push(number);
      }
    }
    try {
      for (const { fate } of reported.length > 0 ? await store.putObservations(reported, person, changeId) : []) result[fate] += 1;
    } catch (error) {
      throw toPartialError(result, numbers, error);
    }
  }
  if (problems > maxProblems) result.problems.push({ line: 0, message: `${problems - maxProblems} more lines are not valid.` });
  return result;
};

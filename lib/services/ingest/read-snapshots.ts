import type { FileHandle } from 'node:fs/promises';
import { AppError } from '../../domain/errors.ts';
import { normalizeTexts } from '../../domain/normalize-texts.ts';
import { makeDrafts, type Line, type RecordDraft } from '../../formats/format.ts';
import { redactValue } from '../../redaction/redact.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { readLines } from '../../sources/lines.ts';
import { readRange } from '../../sources/read-range.ts';
import { readLine } from './decode-lines.ts';
import type { ImportInput } from './import-input.ts';
import { continueReading, type ReadTarget } from './read-into.ts';
import { redactLine } from './redact-line.ts';

/** A snapshot in a file, before anything of the file is stored. `text` is its JSON. */
export type FileSnapshot = { sessionId: string; line: number; hash: string; text: string; createdUs: bigint; hasEvents: boolean };

/** The snapshots of a file in their order, from its beginning. Everything else is skipped. Throws when the import is canceled. */
export async function* readSnapshots(
  { source, format, input, redacts }: ReadTarget,
  { file, document }: { file: FileHandle; document: unknown },
): AsyncGenerator<FileSnapshot> {
  const find = makeFinder(format.agent.id);
  if (format.readDocument) {
    const value = redacts ? redactValue(document) : document;
    for (const { records, lines = [] } of format.readDocument(value, { path: input.path })) {
      checkCanceled(input);
      yield* find(records, lines);
    }
    return;
  }
  const { reader } = continueReading({ source, format, input }, { reader: undefined, openLine: false });
  for await (const { lines, tail } of readLines(readRange(file.fd, 0, source.bytes), { offset: 0, line: 0 })) {
    checkCanceled(input);
    for (const read of tail ? [...lines, tail] : lines) {
      const clean = redacts ? redactLine(read) : read;
      const drafts = makeDrafts();
      readLine(reader, clean, drafts);
      yield* find(drafts.records, [clean]);
    }
  }
}

const checkCanceled = ({ signal }: Pick<ImportInput, 'signal'>): void => {
  if (signal.aborted) throw new AppError('cancelled', 'Canceled before it was read.');
};

const makeFinder =
  (family: string) =>
  (records: readonly RecordDraft[], lines: readonly Line[]): FileSnapshot[] =>
    normalizeTexts(records).flatMap(({ session, line, lineHash, snapshot }) => {
      const text = lines.find(({ number }) => number === line)?.text;
      return !snapshot || text === undefined ? [] : [{ sessionId: sessionIdOf(family, session), line, hash: lineHash, text, ...snapshot }];
    });

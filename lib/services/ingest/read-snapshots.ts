import type { FileHandle } from 'node:fs/promises';
import { makeDrafts, type Line, type RecordDraft } from '../../formats/format.ts';
import { redactValue } from '../../redaction/redact.ts';
import { sessionIdOf } from '../../session/ids.ts';
import { readLines } from '../../sources/lines.ts';
import { readRange } from '../../sources/read-range.ts';
import { readLine } from './decode-lines.ts';
import { continueReading, readState, type ReadTarget } from './read-into.ts';
import { redactLine } from './redact-line.ts';

/** A snapshot in a file, before anything of the file is stored. `text` is its JSON. */
export type FileSnapshot = { sessionId: string; line: number; hash: string; text: string; createdUs: bigint; hasEvents: boolean };

/** The snapshots of a file in their order: of lines from where reading goes on, of a document all. What is no snapshot is passed over. */
export async function* readSnapshots(
  { source, format, input, redacts }: ReadTarget,
  { file, document, offset }: { file: FileHandle; document: unknown; offset: number },
): AsyncGenerator<FileSnapshot> {
  const find = makeFinder(format.agent.id);
  if (format.readDocument) {
    const value = redacts ? redactValue(document) : document;
    for (const { records, lines = [] } of format.readDocument(value, { path: input.path })) yield* find(records, lines);
    return;
  }
  const { reader, line } = continueReading({ source, format, input }, readState(source, offset));
  for await (const { lines, tail } of readLines(readRange(file.fd, offset, source.bytes), { offset, line })) {
    for (const read of tail ? [...lines, tail] : lines) {
      const clean = redacts ? redactLine(read) : read;
      const drafts = makeDrafts();
      readLine(reader, clean, drafts);
      yield* find(drafts.records, [clean]);
    }
  }
}

const makeFinder =
  (family: string) =>
  (records: readonly RecordDraft[], lines: readonly Line[]): FileSnapshot[] =>
    records.flatMap(({ session, line, lineHash, snapshot }) => {
      const text = lines.find(({ number }) => number === line)?.text;
      return !snapshot || text === undefined ? [] : [{ sessionId: sessionIdOf(family, session), line, hash: lineHash, text, ...snapshot }];
    });

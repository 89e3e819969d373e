import type { ExportFormat, ExportPreview } from '../../domain/export.ts';
import { AppError } from '../../domain/errors.ts';
import { printRedacted, type Redacted } from '../../redaction/redact.ts';
import type { Store } from '../../store/store.ts';
import { findLiveness } from '../find-liveness.ts';
import { getSession } from '../observe/session-calls.ts';
import { makeReplacedCount } from './count-replaced.ts';
import { keepSecrets, makeCleaner, type Cleaner } from './make-cleaner.ts';
import { makeListParts, type ExportedSession } from './transcript.ts';
import { listAtifParts, printAtif } from './atif.ts';
import { printHtml } from './print-html.ts';
import { printMarkdown } from './print-markdown.ts';
import { listOriginalLines } from './original-lines.ts';

export type ExportService = ReturnType<typeof makeExportService>;

/** A file whose text is made while it is read. */
export type ExportedFile = { fileName: string; mediaType: string; parts: AsyncGenerator<Redacted<string>> };

type Kind = {
  extension: string;
  mediaType: string;
  write(store: Store, session: ExportedSession, clean: Cleaner): AsyncGenerator<Redacted<string>>;
};

type List<Part> = (store: Store, session: ExportedSession, clean: Cleaner) => AsyncGenerator<Redacted<Part>>;

/** Everything written is printed from redacted parts. */
const makeWrite = <Part>(list: List<Part>, print: (part: Redacted<Part>, at: number) => string): Kind['write'] =>
  async function* (store, session, clean) {
    let at = 0;
    for await (const part of list(store, session, clean)) {
      const place = at;
      yield printRedacted(part, (one) => print(one, place));
      at += 1;
    }
  };

const kinds: Record<ExportFormat, Kind> = {
  original: {
    extension: 'jsonl',
    mediaType: 'application/jsonl; charset=utf-8',
    write: makeWrite(listOriginalLines, (line) => `${line}\n`),
  },
  markdown: {
    extension: 'md',
    mediaType: 'text/markdown; charset=utf-8',
    write: makeWrite(makeListParts({ withTitles: false }), printMarkdown),
  },
  atif: { extension: 'atif.json', mediaType: 'application/json; charset=utf-8', write: makeWrite(listAtifParts, printAtif) },
  html: { extension: 'html', mediaType: 'text/html; charset=utf-8', write: makeWrite(makeListParts({ withTitles: true }), printHtml) },
};

const idChars = 8;

/** Writes a session as a file for others. `id` is a session id or `family:nativeId`; an unknown one fails with `not_found`. */
export const makeExportService = ({ store, now }: { store: Store; now: () => number }) => {
  const open = async (id: string, format: ExportFormat, clean: Cleaner): Promise<ExportedFile> => {
    const known = await getSession(store, id);
    const session = { ...known, isLive: (await findLiveness(store, [known], now()))(known) === 'live' };
    const { extension, mediaType, write } = kinds[format];
    return { fileName: `session-${session.id.slice(0, idChars)}.${extension}`, mediaType, parts: write(store, session, clean) };
  };
  return {
    /** Secrets are replaced unless they are asked for. */
    export: (id: string, { format, includeSecrets }: { format: ExportFormat; includeSecrets: boolean }): Promise<ExportedFile> =>
      open(id, format, includeSecrets ? keepSecrets : makeCleaner()),
    /** Previews what `export` would write and replace. Makes the whole file, so it takes as long; fails with `cancelled` once aborted. */
    preview: async (id: string, format: ExportFormat, signal: AbortSignal): Promise<ExportPreview> => {
      const replaced = makeReplacedCount();
      const { fileName, parts } = await open(id, format, makeCleaner(replaced.add));
      let bytes = 0;
      for await (const part of parts) {
        if (signal.aborted) throw new AppError('cancelled', 'The preview of the export was canceled.');
        bytes += Buffer.byteLength(part);
      }
      return { fileName, bytes, ...replaced.result() };
    },
  };
};

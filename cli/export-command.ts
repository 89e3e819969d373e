import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError, hasCode } from '../lib/domain/errors.ts';
import type { ExportFormat } from '../lib/domain/export.ts';
import { printBytes } from '../lib/print/bytes.ts';
import { printReplaced } from '../lib/print/replaced.ts';
import { toVisibleText } from '../lib/print/visible-text.ts';
import type { Redacted } from '../lib/redaction/redact.ts';
import { makeExportService } from '../lib/services/export/export-service.ts';
import { getSessionId } from './get-session-id.ts';
import { withArchive } from './open-archive.ts';
import { printNote, printPart } from './print.ts';

export type ExportOptions = { format: ExportFormat; output?: string; includeSecrets: boolean; dryRun: boolean };

/** `export SESSION`: writes it to a file or to standard output. */
export const exportCommand = (name: string, { format, output, includeSecrets, dryRun }: ExportOptions): Promise<number> =>
  withArchive(async ({ store }) => {
    if (dryRun && includeSecrets)
      throw new AppError(
        'invalid_input',
        '--dry-run says what would be replaced, and --include-secrets replaces nothing. Use one of them.',
      );
    const id = await getSessionId(store, name);
    const service = makeExportService({ store, now: Date.now });
    if (dryRun) {
      const { bytes, replaced, places, totalPlaces } = await service.preview(id, format, new AbortController().signal);
      process.stdout.write(`${printBytes(bytes)}. ${printReplaced(replaced)}\n`);
      for (const { where, rules, excerpt } of places)
        process.stdout.write(toVisibleText(`  ${where} (${rules.join(', ')}): ${excerpt}`) + '\n');
      if (totalPlaces > places.length) process.stdout.write(`  … and ${totalPlaces - places.length} more places\n`);
      return 0;
    }
    const { parts } = await service.export(id, { format, includeSecrets });
    await writeParts(parts, output);
    return 0;
  });

/** To a new file, or to standard output. */
export const writeParts = async (parts: AsyncIterable<Redacted<string>>, output: string | undefined): Promise<void> => {
  if (output === undefined) for await (const part of parts) await printPart(part);
  else await writeFile(path.resolve(output), parts);
};

/** A file of this user alone, since a session holds what agents read; half a file does not stay. */
const writeFile = async (file: string, parts: AsyncIterable<Redacted<string>>): Promise<void> => {
  try {
    await pipeline(Readable.from(parts), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new AppError('conflict', `${file} exists, and an export replaces nothing. Choose another name.`);
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR'))
      throw new AppError('not_found', `There is no folder ${path.dirname(file)}. Create it, or choose another place for the file.`);
    await rm(file, { force: true });
    throw error;
  }
  printNote(`Wrote ${file}.`);
};

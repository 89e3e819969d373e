import type { Drafts, RecordDraft } from '../format.ts';
import { claudeCodeFormats } from '../claude-code/formats.ts';
import { reduceBytes, readFixture } from './reduce-bytes.ts';

/** The session that most fixtures of Claude Code belong to. */
export const mainSession = '5e550001-0000-4000-8000-000000000001';

/** Reads a Claude Code fixture, as if it lay at a path. */
export const reduceSession = async (name: string, path = `/logs/${name}`): Promise<Drafts> => {
  const [format] = claudeCodeFormats;
  if (!format) throw new Error('Sessions are the first format.');
  return await reduceBytes(format, readFixture(`claude-code/${name}`), path);
};

export const brief = ({ line, kind, subtype, text }: RecordDraft) => [line, kind, subtype ?? null, text];

import { randomBytes } from 'node:crypto';
import { statSync } from 'node:fs';
import { link, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toDataFolder } from '../db/data-folder.ts';
import { AppError, hasCode } from '../lib/domain/errors.ts';
import type { Environment } from '../lib/server/env.ts';
import { log } from '../lib/server/log.ts';
import { findExposure, readPrivateFile } from '../lib/sources/private-files.ts';
import type { Policy } from './check-request.ts';
import { canIdentifyPeers, isOwnPeer } from './peer.ts';

/** `query`: what the address to open carries, such as `/?token=…`; '' if it needs nothing. */
export type Access = { policy: Policy; query: string };

/**
 * Who is let in. A token that is set is required of everyone. Without one the server listens on loopback, where every user of the machine
 * can connect: only processes of its own user are answered. Where the system does not tell who is at the other end, a token of this user,
 * kept in the data folder, is required; where others can write to that folder, one that is not kept.
 */
export const openAccess = async (
  { host, token, variables }: Environment,
  canIdentify: () => Promise<boolean> = canIdentifyPeers,
): Promise<Access> => {
  if (token !== null) return { policy: { host, token }, query: '' };
  if (await canIdentify()) return { policy: { host, token, isOwnPeer }, query: '' };
  const folder = toDataFolder(variables);
  const problem = findExposure(folder);
  if (problem !== null) log('warn', 'the token is not kept, and changes with each start', { problem });
  const own = problem === null ? await loadToken(path.join(folder, 'token')) : makeToken();
  return { policy: { host, token: own }, query: `/?token=${own}` };
};

const makeToken = (): string => randomBytes(24).toString('hex');

/** Two servers that start at once get the same token. A file that is damaged, or that others could read or write, is replaced. */
const loadToken = async (file: string): Promise<string> => {
  const kept = readToken(file);
  if (kept !== null) return kept;
  const scratch = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(scratch, makeToken(), { mode: 0o600, flush: true });
  const place = (): Promise<void> =>
    link(scratch, file).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
  await place();
  if (readToken(file) === null) {
    // An obstacle that cannot be removed, such as a folder, is named below.
    await rm(file, { force: true }).catch(() => undefined);
    await place();
  }
  await rm(scratch);
  const made = readToken(file);
  if (made === null)
    throw new AppError('unreadable', `${file} is not a token file that only you can read. Move it away, then start again.`);
  return made;
};

/** The token in a file; null unless it is whole, this user's, and nobody else's to read or write. */
const readToken = (file: string): string | null => {
  try {
    const token = readPrivateFile(file);
    const isPrivate = token !== null && (statSync(file).mode & 0o077) === 0;
    return isPrivate && /^[\da-f]{48}$/u.test(token) ? token : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
};

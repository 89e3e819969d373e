import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { toDataFolder } from '../db/data-folder.ts';
import type { Environment } from '../lib/server/env.ts';
import type { Policy } from './check-request.ts';
import { canIdentifyPeers, isOwnPeer } from './peer.ts';

/** `query`: what the address to open carries, such as `/?token=…`; '' if it needs nothing. */
export type Access = { policy: Policy; query: string };

/**
 * Who is let in. A token that is set is required of everyone. Without one the server listens on loopback, where every user of the machine
 * can connect: only processes of its own user are answered. Where the system does not tell who is at the other end, a token of this user,
 * kept in the data folder, is required.
 */
export const openAccess = async (
  { host, token, variables }: Environment,
  canIdentify: () => Promise<boolean> = canIdentifyPeers,
): Promise<Access> => {
  if (token !== null) return { policy: { host, token }, query: '' };
  if (await canIdentify()) return { policy: { host, token, isOwnPeer }, query: '' };
  const own = await loadToken(path.join(toDataFolder(variables), 'token'));
  return { policy: { host, token: own }, query: `/?token=${own}` };
};

/** Two servers that start at once get the same token. */
const loadToken = async (file: string): Promise<string> => {
  const scratch = `${file}.${randomBytes(6).toString('hex')}.tmp`;
  await writeFile(scratch, randomBytes(24).toString('hex'), { mode: 0o600 });
  await link(scratch, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await rm(scratch);
  return readFile(file, 'utf8');
};

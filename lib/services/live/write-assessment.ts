import { randomBytes } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath, rename, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { defaultOutputPath, isInstructionPath } from '../../domain/observer-config.ts';
import { hasCode } from '../../domain/errors.ts';
import type { Redacted } from '../../redaction/redact.ts';

/** Where a text was written, or why it was not. */
export type Written = { path: string } | { refused: string };

class Refusal extends Error {}

/**
 * Writes a text to a relative path under the folder in which an agent works, whole or not at all. Never outside that folder: no
 * absolute path, no `..`, no link on the way; and never over a file that does not begin as an assessment does. Anything in the way, or a
 * disk that cannot be written to, is reported in the answer.
 */
export const writeAssessment = async (cwd: string, outputPath: string, text: Redacted<string>): Promise<Written> => {
  try {
    const names = toNames(outputPath);
    const root = await openRoot(cwd);
    const folder = await makeFolders(root, names.slice(0, -1));
    const target = path.join(folder, names.at(-1) ?? '');
    await refuseOddTarget(target);
    await replaceFile(folder, target, text);
    return { path: target };
  } catch (error) {
    if (error instanceof Refusal) return { refused: error.message };
    if (error instanceof Error && 'code' in error) return { refused: `Cannot write ${outputPath} in ${cwd}: ${error.message}` };
    throw error;
  }
};

const toNames = (outputPath: string): string[] => {
  if (path.posix.isAbsolute(outputPath) || path.win32.isAbsolute(outputPath) || /^[a-z]:/iu.test(outputPath))
    throw new Refusal(`output_path ${outputPath} is absolute. It must be inside the agent's folder.`);
  const names = outputPath.split(/[/\\]/u).filter((name) => name !== '' && name !== '.');
  if (names.length === 0 || names.includes('..') || outputPath.includes('\0') || /[/\\]$/u.test(outputPath))
    throw new Refusal(`output_path ${JSON.stringify(outputPath)} is not a file inside the agent's folder.`);
  if (isInstructionPath(outputPath))
    throw new Refusal(
      `output_path ${outputPath} is a file that agents read as instructions. Choose another, such as ${defaultOutputPath}.`,
    );
  return names;
};

const openRoot = async (cwd: string): Promise<string> => {
  if (!path.isAbsolute(cwd)) throw new Refusal(`The agent's folder ${cwd} is not absolute.`);
  const root = await realpath(cwd);
  if (path.dirname(root) === root) throw new Refusal(`The agent's folder ${cwd} is the root of the disk. Nothing is written there.`);
  if (!(await lstat(root)).isDirectory()) throw new Refusal(`The agent's folder ${cwd} is not a folder.`);
  return root;
};

const makeFolders = async (root: string, names: readonly string[]): Promise<string> => {
  let folder = root;
  for (const name of names) {
    folder = path.join(folder, name);
    await mkdir(folder, 0o700).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) throw error;
    });
    const stats = await lstat(folder);
    if (stats.isSymbolicLink()) throw new Refusal(`${folder} is a symbolic link, which is not followed.`);
    if (!stats.isDirectory()) throw new Refusal(`${folder} exists and is not a folder.`);
  }
  return folder;
};

const refuseOddTarget = async (target: string): Promise<void> => {
  const stats = await lstat(target).catch(() => null);
  if (stats?.isSymbolicLink()) throw new Refusal(`${target} is a symbolic link, which is not followed.`);
  if (stats && !stats.isFile()) throw new Refusal(`${target} exists and is not a file.`);
  if (stats && stats.size > 0 && !(await beginsAsAssessment(target)))
    throw new Refusal(`${target} exists and was not written by an observer.`);
};

const beginning = '# Trajectory Assessment';

const beginsAsAssessment = async (target: string): Promise<boolean> => {
  const file = await open(target, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(beginning.length), 0, beginning.length, 0);
    return buffer.toString('utf8', 0, bytesRead) === beginning;
  } finally {
    await file.close();
  }
};

/** Into a new file beside it, which takes its place. A folder that was exchanged for a link meanwhile is found out before that. */
const replaceFile = async (folder: string, target: string, text: string): Promise<void> => {
  const fresh = path.join(folder, `.${path.basename(target)}.${randomBytes(6).toString('hex')}`);
  const file = await open(fresh, constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW, 0o600);
  let isPlaced = false;
  try {
    await refuseMoved(folder, fresh, file);
    await file.writeFile(text);
    await file.close();
    await refuseMoved(folder);
    await rename(fresh, target);
    isPlaced = true;
  } finally {
    await file.close().catch(() => undefined);
    if (!isPlaced) await unlink(fresh).catch(() => undefined);
  }
};

const refuseMoved = async (folder: string, fresh?: string, file?: FileHandle): Promise<void> => {
  const isSame = (await realpath(folder)) === folder;
  const [opened, found] = [file && (await file.stat()), fresh === undefined ? undefined : await lstat(fresh)];
  if (!isSame || opened?.ino !== found?.ino) throw new Refusal(`${folder} was moved during the write.`);
};

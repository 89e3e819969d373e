import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import { isRunning } from './is-running.ts';

/** `started`: distinguishes it from a process that got its number later. */
export type AgentProcess = { pid: number; started: string };

type Found = AgentProcess & { parentPid: number; name: string };

/** What agents run hooks with: it ends with the hook. */
const shells = /(?:^|\/)-?(?:sh|bash|dash|zsh|fish|ash|ksh|busybox)$/u;
const maxShells = 3;

const readText = (file: string): string => readFileSync(file, 'utf8').trim();

/** The processes that this one can see, and since when: a number means another process in another of them. */
const findPlace = (): string =>
  process.platform === 'linux' ? `${readlinkSync('/proc/self/ns/pid')} ${readText('/proc/sys/kernel/random/boot_id')}` : process.platform;

const findProcess = (pid: number): Found => {
  if (process.platform !== 'linux') {
    // The hook and the server may have other languages and time zones.
    const ps = ['LC_ALL=C', 'TZ=UTC', 'ps', '-o', 'ppid=,lstart=,comm=', '-p', String(pid)];
    const line = execFileSync('env', ps, { encoding: 'utf8', timeout: 150 }).trim();
    const [parent = '0', ...rest] = line.split(/\s+/u);
    const [start, name] = [rest.slice(0, 5).join(' '), rest.slice(5).join(' ')];
    return { pid, parentPid: Number(parent), started: `${findPlace()} ${start}`, name };
  }
  // The name may have any characters, brackets included; what follows it are numbers.
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  return { pid, parentPid: Number(fields[1]), started: `${findPlace()} ${fields[19] ?? ''}`, name };
};

/** The process that runs a hook, or that runs the shell which does; null where this system does not say. */
export const findCaller = (parentPid = process.ppid): AgentProcess | null => {
  try {
    let found = findProcess(parentPid);
    for (let left = maxShells; left > 0 && shells.test(found.name); left -= 1) found = findProcess(found.parentPid);
    // Process 1 adopts orphans.
    return found.pid <= 1 || shells.test(found.name) ? null : { pid: found.pid, started: found.started };
  } catch {
    return null;
  }
};

/** Whether a process still exists; null where that cannot be known from here, as of one in a container. */
export const isSameProcess = ({ pid, started }: AgentProcess): boolean | null => {
  try {
    if (process.platform === 'linux' && !started.startsWith(readlinkSync('/proc/self/ns/pid'))) return null;
    if (!isRunning(pid)) return false;
    return findProcess(pid).started === started;
  } catch {
    return null;
  }
};

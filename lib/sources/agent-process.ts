import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync } from 'node:fs';
import type { AgentProcess } from '../domain/session.ts';
import { isRunning } from './is-running.ts';

type Found = AgentProcess & { parentPid: number; name: string };

/** Shells that agents run hooks with: they end with the hook. */
const shells = /(?:^|\/)-?(?:sh|bash|dash|zsh|fish|ash|ksh|busybox)$/u;
const maxShells = 3;

const readText = (file: string): string => readFileSync(file, 'utf8').trim();

/** The processes that this one can see, and since when: a number means another process in another of them. */
const findPlace = (): string =>
  process.platform === 'linux' ? `${readlinkSync('/proc/self/ns/pid')} ${readText('/proc/sys/kernel/random/boot_id')}` : process.platform;

const readStat = (pid: number): Found => {
  // The name may have any characters, brackets included; what follows it are numbers.
  const stat = readText(`/proc/${pid}/stat`);
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
  return { pid, parentPid: Number(fields[1]), started: `${findPlace()} ${fields[19] ?? ''}`, name };
};

/** Processes by one run of `ps` for all of them. */
const runPs = (pids: readonly number[]): Found[] => {
  // The hook and the server may have other languages and time zones.
  const ps = ['LC_ALL=C', 'TZ=UTC', 'ps', '-o', 'pid=,ppid=,lstart=,comm=', '-p', pids.join(',')];
  const lines = execFileSync('env', ps, { encoding: 'utf8', timeout: 150 }).trim().split('\n');
  return lines.map((line) => {
    const [pid, parent, ...rest] = line.trim().split(/\s+/u);
    const [start, name] = [rest.slice(0, 5).join(' '), rest.slice(5).join(' ')];
    return { pid: Number(pid), parentPid: Number(parent), started: `${findPlace()} ${start}`, name };
  });
};

const findProcess = (pid: number): Found => {
  const [found] = process.platform === 'linux' ? [readStat(pid)] : runPs([pid]);
  if (!found) throw new Error(`There is no process ${pid}.`);
  return found;
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

const isElsewhere = ({ started }: AgentProcess): boolean => {
  try {
    return process.platform === 'linux' && !started.startsWith(readlinkSync('/proc/self/ns/pid'));
  } catch {
    return true;
  }
};

/** When processes started, of those of which this system says so. */
const listStarts = (pids: readonly number[]): Map<number, string> => {
  const read = (asked: readonly number[]): Found[] => {
    try {
      return process.platform === 'linux' ? asked.map(readStat) : runPs(asked);
    } catch {
      return [];
    }
  };
  const found = process.platform === 'linux' ? pids.flatMap((pid) => read([pid])) : pids.length === 0 ? [] : read(pids);
  return new Map(found.map(({ pid, started }) => [pid, started]));
};

/** Whether processes still exist; null where that cannot be known from here, as of one in a container. */
export const findRunning = (agents: readonly AgentProcess[]): ReadonlyMap<AgentProcess, boolean | null> => {
  const here = agents.filter((agent) => !isElsewhere(agent));
  const alive = new Set(here.map(({ pid }) => pid).filter(isRunning));
  const starts = listStarts([...alive]);
  const isSame = ({ pid, started }: AgentProcess): boolean | null => {
    if (!alive.has(pid)) return false;
    const start = starts.get(pid);
    return start === undefined ? null : start === started;
  };
  return new Map([...agents.map((agent) => [agent, null] as const), ...here.map((agent) => [agent, isSame(agent)] as const)]);
};

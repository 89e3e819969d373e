import { fingerprintOf } from '../fingerprint.ts';
import { toName } from '../narrow.ts';
import { parseObject } from './outcome.ts';
import type { OutcomeDraft, ResultDraft } from '../format.ts';
import type { Process, ReaderState } from './reader-state.ts';
import { toScriptNeeds } from './script.ts';

/** 72 bits: a thousand of them must fit in the state. */
export const toCallKey = (nativeCallId: string): string => fingerprintOf(nativeCallId).slice(0, 12);

const maxStarterCharacters = 64;
const toStarter = (nativeCallId: string): string | null => toName(nativeCallId, maxStarterCharacters);

/** Code mode names its nested calls so. */
const nestedId = /^exec-[0-9a-f]{8}-/u;

/** Notes a call that starts a script, or that waits for a command or script of an earlier call. */
export const noteCall = ({ processes, waits }: ReaderState, nativeCallId: string, name: string, params: string): void => {
  const tool = name.replace(/^functions\./u, '');
  if (tool === 'exec') {
    const needs = toScriptNeeds(params);
    const script = { needs, isYielded: false, commands: 0, isFailed: false, exitCode: null, end: 'open' } as const;
    processes.set(toCallKey(nativeCallId), { starter: toStarter(nativeCallId), ...script });
  } else if (tool === 'write_stdin' || tool === 'wait') {
    const args = parseObject(params);
    const id = tool === 'wait' ? args?.cell_id : args?.session_id;
    const key = toProcessKey(tool === 'wait' ? 'cell' : 'session', typeof id === 'number' ? String(id) : toName(id, 64));
    if (key !== null && processes.get(key)) waits.set(toCallKey(nativeCallId), key);
  }
};

const toProcessKey = (kind: string, id: string | null): string | null => (id === null ? null : toCallKey(`${kind} ${id}`));

const runningText = /^(?:Process running with session|Script running with cell) ID ([\w-]{1,64})/mu;
const headerCharacters = 400;

/** A script that never answered ends with its turn. */
export const dropUnansweredScripts = ({ processes }: ReaderState): void =>
  processes.dropWhere(({ needs, isYielded }) => needs !== null && !isYielded);

/**
 * The process that an output is about: the call's own script, or the process that the call waited for. If the process still
 * runs, it is remembered under the id by which later calls name it.
 */
export const takeProcess = (state: ReaderState, nativeCallId: string, text: string, isRunning: boolean): Process | null => {
  const { processes, waits } = state;
  const call = toCallKey(nativeCallId);
  const waited = waits.take(call);
  const process = waited === undefined ? processes.take(call) : processes.get(waited);
  if (!isRunning || waited !== undefined) return process ?? null;
  const header = text.slice(0, headerCharacters);
  const id = runningText.exec(header)?.[1] ?? null;
  const key = toProcessKey(process || header.includes('cell ID') ? 'cell' : 'session', id);
  const command = { needs: null, commands: 0, isFailed: false, exitCode: null, end: 'open' } as const;
  if (key !== null) processes.set(key, { starter: toStarter(nativeCallId), ...command, ...process, isYielded: true });
  return null;
};

/** Whether an event is about a call that a script made: the script's own call counts, not this one. */
export const isNested = ({ processes }: ReaderState, nativeCallId: string | null): boolean =>
  (nativeCallId !== null && nestedId.test(nativeCallId)) || processes.toEntries().some(([, { needs }]) => needs !== null);

/** Adds how a nested call ended to its script. If several scripts run, the file does not show which one made it. */
export const noteNested = ({ processes }: ReaderState, { name, callOutcome }: { name: string; callOutcome: OutcomeDraft | null }): void => {
  const scripts = processes.toEntries().filter(([, { needs }]) => needs !== null);
  const [entry] = scripts;
  if (!entry || scripts.length > 1 || !callOutcome) return;
  const [key, script] = entry;
  const isFailed = callOutcome.outcome === 'error';
  processes.set(key, {
    ...script,
    commands: script.commands + Number(name === 'exec_command'),
    isFailed: script.isFailed || isFailed,
    exitCode: script.exitCode ?? (isFailed ? (callOutcome.exitCode ?? null) : null),
  });
};

/**
 * The outcome that an event gives a call, or null if another call reports the failure: a process that fails is one
 * failure, of the call whose output shows its end. `isLate`: the call's own output ended before its process did.
 */
export const toStarterOutcome = (
  { processes, waits }: ReaderState,
  nativeCallId: string,
  callOutcome: OutcomeDraft,
): { callOutcome: OutcomeDraft; isLate: boolean } | null => {
  const starter = toStarter(nativeCallId);
  const entry = processes.toEntries().find(([, one]) => one.isYielded && one.needs === null && one.starter === starter);
  if (starter === null || !entry) return { callOutcome, isLate: false };
  const [key, process] = entry;
  const isReported = process.end === 'output' || waits.toEntries().some(([, waited]) => waited === key);
  if (callOutcome.outcome === 'error' && isReported) return null;
  processes.set(key, { ...process, end: 'event' });
  return { callOutcome, isLate: true };
};

const isExit = ({ exitCode }: OutcomeDraft): boolean => exitCode !== null && exitCode !== undefined;

/** How a call ended that waited for a command: as the command did, unless that failure was reported already. */
export const toWaiterOutcome = (process: Process, callOutcome: OutcomeDraft): OutcomeDraft =>
  callOutcome.outcome === 'error' && isExit(callOutcome) && process.end === 'output'
    ? { outcome: 'ok', outcomeSource: 'text', durationMs: callOutcome.durationMs ?? null }
    : callOutcome;

/**
 * Remembers that an output showed the end of a yielded process. Answers what the call that started it is told: that the process succeeded,
 * or its exit code alone where it failed, since the failure counts at the call that shows it; null: nothing.
 */
export const endProcess = ({ processes }: ReaderState, process: Process, callOutcome: OutcomeDraft): ResultDraft | null => {
  const entry = processes.toEntries().find(([, one]) => one === process);
  if (!entry || process.end === 'output' || (process.needs === null && !isExit(callOutcome))) return null;
  processes.set(entry[0], { ...process, needs: null, end: 'output' });
  const { starter: nativeCallId } = process;
  if (nativeCallId === null) return null;
  const { outcome, exitCode = null } = callOutcome;
  if (outcome === 'error') return { nativeCallId, outcome: 'unknown', outcomeSource: 'none', exitCode, durationMs: null };
  return outcome === 'ok' && process.end === 'open' ? { ...callOutcome, nativeCallId, durationMs: null } : null;
};

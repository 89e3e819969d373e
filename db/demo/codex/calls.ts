import type { Prng } from '../prng.ts';

type Payload = Record<string, unknown>;

/** Where and when a call ends. */
export type Place = { callId: string; turnId: string; cwd: string; prng: Prng };

/** How a call ended: the event for the screen, if any, and the output for the model. */
export type End = { event: Payload | null; output: string };

/** A tool call in Codex's shapes. `custom` tools take free text, all others the text of a JSON object. */
export type Call = { name: string; custom: boolean; input: string; tookMs: number; end(place: Place): End };

const toDuration = (tookMs: number): Payload => ({ secs: Math.floor(tookMs / 1000), nanos: (tookMs % 1000) * 1_000_000 });

/** A command in the shell. */
export function exec(command: string, output: string, options: { exitCode?: number; tookMs?: number } = {}): Call {
  const { exitCode = 0, tookMs = 120 } = options;
  return {
    name: 'exec_command',
    custom: false,
    input: JSON.stringify({ cmd: command, yield_time_ms: 10_000, max_output_tokens: 6_000 }),
    tookMs,
    end: ({ callId, turnId, cwd, prng }) => ({
      event: {
        type: 'exec_command_end',
        call_id: callId,
        process_id: String(prng.int(10_000, 99_999)),
        turn_id: turnId,
        command: ['/bin/bash', '-lc', command],
        cwd,
        parsed_cmd: [{ type: 'unknown', cmd: command }],
        source: 'unified_exec_startup',
        stdout: output,
        stderr: '',
        aggregated_output: output,
        exit_code: exitCode,
        duration: toDuration(tookMs),
        formatted_output: output,
        status: exitCode === 0 ? 'completed' : 'failed',
      },
      output: [
        `Chunk ID: ${prng.text('0123456789abcdef', 6)}`,
        `Wall time: ${(tookMs / 1000).toFixed(4)} seconds`,
        `Process exited with code ${exitCode}`,
        `Original token count: ${Math.ceil(output.length / 4)}`,
        'Output:',
        output,
      ].join('\n'),
    }),
  };
}

/** A command that was running when the user interrupted: it has no end event. */
export function execAborted(command: string, tookMs: number): Call {
  return { ...exec(command, ''), tookMs, end: () => ({ event: null, output: `aborted by user after ${(tookMs / 1000).toFixed(1)}s` }) };
}

/** A command that the operator did not allow. */
export function execDeclined(command: string): Call {
  return { ...exec(command, ''), tookMs: 9_000, end: () => ({ event: null, output: 'exec command rejected by user' }) };
}

const prefixed = (mark: '+' | '-', text: string): string =>
  text
    .split('\n')
    .map((line) => `${mark}${line}`)
    .join('\n');

const toPatch = (path: string, before: string, after: string): string =>
  `*** Begin Patch\n*** Update File: ${path}\n@@\n${prefixed('-', before)}\n${prefixed('+', after)}\n*** End Patch`;

const countLines = (text: string): number => text.split('\n').length;

/** Changes a file, whose lines `before` begin at the third one. */
export function patch(path: string, before: string, after: string): Call {
  const head = `@@ -3,${countLines(before)} +3,${countLines(after)} @@`;
  const unifiedDiff = `${head}\n${prefixed('-', before)}\n${prefixed('+', after)}\n`;
  const stdout = `Success. Updated the following files:\nM ${path}\n`;
  return {
    name: 'apply_patch',
    custom: true,
    input: toPatch(path, before, after),
    tookMs: 90,
    end: ({ callId, turnId, cwd }) => ({
      event: {
        type: 'patch_apply_end',
        call_id: callId,
        turn_id: turnId,
        stdout,
        stderr: '',
        success: true,
        changes: { [`${cwd}/${path}`]: { type: 'update', unified_diff: unifiedDiff, move_path: null } },
        status: 'completed',
      },
      output: `Exit code: 0\nWall time: 0.1 seconds\nOutput:\n${stdout}`,
    }),
  };
}

/** A change whose lines are not in the file. */
export function patchMissed(path: string, before: string, after: string): Call {
  return {
    ...patch(path, before, after),
    end: ({ cwd }) => ({
      event: null,
      output: `apply_patch verification failed: Failed to find expected lines in ${cwd}/${path}:\n${before}`,
    }),
  };
}

/** The plan that Codex shows: steps before `current` are done. */
export function plan(steps: readonly string[], current: number): Call {
  const toStatus = (index: number) => (index < current ? 'completed' : index === current ? 'in_progress' : 'pending');
  return {
    name: 'update_plan',
    custom: false,
    input: JSON.stringify({ plan: steps.map((step, index) => ({ step, status: toStatus(index) })) }),
    tookMs: 30,
    end: () => ({ event: null, output: 'Plan updated' }),
  };
}

/** Starts a subagent, whose session has the id `child.id`. */
export function spawn(child: { id: string; nickname: string }, sender: string, message: string): Call {
  return {
    name: 'spawn_agent',
    custom: false,
    input: JSON.stringify({ agent_type: 'explorer', message }),
    tookMs: 240,
    end: ({ callId }) => ({
      event: {
        type: 'collab_agent_spawn_end',
        call_id: callId,
        sender_thread_id: sender,
        new_thread_id: child.id,
        new_agent_nickname: child.nickname,
        new_agent_role: 'explorer',
        prompt: message,
        status: 'running',
      },
      output: JSON.stringify({ agent_id: child.id, nickname: child.nickname }),
    }),
  };
}

/** Waits for a subagent's report. */
export function waitFor(childId: string, report: string, tookMs: number): Call {
  return {
    name: 'wait_agent',
    custom: false,
    input: JSON.stringify({ targets: [childId], timeout_ms: 300_000 }),
    tookMs,
    end: () => ({ event: null, output: JSON.stringify({ status: { [childId]: { completed: report } }, timed_out: false }) }),
  };
}

/** A tool call with its result, in Claude Code's shapes: `content` is what the model sees, `detail` the structured result. */
export type Step = {
  name: string;
  input: Record<string, unknown>;
  content: string | Record<string, unknown>[];
  isError?: boolean;
  detail: unknown;
  tookMs: number;
};

const numbered = (text: string): string =>
  text
    .split('\n')
    .map((line, index) => `${String(index + 1).padStart(6)}\t${line}`)
    .join('\n');

/** A command. An exit code other than 0 is an error whose first line says so. */
export function bash(command: string, description: string, output: string, options: { exitCode?: number; tookMs?: number } = {}): Step {
  const { exitCode = 0, tookMs = 1_400 } = options;
  const step = { name: 'Bash', input: { command, description }, tookMs };
  if (exitCode === 0)
    return { ...step, content: output, isError: false, detail: { stdout: output, stderr: '', interrupted: false, isImage: false } };
  const content = `Exit code ${exitCode}\n${output}`;
  return { ...step, content, isError: true, detail: `Error: ${content}` };
}

export function read(filePath: string, text: string): Step {
  const numLines = text.split('\n').length;
  const file = { filePath, content: text, numLines, startLine: 1, totalLines: numLines };
  return { name: 'Read', input: { file_path: filePath }, content: numbered(text), detail: { type: 'text', file }, tookMs: 90 };
}

export function readMissing(filePath: string, cwd: string): Step {
  const message = `File does not exist. Current working directory: ${cwd}`;
  return {
    name: 'Read',
    input: { file_path: filePath },
    content: `<tool_use_error>${message}</tool_use_error>`,
    isError: true,
    detail: `Error: ${message}`,
    tookMs: 60,
  };
}

export function edit(filePath: string, before: string, after: string, originalFile = before): Step {
  const removed = before.split('\n');
  const added = after.split('\n');
  const lines = [...removed.map((line) => `-${line}`), ...added.map((line) => `+${line}`)];
  const start = originalFile.slice(0, Math.max(0, originalFile.indexOf(before))).split('\n').length;
  const structuredPatch = [{ oldStart: start, oldLines: removed.length, newStart: start, newLines: added.length, lines }];
  return {
    name: 'Edit',
    input: { file_path: filePath, old_string: before, new_string: after, replace_all: false },
    content: `The file ${filePath} has been updated successfully.`,
    detail: { filePath, oldString: before, newString: after, originalFile, structuredPatch, userModified: false, replaceAll: false },
    tookMs: 140,
  };
}

export function editMissed(filePath: string, before: string, after: string): Step {
  const message = `String to replace not found in file.\nString: ${before}`;
  const input = { file_path: filePath, old_string: before, new_string: after, replace_all: false };
  return {
    name: 'Edit',
    input,
    content: `<tool_use_error>${message}</tool_use_error>`,
    isError: true,
    detail: `Error: ${message}`,
    tookMs: 70,
  };
}

export function write(filePath: string, content: string): Step {
  return {
    name: 'Write',
    input: { file_path: filePath, content },
    content: `File created successfully at: ${filePath}`,
    detail: { type: 'create', filePath, content, structuredPatch: [], originalFile: null },
    tookMs: 120,
  };
}

export function grep(pattern: string, filenames: string[]): Step {
  const content =
    filenames.length === 0
      ? 'No files found'
      : `Found ${filenames.length} ${filenames.length === 1 ? 'file' : 'files'}\n${filenames.join('\n')}`;
  const input = { pattern, output_mode: 'files_with_matches' };
  return { name: 'Grep', input, content, detail: { mode: 'files_with_matches', filenames, numFiles: filenames.length }, tookMs: 210 };
}

/** A todo list whose items before `current` are done. */
export function todo(items: readonly string[], current: number): Step {
  const list = (at: number) =>
    items.map((content, index) => ({
      content,
      activeForm: content,
      status: index < at ? 'completed' : index === at ? 'in_progress' : 'pending',
    }));
  return {
    name: 'TodoWrite',
    input: { todos: list(current) },
    content: 'Todos have been modified successfully. Keep the list up to date as you go on.',
    detail: { oldTodos: current === 0 ? [] : list(current - 1), newTodos: list(current) },
    tookMs: 40,
  };
}

export function webFetch(url: string, prompt: string, result: string): Step {
  const detail = { bytes: 48_200, code: 200, codeText: 'OK', result, durationMs: 2_900, url };
  return { name: 'WebFetch', input: { url, prompt }, content: result, detail, tookMs: 2_900 };
}

/** A call that the person at the keyboard refused. */
export function rejected(step: Step, reason?: string): Step {
  const refusal =
    "The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). " +
    (reason
      ? `To tell you how to proceed, the user said:\n${reason}`
      : 'STOP what you are doing and wait for the user to tell you how to proceed.');
  return { ...step, content: refusal, isError: true, detail: reason ? `Error: ${refusal}` : 'User rejected tool use', tookMs: 8_000 };
}

/** The call that starts a subagent, with its report. */
export function agent(run: {
  agentId: string;
  agentType: string;
  description: string;
  prompt: string;
  report: string;
  tookMs: number;
  calls: number;
  tokens: number;
}): Step {
  const { agentId, agentType, description, prompt, report, tookMs } = run;
  const text = { type: 'text', text: report };
  return {
    name: 'Agent',
    input: { description, subagent_type: agentType, prompt },
    content: [text, { type: 'text', text: `agentId: ${agentId}` }],
    detail: {
      status: 'completed',
      prompt,
      agentId,
      agentType,
      content: [text],
      totalDurationMs: tookMs,
      totalTokens: run.tokens,
      totalToolUseCount: run.calls,
    },
    tookMs,
  };
}

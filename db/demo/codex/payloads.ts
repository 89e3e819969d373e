/** Payloads of rollout lines, in the shape that Codex writes today. Texts are made up. */
type Payload = Record<string, unknown>;

export type Parent = { relation: 'fork' | 'subagent'; id: string; nickname: string };

export type Usage = { input: number; cached: number; output: number; reasoning: number };

const contextWindow = 272_000;

export const toSessionMeta = (of: {
  id: string;
  startMs: number;
  cwd: string;
  branch: string;
  commit: string;
  parent: Parent | null;
}): Payload => {
  const { parent } = of;
  const spawn = parent && {
    parent_thread_id: parent.id,
    depth: 1,
    agent_path: null,
    agent_nickname: parent.nickname,
    agent_role: 'explorer',
  };
  const isChild = parent?.relation === 'subagent';
  return {
    id: of.id,
    ...(parent?.relation === 'fork' ? { forked_from_id: parent.id } : {}),
    timestamp: new Date(of.startMs).toISOString(),
    cwd: of.cwd,
    originator: 'codex-tui',
    cli_version: '0.0.0-synthetic',
    source: isChild ? { subagent: { thread_spawn: spawn } } : 'cli',
    thread_source: isChild ? 'subagent' : 'user',
    model_provider: 'openai',
    base_instructions: { text: 'You work in the terminal of a developer. Make the change that is asked for, and say what you did.' },
    git: { commit_hash: of.commit, branch: of.branch, repository_url: null },
  };
};

export const toTurnContext = (of: { turnId: string; atMs: number; cwd: string; model: string }): Payload => ({
  turn_id: of.turnId,
  cwd: of.cwd,
  current_date: new Date(of.atMs).toISOString().slice(0, 10),
  timezone: 'Etc/UTC',
  approval_policy: 'on-request',
  sandbox_policy: { type: 'workspace-write', writable_roots: [of.cwd], network_access: false },
  model: of.model,
  personality: 'pragmatic',
  collaboration_mode: { mode: 'default', settings: { model: of.model, reasoning_effort: 'medium', developer_instructions: null } },
  effort: 'medium',
  summary: 'auto',
});

export const toTaskStarted = (turnId: string, atMs: number): Payload => ({
  type: 'task_started',
  turn_id: turnId,
  started_at: Math.floor(atMs / 1000),
  model_context_window: contextWindow,
  collaboration_mode_kind: 'default',
});

export const toMessage = (role: 'user' | 'developer' | 'assistant', text: string, phase?: 'commentary' | 'final_answer'): Payload => ({
  type: 'message',
  role,
  content: [{ type: role === 'assistant' ? 'output_text' : 'input_text', text }],
  ...(phase ? { phase } : {}),
});

export const permissions = `<permissions instructions>
Commands run in a sandbox: they may write below the working directory and reach no network. Ask before you leave it.
</permissions instructions>`;

export const toEnvironment = (cwd: string): string =>
  `<environment_context>\n  <cwd>${cwd}</cwd>\n  <shell>bash</shell>\n</environment_context>`;

export const toReasoning = (text: string, encrypted: string): Payload => ({
  type: 'reasoning',
  summary: text === '' ? [] : [{ type: 'summary_text', text }],
  content: null,
  encrypted_content: encrypted,
});

const toCounts = ({ input, cached, output, reasoning }: Usage): Payload => ({
  input_tokens: input,
  cached_input_tokens: cached,
  output_tokens: output,
  reasoning_output_tokens: reasoning,
  total_tokens: input + output,
});

export const toTokenCount = (total: Usage, last: Usage, usedPercent: number): Payload => ({
  type: 'token_count',
  info: { total_token_usage: toCounts(total), last_token_usage: toCounts(last), model_context_window: contextWindow },
  rate_limits: { limit_id: 'codex', primary: { used_percent: usedPercent, window_minutes: 300 }, secondary: null, plan_type: 'pro' },
});

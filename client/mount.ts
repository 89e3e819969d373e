/** Action of an agent's host after an event. */
export type HookResult = {
  action: 'continue' | 'deny' | 'modify' | 'inject_context' | 'ask_user';
  /** Reason for `deny`. */
  reason?: string;
  /** For `modify`: the data of the event, with the observations in its prompt. */
  modified_data?: Record<string, unknown>;
  /** Context for `inject_context`. */
  context?: { role: 'system'; content: string };
  /** Question for `ask_user`. */
  question?: string;
  /** Id of the run of reviewers that the event started. */
  run?: string;
};

/** A message of the conversation, for hosts whose sessions Trajectory Observatory does not import. */
export type Message = { role: 'user' | 'assistant' | 'tool' | 'system'; content: string; tool?: string };

/** Data of an event. `prompt` is the text of `message:received`, `tool` the call of `tool:post`; hosts may add more. */
export type EventData = { prompt?: string; tool?: { name: string; input?: unknown; result?: unknown; outcome?: 'ok' | 'error' } } & Record<
  string,
  unknown
>;

export type HookHandler = (event: string, data?: EventData) => Promise<HookResult>;

/** Registry for hooks: `register` is called once for each event. */
export type Coordinator = {
  hooks: { register: (event: string, handler: HookHandler, options: { priority: number; name: string }) => unknown };
};

export type MountConfig = {
  /** Id of the session as the host knows it, with the name of the agent: `my-agent:2f6c`. */
  session: string;
  /** Address of the server (default: http://127.0.0.1:4317). */
  url?: string;
  /** Needed where the server asks for one. */
  token?: string;
  /** Folder that the agent works in, whose files are reviewed. */
  cwd?: string;
  /** Events that are sent (default: message:received, tool:post, response:complete). */
  events?: readonly string[];
  /** Order among hooks of the same event; lower runs first (default: 5). */
  priority?: number;
  /** How observations reach the agent (default: context). */
  inject?: 'context' | 'prompt' | 'none';
  /** False: answers before the reviewers are done, so that their findings reach the agent at a later event. */
  wait?: boolean;
  /** The conversation so far, where the server has no other way to know it. */
  messages?: () => readonly Message[];
  /** An event has no answer after so long (default: 120,000). */
  timeoutMs?: number;
  /** Hears of events that could not be sent. The agent goes on as if there were no reviewers. */
  onError?: (error: Error, event: string) => void;
};

export type MountedModule = { name: string; version: string; description: string; config: Omit<MountConfig, 'token'> };

const defaultEvents = ['message:received', 'tool:post', 'response:complete'];
const actions = ['continue', 'deny', 'modify', 'inject_context', 'ask_user'];
const version = '1.0.0';

/** Sends an event and returns what the host is to do. Rejects if the server does not answer, or refuses the event. */
export const sendEvent = async (config: MountConfig, event: string, data: EventData = {}): Promise<HookResult> => {
  const { session, url = 'http://127.0.0.1:4317', token, cwd, inject, wait, messages, timeoutMs = 120_000 } = config;
  const { tool, ...rest } = data;
  const response = await fetch(new URL(`/api/hooks/${encodeURIComponent(event)}`, url), {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token !== undefined && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify({ session, cwd, tool, data: rest, inject, wait, messages: messages?.() }),
    signal: AbortSignal.timeout(timeoutMs),
  });
  const answer = (await response.json()) as HookResult & { detail?: string };
  if (!response.ok) throw new Error(answer.detail ?? `The server answered with ${response.status}.`);
  if (!actions.includes(answer.action))
    throw new Error(`The server at ${url} is not Trajectory Observatory: it answered without an action.`);
  return answer;
};

/**
 * Registers hooks that send the events of an agent to Trajectory Observatory, and hand its answers back. Never rejects and never holds the
 * agent back because the server is missing: then every event is answered with `continue`.
 */
export const mount = (coordinator: Coordinator, config: MountConfig): MountedModule => {
  const { events = defaultEvents, priority = 5, onError } = config;
  const name = 'hooks-observations';
  const handle: HookHandler = async (event, data) => {
    try {
      return await sendEvent(config, event, data);
    } catch (error) {
      onError?.(error instanceof Error ? error : new Error(String(error)), event);
      return { action: 'continue' };
    }
  };
  for (const event of events) coordinator.hooks.register(event, handle, { priority, name });
  const { token: _, ...shown } = config;
  return { name, version, description: 'Sends events to Trajectory Observatory and injects its observations', config: shown };
};

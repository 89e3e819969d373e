/** `agentId`: of a subagent of the session. */
export type ClaudeConversation = { sessionId: string; agentId?: string; cwd?: string; gitBranch?: string; startMs?: number };

/** Writes the lines of one small Claude Code session, a second apart. */
export const makeClaudeLines = ({
  sessionId,
  agentId,
  cwd = '/home/ada/shop',
  gitBranch,
  startMs = Date.UTC(2026, 2, 1, 10),
}: ClaudeConversation) => {
  let count = 0;
  const key = agentId ?? sessionId;
  const line = (type: 'user' | 'assistant', message: Record<string, unknown>): string => {
    count += 1;
    const timestamp = new Date(startMs + count * 1_000).toISOString();
    const uuid = `${key}-${count}`;
    return JSON.stringify({
      parentUuid: null,
      isSidechain: agentId !== undefined,
      agentId,
      cwd,
      gitBranch,
      sessionId,
      version: '2.1.50',
      uuid,
      timestamp,
      type,
      message,
    });
  };
  const say = (...content: object[]) =>
    line('assistant', {
      id: `msg_${key}_${count}`,
      type: 'message',
      role: 'assistant',
      model: 'claude-opus-4-7',
      content,
      usage: { input_tokens: 3, cache_creation_input_tokens: 10, cache_read_input_tokens: 5, output_tokens: 7 },
    });
  return {
    user: (...content: object[]) => line('user', { role: 'user', content }),
    prompt: (text: string) => line('user', { role: 'user', content: text }),
    response: (text: string) => say({ type: 'text', text }),
    call: (id: string, name: string, input: Record<string, unknown>) => say({ type: 'tool_use', id, name, input }),
    result: (id: string, text: string, failed = false) =>
      line('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: text, is_error: failed }] }),
    title: (customTitle: string) => JSON.stringify({ type: 'custom-title', customTitle, sessionId }),
  };
};

/** A file of these lines. */
export const toFile = (...lines: string[]): string => `${lines.join('\n')}\n`;

import { countTokens, makeApiId, toApiErrorMessage, toBlocks, toUsage } from './message.ts';
import type { Prng } from '../prng.ts';
import type { Step } from './tools.ts';

export type SessionOptions = {
  prng: Prng;
  sessionId: string;
  cwd: string;
  gitBranch: string;
  model: string;
  startMs: number;
  /** Set for a subagent, whose lines carry the session id of its parent. */
  agentId?: string;
};

export type Act = { thinking?: string; text?: string; steps?: Step[]; model?: string };

/**
 * Writes the lines of one Claude Code session: keeps the clock, the chain of parents, and the growing context that
 * the usage of each response reports. Lines gather in `lines`; a caller that streams takes them with `take`.
 */
export class SessionWriter {
  lines: string[] = [];
  nowMs: number;
  /** Entries that give a record each: lines, or the blocks of a message. */
  records = 0;
  private parent: string | null = null;
  private promptId: string;
  private contextTokens = 19_000;
  private cachedTokens = 0;
  private first = true;

  constructor(readonly options: SessionOptions) {
    this.nowMs = options.startMs;
    this.promptId = options.prng.uuid();
  }

  get prng(): Prng {
    return this.options.prng;
  }

  wait(fromMs: number, toMs = fromMs): void {
    this.nowMs += this.prng.int(fromMs, toMs);
  }

  /** Takes what was written since the last call. */
  take(): string[] {
    const taken = this.lines;
    this.lines = [];
    return taken;
  }

  /** A line that stands outside the chain of messages: titles, modes, snapshots. */
  aside(fields: Record<string, unknown>): void {
    this.push({ ...fields, sessionId: this.options.sessionId });
    this.records += 1;
  }

  /** Takes over the lines of another session under its own id, as a fork does: entries keep their uuid. */
  copyFrom(lines: readonly string[], originId: string): void {
    for (const text of lines) {
      this.lines.push(text.replaceAll(originId, this.options.sessionId));
      const { uuid, timestamp } = JSON.parse(text) as { uuid?: string; timestamp?: string };
      if (uuid) this.parent = uuid;
      if (timestamp) this.nowMs = Date.parse(timestamp);
      this.records += 1;
    }
    this.first = false;
  }

  /** The lines that a session of the command line opens with. */
  open(): void {
    this.aside({ type: 'permission-mode', permissionMode: 'acceptEdits' });
  }

  title(text: string): void {
    this.aside({ type: 'ai-title', aiTitle: text });
  }

  prompt(content: string | Record<string, unknown>[]): void {
    this.promptId = this.prng.uuid();
    this.user({ role: 'user', content });
    this.contextTokens += typeof content === 'string' ? 40 + countTokens(content) : 1_600;
  }

  /** A line of the user's side that no person typed. */
  note(content: string, flags: Record<string, unknown>): void {
    this.user({ role: 'user', content }, flags);
  }

  interrupt(duringTool: boolean): void {
    const text = duringTool ? '[Request interrupted by user for tool use]' : '[Request interrupted by user]';
    this.user({ role: 'user', content: [{ type: 'text', text }] });
  }

  system(subtype: string, fields: Record<string, unknown>, parentUuid = this.parent): void {
    this.chain({ parentUuid, isSidechain: false, type: 'system', subtype, ...fields });
    this.records += 1;
  }

  /** Compaction: the conversation so far gives way to a summary, and the context shrinks. */
  compact(trigger: 'auto' | 'manual', summary: string): void {
    const logicalParentUuid = this.parent;
    const compactMetadata = { trigger, preTokens: this.contextTokens };
    this.system(
      'compact_boundary',
      { logicalParentUuid, content: 'Conversation compacted', isMeta: false, level: 'info', compactMetadata },
      null,
    );
    this.contextTokens = 14_000 + countTokens(summary);
    this.cachedTokens = 0;
    this.note(summary, { isVisibleInTranscriptOnly: true, isCompactSummary: true });
  }

  /** A notice in place of a response: the request never reached a model. */
  apiError(text: string): void {
    this.chain({ ...this.head(), type: 'assistant', message: toApiErrorMessage(this.prng, text), isApiErrorMessage: true });
    this.records += 1;
  }

  /** One response, a line a block, all with the same message id and growing usage; then the results of its calls. */
  act({ thinking, text, steps = [], model = this.options.model }: Act): void {
    const callIds = this.respond({ thinking, text, steps, model });
    const order = steps.map((step, index) => ({ step, id: callIds[index] ?? '' }));
    const startMs = this.nowMs;
    for (const { step, id } of order.sort((a, b) => a.step.tookMs - b.step.tookMs)) {
      this.nowMs = Math.max(this.nowMs + 1, startMs + step.tookMs);
      this.result(id, step);
    }
  }

  /** Only the response; its calls stay unanswered. Answers the ids of the calls. */
  respond({ thinking, text, steps = [], model = this.options.model }: Act): string[] {
    const callIds = steps.map(() => makeApiId(this.prng, 'toolu_'));
    const blocks = toBlocks(this.prng, { thinking, text, steps }, callIds);
    const shape = { model, id: makeApiId(this.prng, 'msg_'), type: 'message', role: 'assistant' };
    const requestId = makeApiId(this.prng, 'req_');
    const whole = 12 + countTokens(blocks);
    const counts = { input: this.prng.int(3, 9), written: Math.max(0, this.contextTokens - this.cachedTokens), read: this.cachedTokens };
    blocks.forEach((block, index) => {
      this.wait(3_000, 24_000);
      const last = index === blocks.length - 1;
      const usage = toUsage({ ...counts, output: last ? whole : Math.min(whole, this.prng.int(1, 8) + index) });
      const stopReason = last ? (steps.length > 0 ? 'tool_use' : 'end_turn') : null;
      const message = { ...shape, content: [block], stop_reason: stopReason, stop_sequence: null, usage };
      this.chain({ ...this.head(), message, requestId, type: 'assistant' });
      this.records += 1;
    });
    this.cachedTokens = this.contextTokens;
    this.contextTokens += whole;
    return callIds;
  }

  result(callId: string, step: Step): void {
    const block = {
      tool_use_id: callId,
      type: 'tool_result',
      content: step.content,
      ...(step.isError === undefined ? {} : { is_error: step.isError }),
    };
    const source = this.parent;
    this.user({ role: 'user', content: [block] }, { toolUseResult: step.detail, sourceToolAssistantUUID: source });
    this.contextTokens += 20 + countTokens(step.content);
  }

  private user(message: Record<string, unknown>, extra: Record<string, unknown> = {}): void {
    this.chain({ ...this.head(), promptId: this.promptId, type: 'user', message, ...extra });
    this.records += Array.isArray(message.content) ? message.content.length : 1;
  }

  private head(): Record<string, unknown> {
    const { agentId } = this.options;
    return { parentUuid: this.parent, isSidechain: agentId !== undefined, ...(agentId === undefined ? {} : { agentId }) };
  }

  private chain(fields: Record<string, unknown>): void {
    const { cwd, sessionId, gitBranch } = this.options;
    const uuid = this.prng.uuid();
    const timestamp = new Date(this.nowMs).toISOString();
    this.push({
      ...fields,
      uuid,
      timestamp,
      userType: 'external',
      entrypoint: 'cli',
      cwd,
      sessionId,
      version: '0.0.0-synthetic',
      gitBranch,
    });
    this.parent = uuid;
  }

  private push(line: Record<string, unknown>): void {
    this.lines.push(JSON.stringify(this.first ? { ...line, synthetic: true } : line));
    this.first = false;
  }
}

import type { Prng } from '../prng.ts';
import type { Call } from './calls.ts';
import * as payloads from './payloads.ts';

export type RolloutOptions = {
  prng: Prng;
  id: string;
  cwd: string;
  gitBranch: string;
  model: string;
  startMs: number;
  parent: payloads.Parent | null;
};

export type Act = { reasoning?: string; text?: string; calls?: readonly Call[] };

type Line = { timestamp: string; type: string; payload: { info?: { total_token_usage: Record<string, number> } } };

const hex = '0123456789abcdef';
const base64 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** An id in the shape that Codex gives threads and turns. */
export const makeThreadId = (prng: Prng): string =>
  `019a${prng.text(hex, 4)}-${prng.text(hex, 4)}-7${prng.text(hex, 3)}-${prng.text('89ab', 1)}${prng.text(hex, 3)}-${prng.text(hex, 12)}`;

const countTokens = (text: string): number => Math.ceil(text.length / 4);

/**
 * Writes the lines of one rollout: keeps the clock, the turn, and the counts, which are cumulative and now and then given
 * again unchanged.
 */
export class RolloutWriter {
  lines: string[] = [];
  nowMs: number;
  private turnId = '';
  private turnStartMs = 0;
  private turns = 0;
  private contextTokens = 9_400;
  private cachedTokens = 0;
  private total: payloads.Usage = { input: 0, cached: 0, output: 0, reasoning: 0 };
  private last = this.total;

  constructor(readonly options: RolloutOptions) {
    const { prng, id, startMs, cwd, gitBranch, parent } = options;
    this.nowMs = startMs;
    const meta = payloads.toSessionMeta({ id, startMs, cwd, branch: gitBranch, commit: prng.text(hex, 40), parent });
    this.push('session_meta', meta, { synthetic: true });
  }

  get prng(): Prng {
    return this.options.prng;
  }

  wait(fromMs: number, toMs = fromMs): void {
    this.nowMs += this.prng.int(fromMs, toMs);
  }

  /** Begins with the lines of another session, all written anew at once, as a fork does. */
  copyFrom(lines: readonly string[]): void {
    for (const text of lines) {
      const line = JSON.parse(text) as Line;
      this.lines.push(JSON.stringify({ ...line, timestamp: new Date(this.nowMs).toISOString() }));
      const counts = line.payload.info?.total_token_usage;
      if (counts) this.total = toUsage(counts);
    }
    this.turns += 1;
  }

  rename(name: string): void {
    this.event({ type: 'thread_name_updated', thread_id: this.options.id, thread_name: name });
  }

  /** A prompt, and the turn that it begins. */
  turn(prompt: string, model = this.options.model): void {
    const { cwd } = this.options;
    this.turnId = makeThreadId(this.prng);
    this.turnStartMs = this.nowMs;
    this.event(payloads.toTaskStarted(this.turnId, this.nowMs));
    if (this.turns === 0) {
      this.item(payloads.toMessage('developer', payloads.permissions));
      this.item(payloads.toMessage('user', payloads.toEnvironment(cwd)));
    }
    this.push('turn_context', payloads.toTurnContext({ turnId: this.turnId, atMs: this.nowMs, cwd, model }));
    this.item(payloads.toMessage('user', prompt));
    this.event({ type: 'user_message', message: prompt, images: [], local_images: [], text_elements: [] });
    this.contextTokens += countTokens(prompt);
    this.turns += 1;
  }

  /** One response with its calls, then what they gave, in the order in which they ended. */
  act({ reasoning = '', text, calls = [] }: Act): void {
    this.wait(5_000, 34_000);
    this.item(payloads.toReasoning(reasoning, `gAAAAAB${this.prng.text(base64, 120)}`));
    if (text !== undefined) this.say(text, 'commentary');
    const asked = calls.map((call) => ({ call, callId: this.ask(call) }));
    this.count(countTokens((text ?? '') + calls.map((call) => call.input).join('')), countTokens(reasoning));
    const startMs = this.nowMs;
    for (const { call, callId } of asked.sort((a, b) => a.call.tookMs - b.call.tookMs)) {
      this.nowMs = Math.max(this.nowMs + 1, startMs + call.tookMs);
      this.answer(call, callId);
    }
    if (this.prng.chance(0.25)) this.giveCounts();
  }

  /** The last response of a turn. */
  finish(text: string): void {
    this.wait(2_000, 9_000);
    this.item(payloads.toReasoning('', `gAAAAAB${this.prng.text(base64, 80)}`));
    this.say(text, 'final_answer');
    this.count(countTokens(text), this.prng.int(12, 90));
    this.giveCounts();
    this.event({
      type: 'task_complete',
      turn_id: this.turnId,
      last_agent_message: text,
      completed_at: Math.floor(this.nowMs / 1000),
      duration_ms: this.nowMs - this.turnStartMs,
    });
  }

  /** The operator pressed Escape. */
  abort(): void {
    this.item(payloads.toMessage('user', '<turn_aborted>\nThe user interrupted this turn on purpose.\n</turn_aborted>'));
    this.event({ type: 'turn_aborted', turn_id: this.turnId, reason: 'interrupted', duration_ms: this.nowMs - this.turnStartMs });
  }

  private say(text: string, phase: 'commentary' | 'final_answer'): void {
    this.event({ type: 'agent_message', message: text, phase, memory_citation: null });
    this.item(payloads.toMessage('assistant', text, phase));
  }

  private ask({ name, custom, input }: Call): string {
    const callId = `call_${this.prng.text(base64.slice(0, 62), 24)}`;
    this.wait(300, 1_400);
    if (custom) this.item({ type: 'custom_tool_call', status: 'completed', call_id: callId, name, input });
    else this.item({ type: 'function_call', name, arguments: input, call_id: callId });
    return callId;
  }

  private answer(call: Call, callId: string): void {
    const { event, output } = call.end({ callId, turnId: this.turnId, cwd: this.options.cwd, prng: this.prng });
    if (event) this.event(event);
    this.item({ type: call.custom ? 'custom_tool_call_output' : 'function_call_output', call_id: callId, output });
    this.contextTokens += 30 + countTokens(output);
  }

  /** Adds one response to the counts and gives them. */
  private count(output: number, reasoning: number): void {
    const { total } = this;
    this.last = { input: this.contextTokens, cached: this.cachedTokens, output: 24 + output + reasoning, reasoning };
    this.total = {
      input: total.input + this.last.input,
      cached: total.cached + this.last.cached,
      output: total.output + this.last.output,
      reasoning: total.reasoning + this.last.reasoning,
    };
    this.cachedTokens = Math.floor(this.contextTokens / 128) * 128;
    this.contextTokens += this.last.output;
    this.giveCounts();
  }

  private giveCounts(): void {
    this.event(payloads.toTokenCount(this.total, this.last, 4 + this.turns));
  }

  private item(payload: Record<string, unknown>): void {
    this.push('response_item', payload);
  }

  private event(payload: Record<string, unknown>): void {
    this.push('event_msg', payload);
  }

  private push(type: string, payload: Record<string, unknown>, mark: { synthetic?: true } = {}): void {
    this.lines.push(JSON.stringify({ timestamp: new Date(this.nowMs).toISOString(), type, payload, ...mark }));
  }
}

const toUsage = (counts: Record<string, number>): payloads.Usage => ({
  input: counts.input_tokens ?? 0,
  cached: counts.cached_input_tokens ?? 0,
  output: counts.output_tokens ?? 0,
  reasoning: counts.reasoning_output_tokens ?? 0,
});

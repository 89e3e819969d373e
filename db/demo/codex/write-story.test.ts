import { describe, expect, it } from 'vitest';
import { planSession } from '../plan.ts';
import type { Written } from '../reported.ts';

type Counts = { input_tokens: number; output_tokens: number; total_tokens: number };
type Payload = {
  type?: string;
  id?: string;
  role?: string;
  model?: string;
  turn_id?: string;
  call_id?: string;
  forked_from_id?: string;
  source?: unknown;
  info?: { total_token_usage: Counts; last_token_usage: Counts };
};
type Line = { timestamp: string; type: string; payload: Payload };

const parse = (lines: readonly string[]): Line[] => lines.map((line) => JSON.parse(line) as Line);

const writeStory = (index: number): Written => {
  const { writeStory: writeWith, continues } = planSession(index);
  return writeWith({ startMs: 1_000_000 - index, seed: index, origin: continues > 0 ? writeStory(index + continues) : null });
};

describe('a made-up Codex rollout', () => {
  const written = Array.from({ length: 40 }, (_, index) => writeStory(index)).filter(({ files }) => files[0]?.path.startsWith('codex/'));
  const rollouts = written.flatMap(({ files }) => files.map(({ portions }) => parse([...portions].flat())));
  const payloads = (lines: readonly Line[], type: string) => lines.flatMap(({ payload }) => (payload.type === type ? [payload] : []));

  it('begins with its session, in a file named for it', () => {
    for (const { nativeId, files } of written) {
      const [own] = files;
      expect(own?.path).toMatch(new RegExp(`^codex/sessions/\\d{4}/\\d\\d/\\d\\d/rollout-[\\dT-]{19}-${nativeId}\\.jsonl$`, 'u'));
      expect(parse([...(own?.portions ?? [])].flat())[0]).toMatchObject({ type: 'session_meta', payload: { id: nativeId } });
    }
  });

  it('counts cumulatively, and gives counts again unchanged', () => {
    let repeated = 0;
    for (const lines of rollouts) {
      const infos = payloads(lines, 'token_count').flatMap(({ info }) => info ?? []);
      infos.forEach(({ total_token_usage: total, last_token_usage: last }, index) => {
        const before = infos[index - 1]?.total_token_usage;
        expect(total.total_tokens).toBe(total.input_tokens + total.output_tokens);
        if (before?.total_tokens === total.total_tokens) repeated += 1;
        else expect(total.total_tokens - (before?.total_tokens ?? 0)).toBe(last.total_tokens);
      });
    }
    expect(repeated).toBeGreaterThan(20);
  });

  it('answers every call once', () => {
    for (const lines of rollouts) {
      const ids = (types: string[]) => types.flatMap((type) => payloads(lines, type).map((payload) => payload.call_id)).sort();
      expect(ids(['function_call_output', 'custom_tool_call_output'])).toEqual(ids(['function_call', 'custom_tool_call']));
    }
  });

  it('begins every turn with its context and ends it, complete or aborted', () => {
    for (const lines of rollouts) {
      const started = payloads(lines, 'task_started').map((payload) => payload.turn_id);
      const contexts = lines.flatMap(({ type, payload }) => (type === 'turn_context' ? [payload.turn_id] : []));
      const ended = lines.flatMap(({ payload }) => (/^(?:task_complete|turn_aborted)$/u.test(payload.type ?? '') ? [payload.turn_id] : []));
      expect(new Set(started).size).toBe(started.length);
      expect(contexts).toEqual(started);
      expect(ended).toEqual(started);
    }
  });

  it('shows two models, an aborted turn, a fork with its parent’s lines, and a subagent of its parent', () => {
    const models = rollouts.map((lines) => new Set(lines.flatMap(({ type, payload }) => (type === 'turn_context' ? [payload.model] : []))));
    expect(models.filter(({ size }) => size > 1)).toHaveLength(1);
    expect(rollouts.filter((lines) => payloads(lines, 'turn_aborted').length > 0)).toHaveLength(1);
    const ids = written.map(({ nativeId }) => nativeId);
    const [fork = []] = rollouts.filter(([head]) => head?.payload.forked_from_id);
    expect(ids).toContain(fork[0]?.payload.forked_from_id);
    expect(fork[1]).toMatchObject({ type: 'session_meta', payload: { id: fork[0]?.payload.forked_from_id } });
    const [parent] = written.filter(({ files }) => files.length > 1);
    const [child] = rollouts.filter(([head]) => typeof head?.payload.source === 'object');
    expect(child?.[0]?.payload.source).toMatchObject({ subagent: { thread_spawn: { parent_thread_id: parent?.nativeId } } });
    expect(parent?.lines.some((line) => line.includes(`"new_thread_id":"${child?.[0]?.payload.id}"`))).toBe(true);
  });
});

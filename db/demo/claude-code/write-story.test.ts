import { describe, expect, it } from 'vitest';
import { planSession } from '../plan.ts';

type Block = { type: string; id?: string; tool_use_id?: string };
type Line = {
  type: string;
  uuid?: string;
  parentUuid?: string | null;
  sessionId: string;
  message?: { id?: string; content: string | Block[]; usage?: { output_tokens: number } };
};

const parse = (lines: readonly string[]): Line[] => lines.map((line) => JSON.parse(line) as Line);

const writeAll = () =>
  Array.from({ length: 40 }, (_, index) => {
    const { writeStory, continues } = planSession(index);
    const writeFrom = (at: number) => planSession(at).writeStory({ startMs: 0, seed: at, origin: null });
    return writeStory({ startMs: 0, seed: index, origin: continues > 0 ? writeFrom(index + continues) : null });
  }).filter(({ files }) => files[0]?.path.startsWith('claude/'));

describe('a made-up Claude Code session', () => {
  const written = writeAll();
  const files = written.flatMap((session) => session.files.filter(({ path }) => path.endsWith('.jsonl')));
  const sessions = files.map(({ portions }) => parse([...portions].flat()));

  it('names each uuid once and chains every entry to one before it', () => {
    for (const lines of sessions) {
      const seen = new Set<string>();
      for (const { uuid, parentUuid } of lines) {
        if (!uuid) continue;
        expect(seen.has(uuid)).toBe(false);
        if (parentUuid) expect(seen.has(parentUuid)).toBe(true);
        seen.add(uuid);
      }
    }
  });

  it('repeats the message id over the lines of a response while its usage grows', () => {
    const outputs = new Map<string, number[]>();
    for (const { message } of sessions.flat()) {
      if (message?.id && message.usage) outputs.set(message.id, [...(outputs.get(message.id) ?? []), message.usage.output_tokens]);
    }
    const grown = [...outputs.values()].filter((counts) => counts.length > 1 && (counts.at(-1) ?? 0) > (counts[0] ?? 0));
    expect(grown.length).toBeGreaterThan(50);
  });

  it('answers every call but those at which it was stopped or is still at work', () => {
    const blocks = sessions.flat().flatMap(({ message }) => (Array.isArray(message?.content) ? message.content : []));
    const answered = new Set(blocks.map((block) => block.tool_use_id));
    const asked = blocks.filter((block) => block.type === 'tool_use');
    expect(asked.filter(({ id }) => !answered.has(id))).toHaveLength(2);
  });

  it('names in the parent each subagent whose file stands beside it', () => {
    const parents = written.filter((session) => session.files.length > 1);
    expect(parents.length).toBeGreaterThan(1);
    for (const { lines, files: own } of parents) {
      const agents = own.flatMap(({ path }) => /agent-(\w+)\.jsonl$/u.exec(path)?.[1] ?? []);
      for (const agent of agents) {
        expect(lines.some((line) => line.includes(`"agentId":"${agent}"`))).toBe(true);
        expect(own.map(({ path }) => path).some((path) => path.endsWith(`agent-${agent}.meta.json`))).toBe(true);
      }
    }
  });

  it('shows compaction, images, refusals, interruptions, outages and todo lists', () => {
    const text = written.map(({ lines }) => lines.join('\n'));
    const marks = ['"compact_boundary"', '"media_type":"image/png"', "doesn't want to proceed", '[Request interrupted by user'];
    for (const mark of [...marks, '"isApiErrorMessage":true', '"TodoWrite"', '"thinking"']) {
      expect(text.filter((lines) => lines.includes(mark)).length, mark).toBeGreaterThan(0);
    }
  });
});

import type { Project, Task } from '../project.ts';
import type { Origin } from '../reported.ts';
import { makeThreadId, RolloutWriter } from './rollout-writer.ts';

/** Material of a scenario: the rollout that it writes, and the work that the session is about. */
export type Story = {
  session: RolloutWriter;
  project: Project;
  task: Task;
  children: RolloutWriter[];
  /** The session that a fork continues. */
  origin: Origin | null;
  /** Minimum lines of a long session. */
  wantedRecords: number;
};

/** A scenario writes a whole session. */
export type Scenario = (story: Story) => void;

/** Starts a subagent at the session's present time. Its thread is a rollout of its own. */
export function startChild(story: Story, nickname: string, prompt: string): RolloutWriter {
  const { options, nowMs, prng } = story.session;
  const parent = { relation: 'subagent' as const, id: options.id, nickname };
  const writer = new RolloutWriter({ ...options, id: makeThreadId(prng), startMs: nowMs + 300, parent });
  story.children.push(writer);
  writer.turn(prompt);
  return writer;
}

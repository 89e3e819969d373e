import type { Project, Task } from '../project.ts';
import type { Origin } from '../reported.ts';
import { SessionWriter } from './session-writer.ts';

export type Child = { agentId: string; agentType: string; description: string; writer: SessionWriter };

/** Material of a scenario: the session that it writes, and the work that the session is about. */
export type Story = {
  session: SessionWriter;
  project: Project;
  task: Task;
  children: Child[];
  /** The session that a fork continues. */
  origin: Origin | null;
  /** Minimum records of a long session. */
  wantedRecords: number;
};

/** A scenario writes a whole session; a long one yields now and then, so that what it wrote can be taken away. */
export type Scenario = (story: Story) => Iterable<void> | void;

/** Path of a file of the project. */
export const at = (story: Story, path: string): string => `${story.session.options.cwd}/${path}`;

/** Starts a subagent at the session's present time. Its lines go into a file of its own. */
export function startChild(story: Story, agentType: string, description: string, prompt: string): Child {
  const { options, nowMs, prng } = story.session;
  const agentId = `a${prng.text('0123456789abcdef', 16)}`;
  const writer = new SessionWriter({ ...options, agentId, startMs: nowMs + 200 });
  const child = { agentId, agentType, description, writer };
  story.children.push(child);
  writer.prompt(prompt);
  return child;
}

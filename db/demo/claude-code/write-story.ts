import { join } from 'node:path';
import { makePrng } from '../prng.ts';
import { projectCwd } from '../project.ts';
import type { DemoFile, Setting, Written, Work } from '../reported.ts';
import { SessionWriter } from './session-writer.ts';
import type { Scenario, Story } from './story.ts';

const linesPerPortion = 500;

/** Tells a session that fits into memory, in the files that Claude Code writes. */
export function writeClaudeCode(scenario: Scenario, work: Work, setting: Setting): Written {
  const story = makeStory(work, setting);
  const lines = [...toPortions(scenario, story)].flat();
  const { options, nowMs } = story.session;
  return {
    nativeId: options.sessionId,
    lines,
    endMs: nowMs,
    files: [{ path: `${toBase(story)}.jsonl`, portions: [lines] }, ...toChildFiles(story)],
  };
}

/** The file of a session without subagents, written as it is generated, so that memory stays constant. */
export function streamClaudeCode(scenario: Scenario, work: Work, setting: Setting): DemoFile {
  const story = makeStory(work, setting);
  return { path: `${toBase(story)}.jsonl`, portions: toPortions(scenario, story) };
}

function makeStory({ project, task, model, wantedRecords, worktree }: Work, { startMs, seed, origin }: Setting): Story {
  const prng = makePrng(seed);
  const place =
    worktree === undefined
      ? { cwd: projectCwd(project), gitBranch: project.branch }
      : { cwd: `${projectCwd(project)}/.claude/worktrees/${worktree}`, gitBranch: `worktree-${worktree}` };
  const session = new SessionWriter({ prng, sessionId: prng.uuid(), ...place, model, startMs });
  return { session, project, task, children: [], origin, wantedRecords };
}

function* toPortions(scenario: Scenario, story: Story): Generator<string[]> {
  const parts = (scenario(story) ?? [])[Symbol.iterator]();
  while (!parts.next().done) if (story.session.lines.length >= linesPerPortion) yield story.session.take();
  yield story.session.take();
}

const toBase = ({ session: { options } }: Story): string =>
  join('claude', 'projects', options.cwd.replaceAll(/[^A-Za-z0-9-]/g, '-'), options.sessionId);

/** A subagent's lines, and what Claude Code says about it beside them. */
const toChildFiles = (story: Story): DemoFile[] =>
  story.children.flatMap(({ agentId, agentType, description, writer }) => {
    const path = join(toBase(story), 'subagents', `agent-${agentId}`);
    return [
      { path: `${path}.jsonl`, portions: [writer.take()] },
      { path: `${path}.meta.json`, portions: [[JSON.stringify({ agentType, description })]] },
    ];
  });

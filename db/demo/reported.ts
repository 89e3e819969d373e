import type { Project, Task } from './project.ts';

/** The work of a session, for either agent. */
export type Work = { project: Project; task: Task; model: string; wantedRecords: number; worktree?: string };

/** A session that another one continues, with its lines. */
export type Origin = { nativeId: string; lines: readonly string[] };

export type Setting = { startMs: number; seed: number; origin: Origin | null };

/** One file: its path below the demo's folder, and its lines in portions. */
export type DemoFile = { path: string; portions: Iterable<readonly string[]> };

/** A whole session with all its files, the session's own first. */
export type Written = Origin & { endMs: number; files: DemoFile[] };

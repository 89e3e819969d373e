import type { FileResult, ImportDetail, ImportOrigin, ImportSummary } from '../domain/import.ts';
import type { Issue, IssueLine } from '../domain/issue.ts';
import type { Page } from '../domain/page.ts';

export interface ImportStore {
  createImport(row: { id: string; origin: ImportOrigin; label: string; startedAtMs: number }): Promise<void>;
  /** Inserts or replaces the results of files, and the import's totals with them. */
  putFileResults(importId: string, results: readonly FileResult[]): Promise<void>;
  finishImport(importId: string, status: 'done' | 'cancelled', finishedAtMs: number): Promise<void>;
  findImport(id: string): Promise<ImportDetail | null>;
  listImports(page: { cursor: string | null; limit: number }): Promise<Page<ImportSummary>>;
  /** Ids of all imports that are not finished, oldest first. */
  listOpenImports(): Promise<string[]>;
  listSourceIssues(sourceId: string): Promise<Issue[]>;
  findIssueLine(sourceId: string, line: number): Promise<IssueLine | null>;
  listWatched(): Promise<{ path: string; addedAtMs: number }[]>;
  putWatched(path: string, addedAtMs: number): Promise<void>;
  deleteWatched(path: string): Promise<void>;
}

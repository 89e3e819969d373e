import type { FileResult, ImportDetail, ImportOrigin, ImportSummary } from '../domain/import.ts';
import type { Issue, IssueLine } from '../domain/issue.ts';
import type { Page } from '../domain/page.ts';

/** Imports, the result of each of their files, and the issues that files had. */
export interface ImportStore {
  createImport(row: { id: string; origin: ImportOrigin; label: string; startedAtMs: number; processId: number | null }): Promise<void>;
  /** Inserts or replaces the results of files, and the import's totals with them. */
  putFileResults(importId: string, results: readonly FileResult[]): Promise<void>;
  finishImport(importId: string, status: 'done' | 'cancelled', finishedAtMs: number): Promise<void>;
  findImport(id: string): Promise<ImportDetail | null>;
  listImports(page: { cursor: string | null; limit: number }): Promise<Page<ImportSummary>>;
  /** All imports that are not finished, oldest first, with the processes that run them. */
  listOpenImports(): Promise<{ id: string; processId: number | null }[]>;
  listSourceIssues(sourceId: string): Promise<Issue[]>;
  findIssueLine(sourceId: string, line: number): Promise<IssueLine | null>;
}

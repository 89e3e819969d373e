import type { CheckKind } from '../domain/verification.ts';
import { toProgram } from './unwrap-command.ts';

const testName =
  /^(?:t|tst|spec|specs|e2e|unit|integration|it|smoke|coverage|cover|cov|vitest|jest|pytest|playwright|ci|verify|validate)$|test/iu;
const typesName = /type|^tsc$|^mypy$|^check$|^svelte-check$/iu;
const lintName = /lint|^ruff$|^knip$|^depcruise$/iu;
const formatName = /format|^fmt$|prettier/iu;
const buildName = /build|compile|bundle|^dist$|^package$|^assemble$|^all$/iu;

/** What a script or a target of this name does. */
export const toScriptKind = (name: string): CheckKind | null => {
  if (testName.test(name)) return 'tests';
  if (lintName.test(name)) return 'lint';
  if (formatName.test(name) || /install|clean|^deps$|publish|deploy|release|prepare|migrat|seed|generate|codegen/iu.test(name)) return null;
  if (typesName.test(name)) return 'types';
  return buildName.test(name) ? 'build' : 'run';
};

export const isTestFile = (file: string): boolean => /(?:^|[/_.-])(?:tests?|specs?|check|verify|validate)(?:[/_.-]|$)/iu.test(file);

export const toScriptFileKind = (file: string): CheckKind => {
  const name = toProgram(file).replace(/\.\w+$/u, '');
  if (isTestFile(toProgram(file))) return 'tests';
  return lintName.test(name) ? 'lint' : buildName.test(name) ? 'build' : 'run';
};

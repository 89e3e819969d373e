import reactHooks from 'eslint-plugin-react-hooks';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const effect = {
  name: 'react',
  importNames: ['useEffect', 'useLayoutEffect', 'useInsertionEffect'],
  message: 'Effects live behind a hook that says what it does, in a file named use-*.ts.',
};
const secrets = {
  group: ['**/redaction/redact.ts'],
  importNames: ['includeSecrets'],
  message: 'Only exports that a person asks for may hold secrets.',
};
const noEnv = { object: 'process', property: 'env', message: 'The environment is read and checked in lib/server/env.ts.' };
const noRawHtml = {
  selector: 'JSXAttribute[name.name="dangerouslySetInnerHTML"]',
  message: 'Trajectory text is hostile: it is shown as text only.',
};

/** Rules that need no types; `.oxlintrc.json` has those that do. */
export default tseslint.config(
  { ignores: ['.next/', 'dist/', 'node_modules/', 'coverage/', 'playwright-report/', 'test-results/', 'next-env.d.ts'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strict],
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      'no-restricted-imports': ['error', { paths: [effect], patterns: [secrets] }],
      'no-restricted-properties': ['error', noEnv],
      'no-restricted-syntax': ['error', noRawHtml],
    },
  },
  {
    files: ['**/*.tsx', 'components/**/*.ts'],
    plugins: { 'react-hooks': reactHooks },
    rules: { 'react-hooks/rules-of-hooks': 'error', 'react-hooks/exhaustive-deps': 'error' },
  },
  { files: ['components/**/use-*.{ts,tsx}'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['lib/services/export/make-cleaner.ts', 'lib/services/observations/export-observations.ts', '**/*.test.ts'],
    rules: { 'no-restricted-imports': 'off' },
  },
  {
    // Expressions read texts that anybody may have written, of any length.
    files: ['**/*.{ts,tsx}'],
    ignores: ['**/*.test.{ts,tsx}', '**/__fixtures__/**', 'e2e/**'],
    plugins: { regexp },
    rules: { 'regexp/no-super-linear-backtracking': 'error', 'regexp/no-super-linear-move': 'error' },
  },
  {
    // The pure ring: time, chance and the environment come in as arguments.
    files: ['lib/{domain,formats,session,observers,observations,pricing,print,redaction,reviewers,stats,models,summaries,yaml}/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        noEnv,
        { object: 'Date', property: 'now', message: 'The clock is an argument.' },
        { object: 'Math', property: 'random', message: 'Chance is an argument.' },
        { object: 'crypto', property: 'randomUUID', message: 'Chance is an argument.' },
      ],
      'no-restricted-syntax': [
        'error',
        noRawHtml,
        { selector: 'NewExpression[callee.name="Date"][arguments.length=0]', message: 'The clock is an argument.' },
      ],
    },
  },
  {
    files: [
      '**/*.test.{ts,tsx}',
      'cli/__fixtures__/**',
      'server/__fixtures__/**',
      'e2e/**',
      'bench/**',
      '*.config.ts',
      'instrumentation.ts',
      'scripts/count-assertions.ts',
      'lib/server/env.ts',
      'lib/store/contract/**',
    ],
    rules: {
      'no-restricted-properties': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
);

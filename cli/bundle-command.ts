import type { Command } from 'commander';
import { AppError } from '../lib/domain/errors.ts';

/** `bundle`: bundles of reviewers. `end` takes the exit code. Each command loads its own modules. */
export const defineBundle = (command: Command, end: (code: number) => void): void => {
  command.description('check and show bundles of reviewers');
  const withJson = (one: Command): Command => one.option('--json', 'print JSON', false);

  withJson(command.command('check').argument('<file...>', 'bundles, or Markdown definitions of reviewers'))
    .description('say what is wrong in bundles, with line and key; exits with 1 if none can be used, with 3 if some cannot')
    .action(async (files: string[], options: { json: boolean }) =>
      end((await import('./bundle/check-bundles.ts')).checkBundles(files, options)),
    );

  withJson(command.command('show').argument('[file]', 'a bundle'))
    .description('list the reviewers of a bundle with what they watch, when they run, and where they are defined')
    .option('--schema', 'print the JSON Schema of bundles instead', false)
    .action(async (file: string | undefined, { json, schema }: { json: boolean; schema: boolean }) => {
      const { showBundle, showBundleSchema } = await import('./bundle/show-bundle.ts');
      if ((file === undefined) !== schema) throw new AppError('invalid_input', 'Name a bundle, or use --schema.');
      end(file === undefined ? showBundleSchema() : showBundle(file, { json }));
    });
};

import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { CodeText } from '@/components/ui/code-text.tsx';
import { ShortList } from '@/components/ui/short-list.tsx';
import type { BundleProblem } from '@/lib/domain/bundle.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

const printPlace = ({ file, line }: BundleProblem): string => toVisibleText(line === null ? file : `${file}:${line}`);

/** Problems in bundles, errors first, with file and line. */
export const BundleProblems = ({ problems }: { problems: readonly BundleProblem[] }) => {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  const counts = [
    ...(errors.length > 0 ? [printCounted(errors.length, 'error')] : []),
    ...(warnings.length > 0 ? [printCounted(warnings.length, 'warning')] : []),
  ];
  return (
    <section
      aria-label="Bundle problems"
      role={errors.length > 0 ? 'alert' : undefined}
      className="shrink-0 border-b border-line bg-medbg px-3 py-2 text-table"
    >
      <p>
        <strong className="font-semibold">{counts.join(' and ')} in bundles.</strong>{' '}
        {errors.length > 0 ? 'A bundle with an error is not used until you fix it.' : 'What is named here has no effect.'}
      </p>
      <ShortList
        label="Problems"
        items={[...errors, ...warnings].map((problem) => (
          <li key={`${printPlace(problem)} ${problem.key} ${problem.message}`} className="flex items-start gap-2 py-0.5">
            <span className="flex h-4.5 items-center">
              <SeverityMark severity={problem.severity === 'error' ? 'high' : 'low'} />
            </span>
            <span className="flex min-w-0 flex-wrap gap-x-3">
              <span className="sr-only">{problem.severity === 'error' ? 'Error' : 'Warning'}</span>
              <span className="font-mono text-fact break-all">{printPlace(problem)}</span>
              {problem.key === '' ? null : <span className="font-mono text-fact break-all">{toVisibleText(problem.key)}</span>}
              <CodeText text={toVisibleText(problem.message)} />
            </span>
          </li>
        ))}
      />
    </section>
  );
};

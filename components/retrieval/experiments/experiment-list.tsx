import { Chip } from '@/components/ui/chip.tsx';
import { cx } from '@/components/ui/cx.ts';
import type { ExperimentSummary } from '@/lib/domain/experiment.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { printVerdict } from '@/lib/print/verdict.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { SyntheticChip } from '../comparison/kind-chips.tsx';
import { kindWords, statusWords } from './experiment-words.ts';
import { VerdictMark } from './verdict-mark.tsx';

/** `99 of 241 sessions`, or how many there are. */
const printSessions = ({ experiment: { assigned, status }, verdict: { missingSessions } }: ExperimentSummary): string =>
  missingSessions === null || status === 'draft'
    ? printCounted(assigned, 'session')
    : `${printCount(assigned)} of ${printCounted(assigned + missingSessions, 'session')}`;

type Props = { summaries: readonly ExperimentSummary[]; chosenId: string | null; onChoose: (id: string) => void };

/** Experiments: running ones, then the newest first. */
export const ExperimentList = ({ summaries, chosenId, onChoose }: Props) => (
  <ul aria-label="Experiments">
    {summaries.map((summary) => {
      const { id, name, kind, status, synthetic } = summary.experiment;
      const { code } = summary.verdict;
      return (
        <li key={id} className="border-b border-line">
          <button
            type="button"
            data-experiment
            aria-current={id === chosenId}
            onClick={() => onChoose(id)}
            className={cx('row-focus flex w-full flex-col gap-1 px-3 py-2 text-left hover:bg-hover', id === chosenId && 'lg:row-selected')}
          >
            <span className="flex w-full items-center gap-2">
              <span className="min-w-0 truncate text-read font-medium">{toVisibleText(name)}</span>
              {synthetic ? <SyntheticChip /> : null}
              <Chip tone="outline" className={cx('ml-auto', status === 'running' && 'border-accent! text-accent!')}>
                {statusWords[status]}
              </Chip>
            </span>
            <span className="flex w-full items-center gap-1.5 text-table text-text2">
              <VerdictMark code={code} />
              {status === 'draft' ? 'Not started' : printVerdict(code, summary.experiment.stoppedAtMs !== null)}
              <span className="ml-auto text-fact text-text3">
                {kindWords[kind]} · {printSessions(summary)}
              </span>
            </span>
          </button>
        </li>
      );
    })}
  </ul>
);

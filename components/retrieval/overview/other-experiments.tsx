import { Card } from '@/components/ui/card.tsx';
import type { ExperimentSummary } from '@/lib/domain/experiment.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { SyntheticChip } from '../comparison/kind-chips.tsx';
import { VerdictSentence } from '../comparison/verdict-sentence.tsx';
import { VerdictMark } from '../experiments/verdict-mark.tsx';

type Props = { others: readonly ExperimentSummary[]; onOpen: (id: string) => void };

const shown = 4;

/** The verdicts of the other experiments, each of which opens. */
export const OtherExperiments = ({ others, onOpen }: Props) => (
  <Card title="Other experiments" className="lg:max-xl:col-span-2" bodyClassName="">
    {others.length === 0 ? <p className="p-3 text-table text-text3">There are no others.</p> : null}
    <ul>
      {others.slice(0, shown).map(({ experiment: { id, name, synthetic }, verdict }) => (
        <li key={id} className="relative flex flex-col border-b border-line px-3 py-1.5 last:border-b-0 hover:bg-hover">
          <span className="flex items-center gap-2">
            <VerdictMark code={verdict.code} />
            <button
              type="button"
              className="row-focus truncate text-table font-medium after:absolute after:inset-0"
              onClick={() => onOpen(id)}
            >
              {toVisibleText(name)}
            </button>
            {synthetic ? <SyntheticChip /> : null}
          </span>
          <VerdictSentence sentence={verdict.sentence} className="line-clamp-2 pl-5 text-table text-text2" />
        </li>
      ))}
    </ul>
    {others.length > shown ? <p className="px-3 py-1.5 text-fact text-text3">and {others.length - shown} more</p> : null}
  </Card>
);

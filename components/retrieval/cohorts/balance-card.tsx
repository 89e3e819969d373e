import { Card } from '@/components/ui/card.tsx';
import type { CohortAnswer, CohortSplit } from '@/lib/domain/cohort.ts';
import { printShare } from '@/lib/print/percent.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { BarKey, barLook } from './bar-key.tsx';

type Aspect = CohortAnswer['balance'][number];

const aspectWords: Record<Aspect['aspect'], string> = {
  model: 'Model',
  project: 'Project',
  agent: 'Agent',
  prompt_length: 'Prompt length',
  time: 'Time',
};
const shown = 6;

/** Within a sentence; names are written as they are. */
const printLabel = (aspect: Aspect['aspect'], label: string): string =>
  toVisibleText(aspect === 'prompt_length' ? label.toLowerCase() : label);

const PairedBar = ({ series, share }: { series: 'a' | 'b'; share: number }) => (
  <span className="flex h-4 items-center gap-1.5">
    <svg aria-hidden className="h-2 w-0 min-w-0 flex-1 overflow-visible">
      {share > 0 ? <rect x={0.5} y={0.5} width={`${share * 100}%`} height={7} {...barLook[series]} /> : null}
    </svg>
    <span className="w-13 shrink-0 text-right text-fact whitespace-nowrap">{printShare(share, 1)}</span>
  </span>
);

const AspectBars = ({ aspect, rows }: Aspect) => (
  <table className="w-full table-fixed border-collapse text-table">
    <caption className="h-7 text-left text-fact leading-7 font-medium text-text2">{aspectWords[aspect]}</caption>
    <tbody>
      {rows.slice(0, shown).map(({ label, a, b }) => (
        <tr key={label}>
          <th scope="row" className="w-2/5 truncate py-0.5 pr-3 text-left font-normal" title={toVisibleText(label)}>
            {toVisibleText(label)}
          </th>
          <td className="py-0.5">
            <PairedBar series="a" share={a} />
            <PairedBar series="b" share={b} />
          </td>
        </tr>
      ))}
    </tbody>
    {rows.length > shown ? (
      <tfoot>
        <tr>
          <td colSpan={2} className="text-fact text-text3">
            and {rows.length - shown} more
          </td>
        </tr>
      </tfoot>
    ) : null}
  </table>
);

/** How the groups differ in what is not compared: each may be why the metrics differ. */
export const BalanceCard = ({ answer: { a, b, balance }, by }: { answer: CohortAnswer; by: CohortSplit }) => {
  const compared = balance.filter(({ aspect }) => aspect !== (by === 'period' ? 'time' : by));
  const aspects = compared.filter(({ rows }) => rows.length > 1);
  const same = compared.filter(({ rows }) => rows.length === 1);
  if (aspects.length + same.length === 0) return null;
  return (
    <Card
      title="How the groups differ"
      aside={
        <span className="flex items-center gap-3">
          <span className="flex min-w-0 items-center gap-1">
            <BarKey series="a" />
            <span className="truncate">{toVisibleText(a.label)}</span>
          </span>
          <span className="flex min-w-0 items-center gap-1">
            <BarKey series="b" />
            <span className="truncate">{toVisibleText(b.label)}</span>
          </span>
        </span>
      }
    >
      <p className="mb-1 max-w-[92ch] text-table text-text2">
        Shares of each group’s turns. Where they differ, the difference above may come from this.
      </p>
      <div className="grid items-start gap-x-8 gap-y-2 sm:grid-cols-2">
        {aspects.map((aspect) => (
          <AspectBars key={aspect.aspect} {...aspect} />
        ))}
      </div>
      {same.length === 0 ? null : (
        <p className="mt-2 text-table text-text2">
          <span className="text-text3">The same in both: </span>
          {same.map(({ aspect, rows }) => `${aspectWords[aspect].toLowerCase()} ${printLabel(aspect, rows[0]?.label ?? '')}`).join(' · ')}
        </p>
      )}
    </Card>
  );
};

import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import { cx } from '@/components/ui/cx.ts';
import type { Bundle, ReviewerDefinition } from '@/lib/domain/bundle.ts';
import { printAgo } from '@/lib/print/duration.ts';
import { printCost } from '@/lib/print/money.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { outcomeWords } from './review-words.ts';
import type { ReviewerState } from './use-reviewers.ts';

/** Outcome and time of a reviewer's last run. */
const Last = ({ state: { totals }, nowMs }: { state: ReviewerState; nowMs: number }) => {
  if (totals.last === null) return <span className="text-fact text-text3">has not run yet</span>;
  const { outcome, endedAtMs } = totals.last.review;
  const { word, mark } = outcomeWords[outcome];
  return (
    <span className="flex min-w-0 items-center gap-1.5 text-fact text-text2">
      <OutcomeMark outcome={mark} size={10} />
      <span className="truncate">
        {word} {endedAtMs === null ? '' : printAgo(Math.max(0, nowMs - endedAtMs))}
      </span>
    </span>
  );
};

type RowProps = { reviewer: ReviewerDefinition; state: ReviewerState; isChosen: boolean; onChoose: (id: string) => void; nowMs: number };

const ReviewerRow = ({ reviewer: { id, name, enabled }, state, isChosen, onChoose, nowMs }: RowProps) => {
  const { access, totals } = state;
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-current={isChosen ? 'true' : undefined}
        onClick={() => onChoose(id)}
        className="row-focus flex min-h-12 w-full flex-col justify-center gap-0.5 px-3 py-1.5 text-left hover:bg-hover lg:aria-[current]:row-selected"
      >
        <span className="flex w-full items-center gap-2">
          <span className={cx('min-w-0 truncate text-table font-semibold', !enabled && 'font-normal text-text3')}>
            {toVisibleText(name)}
          </span>
          {enabled && access.problem !== null ? <Chip tone="med">can’t be asked</Chip> : null}
          <span className={cx('ml-auto shrink-0 text-fact', enabled ? 'text-text2' : 'text-text3')}>{enabled ? 'on' : 'off'}</span>
        </span>
        <span className="flex w-full items-center justify-between gap-2">
          <Last state={state} nowMs={nowMs} />
          <span className="shrink-0 text-fact text-text3">
            {totals.reviews === 0 ? '' : `${printCount(totals.found)} found, ${printCost(totals)}`}
          </span>
        </span>
        <span className="w-full truncate font-mono text-fact text-text3">
          {access.model === null ? 'no model' : toVisibleText(access.model)}
        </span>
      </button>
    </li>
  );
};

type Props = {
  bundles: readonly Bundle[];
  states: ReadonlyMap<string, ReviewerState>;
  chosenId: string | null;
  unknownId: string | null;
  onChoose: (id: string) => void;
  nowMs: number;
  className?: string | undefined;
};

/** The bundles with their reviewers: whether each is on and can be asked, and what came of it last. */
export const BundleList = ({ bundles, states, chosenId, unknownId, onChoose, nowMs, className }: Props) => (
  <section
    aria-label="All reviewers"
    className={cx('shrink-0 border-b border-line bg-panel lg:w-[288px] lg:overflow-y-auto lg:border-r lg:border-b-0', className)}
  >
    {unknownId === null ? null : (
      <p className="border-b border-line p-3 text-table break-words text-text2">Reviewer {toVisibleText(unknownId)} not found.</p>
    )}
    {bundles.map(({ name, version, file, reviewers }) => (
      <section key={name} aria-label={toVisibleText(name)}>
        <h2
          title={toVisibleText(file)}
          className="flex items-center gap-2 border-b border-line bg-sunken px-3 py-1 text-fact font-semibold text-text2"
        >
          <span className="min-w-0 truncate">{toVisibleText(name)}</span>
          {version === null ? null : <span className="font-normal text-text3">{toVisibleText(version)}</span>}
          <span className="ml-auto shrink-0 font-normal text-text3">{printCounted(reviewers.length, 'reviewer')}</span>
        </h2>
        <ul>
          {reviewers.map((reviewer) => {
            const state = states.get(reviewer.id);
            return state ? (
              <ReviewerRow
                key={reviewer.id}
                reviewer={reviewer}
                state={state}
                isChosen={reviewer.id === chosenId}
                onChoose={onChoose}
                nowMs={nowMs}
              />
            ) : null;
          })}
        </ul>
      </section>
    ))}
  </section>
);

'use client';
import { ArrowLeftRight } from 'lucide-react';
import { SignChips, changeOrder } from '@/components/findings/change-signs.tsx';
import { CallLink } from '@/components/findings/call-link.tsx';
import type { AssessmentGroup, Signs } from '@/components/findings/assessment-groups.ts';
import type { Compare } from './use-compare.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { toSeverity } from '@/lib/domain/to-severity.ts';
import { Button } from '@/components/ui/button.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import type { FindingChange } from '@/lib/domain/live-call.ts';
import { printDuration } from '@/lib/print/duration.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printClockExact } from '@/lib/print/time.ts';
import { ChangeRow } from './change-row.tsx';

type Props = { compare: Compare; changes: readonly FindingChange[] };

const words = { high: 'warning', medium: 'caution', info: 'info', critical: 'critical', low: 'low' };

const SideHead = ({ name, group, count }: { name: 'A' | 'B'; group: AssessmentGroup | undefined; count: number }) => {
  const severity = group ? toSeverity(group.severity) : null;
  return (
    <div role="columnheader" className="flex min-w-0 items-center gap-2 border-line px-3 py-1.5 text-table sm:border-l">
      <span className="flex h-5 w-5 shrink-0 items-center justify-center rounded-chip bg-accent text-fact font-semibold text-onaccent">
        {name}
      </span>
      {group && severity ? (
        <>
          <CallLink call={group.call} className="font-mono text-fact font-semibold" />
          <span className="text-fact whitespace-nowrap text-text2">
            {group.atMs === null ? '' : printClockExact(group.atMs).slice(0, 8)}
          </span>
          <SeverityMark severity={severity} />
          <span>{words[severity]}</span>
          <span className="ml-auto truncate text-fact text-text3">
            {printCounted(count, 'finding')}, {group.sent ? 'sent to the agent' : 'not sent'}
          </span>
        </>
      ) : (
        <span className="text-text3">before the first assessment</span>
      )}
    </div>
  );
};

/** `3 calls, 1 m 12 s later`. */
const printLater = (a: AssessmentGroup | undefined, b: AssessmentGroup | undefined): string => {
  if (!a || !b) return '';
  const calls = b.call - a.call;
  const ms = a.atMs === null || b.atMs === null ? null : b.atMs - a.atMs;
  const word = calls < 0 ? 'earlier' : 'later';
  return `${printCounted(Math.abs(calls), 'call')}${ms === null || ms === 0 ? '' : `, ${printDuration(Math.abs(ms))}`} ${word}`;
};

/** Change of each finding from one assessment to the other. */
export const FindingsCard = ({ compare, changes }: Props) => {
  const { groups, sides, move, swap } = compare;
  const [a, b] = [groups[sides.a], groups[sides.b]];
  const signs: Signs = { new: 0, rises: 0, still: 0, eases: 0, gone: 0 };
  for (const { change } of changes) signs[change] += 1;
  const sorted = changeOrder.flatMap((kind) => changes.filter(({ change }) => change === kind));
  return (
    <section aria-label="Findings compared" className="shrink-0 rounded-card border border-line bg-panel">
      <header className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-1.5 px-3 py-1.5">
        <h2 className="text-title">
          From {a ? `#${a.call}` : 'the start'} to {b ? `#${b.call}` : 'the start'}
        </h2>
        <span className="text-table text-text2">{printLater(a, b)}</span>
        <span className="ml-auto flex flex-wrap items-center gap-1.5">
          <SignChips signs={signs} />
        </span>
        <span className="flex items-center gap-1.5">
          <Button onClick={swap}>
            <Icon of={ArrowLeftRight} /> Swap
          </Button>
          <Button onClick={() => move(-1)}>
            Older <Kbd>[</Kbd>
          </Button>
          <Button onClick={() => move(1)}>
            Newer <Kbd>]</Kbd>
          </Button>
        </span>
      </header>
      <div role="table" aria-label="Findings on both sides">
        <div role="row" className="grid border-t border-line sm:grid-cols-[112px_minmax(0,1fr)_minmax(0,1fr)]">
          <div role="columnheader" className="px-3 py-2 text-fact text-text3 max-sm:sr-only">
            Finding
          </div>
          <SideHead name="A" group={a} count={changes.filter(({ before }) => before).length} />
          <SideHead name="B" group={b} count={changes.filter(({ after }) => after).length} />
        </div>
        {sorted.map((change, at) => (
          <ChangeRow key={at} change={change} />
        ))}
      </div>
      {changes.length === 0 ? <p className="border-t border-line px-3 py-2 text-table text-text3">Neither side has findings.</p> : null}
    </section>
  );
};

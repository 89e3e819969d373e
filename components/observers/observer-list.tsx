import type { ReactNode } from 'react';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Chip } from '@/components/ui/chip.tsx';
import { cx } from '@/components/ui/cx.ts';
import type { ObserverKindShown } from '@/lib/domain/observer-kind.ts';
import type { ObserversConfig } from '@/lib/domain/observer-config.ts';
import { printCount, printCounted } from '@/lib/print/number.ts';
import { listChanges } from './config-changes.ts';
import { toValues } from './edit-entry.ts';
import { presetLabels, severities } from './observer-words.ts';
import { printPrecision } from './triage-words.ts';

const Found = ({ kind }: { kind: ObserverKindShown }) => {
  const counts = severities
    .map(({ severity, mark }) => ({
      mark,
      count: kind.found.filter((found) => found.severity === severity).reduce((sum, { findings }) => sum + findings, 0),
    }))
    .filter(({ count }) => count > 0);
  if (counts.length === 0) return <span className="text-fact text-text3">nothing found</span>;
  return (
    <span className="flex gap-2.5">
      {counts.map(({ mark, count }) => (
        <span key={mark} title={`${printCounted(count, 'finding')}, ${mark}`} className="flex items-center gap-1 text-fact text-text2">
          <SeverityMark severity={mark} size={10} named />
          {printCount(count)}
        </span>
      ))}
    </span>
  );
};

type Props = {
  kinds: readonly ObserverKindShown[];
  config: ObserversConfig;
  saved: ObserversConfig;
  chosen: ObserverKindShown;
  unknownId: string | null;
  onChoose: (id: string) => void;
  /** Shown below them. */
  children: ReactNode;
};

/** The observers that there are: whether each is on, how it is set, what it found. */
export const ObserverList = ({ kinds, config, saved, chosen, unknownId, onChoose, children }: Props) => {
  const changed = new Set(listChanges(saved, config).map(({ observer }) => observer));
  return (
    <section
      aria-label="All observers"
      className="shrink-0 border-b border-line bg-panel lg:w-[264px] lg:overflow-y-auto lg:border-r lg:border-b-0"
    >
      {unknownId === null ? null : <p className="border-b border-line p-3 text-table text-text2">Observer {unknownId} not found.</p>}
      <ul>
        {kinds.map((kind) => {
          const { enabled, preset, changed: own, triggerChanged } = toValues(kind, config);
          const count = own.size + (triggerChanged ? 1 : 0);
          return (
            <li key={kind.id} className="border-b border-line">
              <button
                type="button"
                aria-current={kind.id === chosen.id ? 'true' : undefined}
                onClick={() => onChoose(kind.id)}
                className="row-focus flex min-h-12 w-full flex-col justify-center gap-0.5 px-3 py-1.5 text-left hover:bg-hover aria-[current]:row-selected"
              >
                <span className="flex w-full items-center gap-2">
                  <span className={cx('min-w-0 truncate text-table font-semibold', !enabled && 'font-normal text-text3')}>{kind.name}</span>
                  {changed.has(kind.id) ? <Chip tone="outline">not saved</Chip> : null}
                  <span className={cx('ml-auto text-fact', enabled ? 'text-text2' : 'text-text3')}>{enabled ? 'on' : 'off'}</span>
                </span>
                <span className="flex w-full items-center justify-between gap-2">
                  <Found kind={kind} />
                  <span className="text-fact text-text3">
                    {presetLabels[preset]}
                    {count > 0 ? `, ${count} changed` : ''}
                  </span>
                </span>
                <span className="text-fact text-text3">{printPrecision(kind.triage)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {children}
    </section>
  );
};

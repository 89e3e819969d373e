'use client';
import { ArrowRightLeft, Check, Circle, CornerUpLeft, Eye, EyeOff, TrendingUp, Undo2, type LucideIcon } from 'lucide-react';
import Link from 'next/link';
import { useState } from 'react';
import { Icon } from '@/components/ui/icon.tsx';
import type { HistoryEntry } from '@/lib/domain/triage.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printShortId } from '@/lib/print/short-id.ts';
import { printIso } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { CollapsedText } from './collapsed-text.tsx';
import { MoreButton } from './more-button.tsx';
import { printWhen, toHistoryWords } from './history-words.ts';
import { cutText } from '@/lib/print/cut-text.ts';

const icons: Record<HistoryEntry['kind'], LucideIcon> = {
  create: Circle,
  acknowledge: Eye,
  resolve: Check,
  reopen: Circle,
  regress: CornerUpLeft,
  return: CornerUpLeft,
  escalate: TrendingUp,
  withdraw: Check,
  carry_from: ArrowRightLeft,
  carry_to: ArrowRightLeft,
  undo: Undo2,
  clear: EyeOff,
};
const linkClass = 'text-accent underline decoration-accentline underline-offset-2';
const maxShown = 8;
const maxTitle = 48;

const printSession = (title: string): string =>
  toVisibleText(title.length > maxTitle ? `${cutText(title, maxTitle).replace(/(?<![\s.,;:])[\s.,;:]+$/u, '')}…` : title);

/** Whether its session is where it came from; a person's step is taken anywhere. */
const isPlaced = ({ callIndex, kind, observations }: HistoryEntry): boolean =>
  callIndex !== null || (kind === 'create' && observations === 1);

type Props = {
  entries: readonly HistoryEntry[];
  /** History of the whole group: the fix before a regression may belong to another observation. */
  around: readonly HistoryEntry[];
  nowMs: number;
  nameOf: (by: string) => string;
  sessionOf: (id: string) => string | null;
};

/** When, what, who and why, newest first: what a record says has the time of that, whenever it was imported. */
export const HistoryList = ({ entries, around, nowMs, nameOf, sessionOf }: Props) => {
  const [all, setAll] = useState(false);
  const sorted = entries.toSorted((a, b) => b.atMs - a.atMs || b.seq - a.seq);
  const left = all ? 0 : sorted.length - maxShown;
  return (
    <>
      <ol className="flex flex-col gap-1">
        {sorted.slice(0, all ? undefined : maxShown).map((entry) => {
          const { lead, tail, isRegression } = toHistoryWords(entry, around);
          return (
            <li key={entry.seq} className="flex gap-2 text-table">
              <time dateTime={printIso(entry.atMs)} title={printIso(entry.atMs)} className="w-24 shrink-0 text-text3">
                {printWhen(entry.atMs, nowMs)}
              </time>
              <Icon of={icons[entry.kind]} size={12} className={`mt-[3px] ${isRegression ? 'text-high' : 'text-text3'}`} />
              <div className="min-w-0 flex-1 break-words">
                <strong className={`font-semibold ${isRegression ? 'text-high' : ''}`}>{lead}</strong>
                {tail} by {toVisibleText(nameOf(entry.by))}
                {entry.otherId === null ? null : (
                  <>
                    {': '}
                    <Link
                      href={`/observations?view=single&status=all&severity=all&at=${encodeURIComponent(entry.otherId)}`}
                      prefetch={false}
                      className={linkClass}
                    >
                      {printShortId(entry.otherId)}
                    </Link>
                  </>
                )}
                {entry.sessionId === null || !isPlaced(entry) ? null : (
                  <>
                    {' in '}
                    <Link
                      href={`/sessions/${encodeURIComponent(entry.sessionId)}${entry.callIndex === null ? '' : `?call=${entry.callIndex}`}`}
                      prefetch={false}
                      className={linkClass}
                    >
                      {printSession(sessionOf(entry.sessionId) ?? printShortId(entry.sessionId))}
                      {entry.callIndex === null ? '' : ` at #${entry.callIndex}`}
                    </Link>
                  </>
                )}
                {entry.note === null ? null : <CollapsedText text={`“${entry.note}”`} lines={4} className="text-text2" />}
              </div>
            </li>
          );
        })}
      </ol>
      {left > 0 ? <MoreButton text={printCounted(left, 'earlier step')} onMore={() => setAll(true)} /> : null}
    </>
  );
};

'use client';
import { Download } from 'lucide-react';
import Link from 'next/link';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { useNow } from '@/components/hooks/use-now.ts';
import { buttonClass } from '@/components/ui/button.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import type { SnapshotSource, Trajectory, TrajectorySnapshot } from '@/lib/domain/trajectory.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printSnapshotSources } from '@/lib/print/snapshot-sources.ts';
import { printIso, printPeriod } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { PromptChanges } from './prompt-changes.tsx';
import { printTrajectoryTitle, toGroupHref } from './trajectory-words.ts';

type Props = {
  trajectory: Trajectory;
  sources: readonly SnapshotSource[];
  snapshots: readonly TrajectorySnapshot[];
  recordId: string | null;
  onPick: (position: number) => void;
};

const crumb = 'shrink-0 text-text2 hover:text-text hover:underline';

/** Trail and title, the way to the session; then where the prompt changed. */
export const TrajectoryHead = ({ trajectory, sources, snapshots, recordId, onPick }: Props) => {
  const nowMs = useNow();
  const { sessionId, descriptor, bytes, firstAtMs, lastAtMs } = trajectory;
  return (
    <header className="flex shrink-0 flex-col gap-1 border-b border-line bg-panel px-3 py-1.5">
      <div className="flex min-h-7 flex-wrap items-center gap-x-2 gap-y-1 text-table">
        <nav aria-label="Breadcrumbs" className="flex min-w-0 items-center gap-2">
          <Link href="/trajectories" className={crumb}>
            Trajectories
          </Link>
          <span className="text-text3">/</span>
          <Link href={toGroupHref(descriptor)} className={`${crumb} max-w-[320px] min-w-0 shrink truncate font-mono text-fact`}>
            {descriptor === null ? 'unknown prompt' : toVisibleText(`${descriptor.ns}/${descriptor.key}:${descriptor.tag}`)}
          </Link>
          <span className="text-text3 max-sm:hidden">/</span>
        </nav>
        <h1 className="min-w-0 flex-1 basis-40 truncate text-title">
          <SecretText text={printTrajectoryTitle(trajectory)} />
        </h1>
        <span className="text-fact text-text3 max-lg:hidden" title={`${printIso(firstAtMs)} to ${printIso(lastAtMs)}`}>
          {nowMs === null ? '' : `${printPeriod(firstAtMs, lastAtMs, nowMs)}, `}
          {printBytes(bytes)}
        </span>
        <span className="text-fact text-text3 max-sm:basis-full" title={toVisibleText(sources.map(({ path }) => path).join('\n'))}>
          from {printSnapshotSources(sources)}
        </span>
        <Link
          href={`/sessions/${sessionId}${recordId === null ? '' : `?record=${encodeURIComponent(recordId)}`}`}
          prefetch={false}
          className={buttonClass()}
        >
          Timeline
        </Link>
        <a href={`/api/trajectories/${encodeURIComponent(trajectory.id)}/export`} download className={buttonClass()}>
          <Icon of={Download} /> Export
        </a>
      </div>
      <PromptChanges snapshots={snapshots} onPick={onPick} />
    </header>
  );
};

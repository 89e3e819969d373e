'use client';
import { Pause, Play, X } from 'lucide-react';
import type { Replay, ReplaySpeed } from './use-replay.ts';
import { Icon } from '@/components/ui/icon.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { printCount } from '@/lib/print/number.ts';

const speeds: { value: `${ReplaySpeed}`; label: string; speed: ReplaySpeed }[] = [
  { value: '1', label: '1×', speed: 1 },
  { value: '5', label: '5×', speed: 5 },
  { value: '20', label: '20×', speed: 20 },
];

/** Replay controls: play or pause, position, speed. */
export const ReplayBar = ({ replay }: { replay: Replay }) => {
  const { playing, speed, call, totalCalls } = replay;
  const digits = String(totalCalls ?? 0).length;
  return (
    <div role="group" aria-label="Replay" className="flex h-7 min-w-0 items-center gap-2.5 text-table">
      <button
        type="button"
        aria-label={playing ? 'Pause' : 'Play'}
        onClick={replay.toggle}
        className="flex size-7 shrink-0 items-center justify-center rounded-control bg-accent text-onaccent hover:opacity-90 pointer-coarse:size-10"
      >
        <Icon of={playing ? Pause : Play} />
      </button>
      <span className="shrink-0 whitespace-nowrap text-text3">
        <span className="inline-block text-right font-mono font-semibold text-text" style={{ minWidth: `${digits + 1}ch` }}>
          {call === null ? '–' : `#${call}`}
        </span>{' '}
        of {printCount(totalCalls)}
      </span>
      <input
        type="range"
        aria-label="Call"
        min={1}
        max={Math.max(1, totalCalls ?? call ?? 1)}
        value={call ?? 1}
        onChange={(event) => replay.onCall(Number(event.target.value))}
        className="h-7 w-36 min-w-10 shrink accent-accent"
      />
      <SegmentedControl
        name="Speed"
        size="head"
        value={`${speed}`}
        segments={speeds}
        onChange={(value) => replay.setSpeed(speeds.find((one) => one.value === value)?.speed ?? 1)}
      />
      <IconButton icon={X} name="Close replay" keys="Esc" onClick={replay.close} />
    </div>
  );
};

'use client';
import { memo } from 'react';
import { holderOf } from '@/components/session/view-rows.ts';
import { AgentRow } from './agent-row.tsx';
import { rowComponents } from './row-components.ts';
import { EndedFindings, RowFindingsBar } from './row-findings-bar.tsx';
import type { TranscriptRowProps } from './row-props.ts';
import { RowTabStop, useRowTabStop } from './row-tab-stop.ts';

/** A row with its selection; drawn again only when what it shows changes. */
export const TranscriptRow = memo(({ selected, arrived, tabStop, onArrived, ...props }: TranscriptRowProps) => {
  const { findings, kind } = props.row;
  const agent = holderOf(props.row);
  const Row = rowComponents[kind];
  const around = useRowTabStop();
  return (
    <RowTabStop value={tabStop === undefined ? around : tabStop ? 0 : -1}>
      <div
        className={`relative ${findings ? 'flow-root' : ''} ${selected ? 'row-selected' : ''} ${arrived ? 'animate-arrive' : ''}`}
        aria-current={selected ? 'true' : undefined}
        data-row={props.row.key}
        onAnimationEnd={arrived ? () => onArrived?.(props.row.key) : undefined}
      >
        {findings ? <RowFindingsBar findings={findings} selected={selected} /> : null}
        {agent === null ? (
          <Row {...props} selected={selected} />
        ) : (
          <AgentRow agent={agent}>
            <Row {...props} selected={selected} />
          </AgentRow>
        )}
      </div>
      {findings && findings.ended.length > 0 ? (
        <div className="relative">
          <RowFindingsBar findings={findings} selected={false} />
          <EndedFindings findings={findings} />
        </div>
      ) : null}
    </RowTabStop>
  );
});
TranscriptRow.displayName = 'TranscriptRow';

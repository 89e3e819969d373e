'use client';
import type { ReactNode } from 'react';
import { useTimelineActions } from '@/components/session/timeline-context.ts';
import type { SessionRecord } from '@/lib/domain/record.ts';
import { printClock } from '@/lib/print/time.ts';
import { AttachmentList } from './attachment-list.tsx';
import { LongText } from './long-text.tsx';
import { RowLine } from './row-line.tsx';

type Props = {
  /** Key of the row: under it is kept whether it is open. */
  rowKey: string;
  record: SessionRecord;
  open: boolean;
  icon?: ReactNode;
  chips?: ReactNode;
  /** How many lines are shown when collapsed. */
  lines: number;
  nested?: boolean;
  /** Classes of the opened text. */
  className?: string;
  /** The text of the line. */
  children: ReactNode;
};

/** Whether a record has nothing to open. */
export const isEmpty = ({ text, attachments }: SessionRecord): boolean => text.trim() === '' && attachments.length === 0;

/** A record in one line that opens to its text. */
export const OpeningRow = ({ rowKey, record, open, icon, chips, lines, nested, className = '', children }: Props) => {
  const actions = useTimelineActions();
  const empty = isEmpty(record);
  return (
    <>
      <RowLine
        index={record.atMs === null ? '' : printClock(record.atMs)}
        icon={icon}
        chips={chips}
        expanded={empty ? undefined : open}
        nested={nested}
        onSelect={() => {
          actions.select({ call: null, seq: record.seq });
          if (!empty) actions.toggle(rowKey, !open);
        }}
      >
        {children}
      </RowLine>
      {open && !empty ? (
        <div className={`mr-3 mb-1.5 ml-[calc(var(--index)+42px)] max-w-[92ch] text-read text-text2 max-sm:ml-9 ${className}`}>
          <LongText record={record} open={open} onOpen={(next) => actions.toggle(rowKey, next)} lines={lines} />
          <AttachmentList sessionId={record.sessionId} recordId={record.id} attachments={record.attachments} />
        </div>
      ) : null}
    </>
  );
};

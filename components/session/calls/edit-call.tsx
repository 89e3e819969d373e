'use client';
import { useMemo } from 'react';
import { useFullParams } from './use-full-params.ts';
import { computeEditDiffs } from '@/components/session/edit-lines.ts';
import { useHitPattern } from '@/components/session/find-context.ts';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { CallFrame } from './call-frame.tsx';
import { DiffHead } from './diff-head.tsx';
import { DiffTable } from './diff-table.tsx';
import { OtherCall } from './other-call.tsx';
import { OutputBlock } from './output-block.tsx';

/** An edit, a write or a patch as diffs with word marks; a failed one shows its error above what it wanted. */
export const EditCall = (props: CallBodyProps) => {
  const call = useFullParams(props.call);
  const pattern = useHitPattern(call.callIndex);
  const diffs = useMemo(() => computeEditDiffs(call), [call]);
  if (diffs.length === 0) return <OtherCall {...props} />;
  return (
    <CallFrame>
      {call.outcome === 'ok' ? null : (
        <div className="border-b border-line">
          <OutputBlock call={call} />
        </div>
      )}
      {diffs.map(({ file, lines }, at) => (
        <div key={at} className={at > 0 ? 'border-t border-line' : ''}>
          {file ? <DiffHead file={file} /> : null}
          {lines.length > 0 ? <DiffTable lines={lines} pattern={pattern} /> : null}
        </div>
      ))}
    </CallFrame>
  );
};

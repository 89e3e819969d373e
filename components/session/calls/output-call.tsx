'use client';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { CallFrame } from './call-frame.tsx';
import { OutputBlock } from './output-block.tsx';

/** A call whose line says what was asked: reads, searches, the web. Its body is the result. */
export const OutputCall = ({ call }: CallBodyProps) => {
  return (
    <CallFrame>
      <OutputBlock call={call} />
    </CallFrame>
  );
};

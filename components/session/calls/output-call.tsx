'use client';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { CallFrame } from './call-frame.tsx';
import { FoundArguments } from './found-arguments.tsx';
import { OutputBlock } from './output-block.tsx';

/** Reads, searches and web calls: the line has the arguments, the body the result. */
export const OutputCall = ({ call }: CallBodyProps) => (
  <CallFrame>
    <FoundArguments call={call} />
    <OutputBlock call={call} />
  </CallFrame>
);

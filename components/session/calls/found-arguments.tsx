'use client';
import { useHitPattern } from '@/components/session/find-context.ts';
import { holdsMark } from '@/components/session/find-marks.ts';
import { toRelativePath } from '@/components/session/relative-path.ts';
import { TextWindow } from '@/components/session/text-window.tsx';
import { useTimelineActions, type CallBodyProps } from '@/components/session/timeline-context.ts';
import { printJson } from '@/components/session/tool-arguments.ts';

/** The arguments of the current match, where neither the call's line nor `command` shows what was found in them. */
export const FoundArguments = ({ call, command = '' }: Pick<CallBodyProps, 'call'> & { command?: string | undefined }) => {
  const { cwd } = useTimelineActions();
  const pattern = useHitPattern(call.callIndex);
  if (pattern === null) return null;
  const text = printJson(call.params);
  if (holdsMark(toRelativePath(call.summary, cwd), pattern) || holdsMark(command, pattern) || !holdsMark(text, pattern)) return null;
  return (
    <div className="border-b border-line bg-panel">
      <TextWindow sessionId={call.sessionId} recordId={call.recordId} part="params" text={text} bytes={call.paramsBytes} />
    </div>
  );
};

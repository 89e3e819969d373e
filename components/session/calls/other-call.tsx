'use client';
import { useState } from 'react';
import { printJson } from '@/components/session/tool-arguments.ts';
import { TextWindow } from '@/components/session/text-window.tsx';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { CallFrame } from './call-frame.tsx';
import { OutputBlock } from './output-block.tsx';

/** Any other tool: its arguments as JSON, then its result. */
export const OtherCall = ({ call }: CallBodyProps) => {
  const [full, setFull] = useState(false);
  return (
    <CallFrame>
      <div className="border-b border-line bg-panel">
        <TextWindow
          sessionId={call.sessionId}
          recordId={call.recordId}
          part="params"
          text={printJson(call.params)}
          bytes={call.paramsBytes}
        />
      </div>
      <OutputBlock call={call} full={full} onFull={setFull} />
    </CallFrame>
  );
};

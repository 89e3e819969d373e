'use client';
import { useState } from 'react';
import { printJson } from '@/components/session/tool-arguments.ts';
import { TextWindow } from '@/components/session/text-window.tsx';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleOutput } from '@/lib/print/visible-text.ts';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { CallFrame } from './call-frame.tsx';
import { OutputBlock } from './output-block.tsx';

const foldedLines = 8;

/** Any other tool: its arguments as JSON, eight lines of them until it is opened, then its result. */
export const OtherCall = ({ call }: CallBodyProps) => {
  const [full, setFull] = useState(false);
  const [whole, setWhole] = useState(false);
  const text = printJson(call.params);
  const lines = text.split('\n');
  const long = lines.length > foldedLines + 1;
  return (
    <CallFrame>
      <div className="border-b border-line bg-panel">
        {long && !whole ? (
          <pre className="overflow-hidden px-2.5 py-1.5 font-mono text-fact break-words whitespace-pre-wrap text-text">
            {toVisibleOutput(lines.slice(0, foldedLines).join('\n'))}
          </pre>
        ) : (
          <TextWindow sessionId={call.sessionId} recordId={call.recordId} part="params" text={text} bytes={call.paramsBytes} />
        )}
        {long ? (
          <button
            type="button"
            aria-expanded={whole}
            onClick={() => setWhole(!whole)}
            className="w-full border-t border-line px-2.5 py-0.5 text-left text-fact text-text2 hover:bg-hover max-sm:py-1.5"
          >
            {whole ? 'fold' : `… ${printCounted(lines.length - foldedLines, 'more line')}`}
          </button>
        ) : null}
      </div>
      <OutputBlock call={call} full={full} onFull={setFull} />
    </CallFrame>
  );
};

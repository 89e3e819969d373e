'use client';
import { useState } from 'react';
import { useHitPattern } from '@/components/session/find-context.ts';
import { holdsMark } from '@/components/session/find-marks.ts';
import { Marked } from '@/components/session/marked.tsx';
import { TextWindow } from '@/components/session/text-window.tsx';
import { printArguments } from '@/lib/print/arguments.ts';
import { printBytes } from '@/lib/print/bytes.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleOutput } from '@/lib/print/visible-text.ts';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { CallFrame } from './call-frame.tsx';
import { useFullParams } from './use-full-params.ts';
import { OutputBlock } from './output-block.tsx';
import { useRowTabStop } from '@/components/session/rows/row-tab-stop.ts';

const collapsedLines = 8;
const charsPerLine = 110;

/** Any other tool: its arguments, long texts as they are, eight lines of them until it is opened, then its result. */
export const OtherCall = (props: CallBodyProps) => {
  const call = useFullParams(props.call);
  const tabStop = useRowTabStop();
  const [chosen, setChosen] = useState<boolean | null>(null);
  const pattern = useHitPattern(call.callIndex);
  const text = printArguments(call.params);
  const isCut = new TextEncoder().encode(call.params).length < call.paramsBytes;
  const lines = text.split('\n');
  const long = lines.length > collapsedLines + 1 || text.length > collapsedLines * charsPerLine;
  const head = lines
    .slice(0, collapsedLines)
    .join('\n')
    .slice(0, collapsedLines * charsPerLine);
  const hidden = lines.length - collapsedLines;
  const whole = chosen ?? (long && !holdsMark(head, pattern) && holdsMark(text, pattern));
  return (
    <CallFrame>
      <div className="border-b border-line bg-panel">
        {long && !whole ? (
          <div className="px-2.5 py-1.5">
            <pre className="line-clamp-8 font-mono text-fact break-words whitespace-pre-wrap text-text">
              <Marked text={toVisibleOutput(head)} />
            </pre>
          </div>
        ) : (
          <TextWindow
            sessionId={call.sessionId}
            recordId={isCut ? call.recordId : null}
            part="params"
            text={text}
            bytes={isCut ? call.paramsBytes : 0}
          />
        )}
        {long ? (
          <button
            type="button"
            tabIndex={tabStop}
            aria-expanded={whole}
            onClick={() => setChosen(!whole)}
            className="w-full border-t border-line px-2.5 py-0.5 text-left text-fact text-text2 hover:bg-hover max-sm:py-1.5"
          >
            {whole ? 'collapse' : hidden > 0 ? `… ${printCounted(hidden, 'more line')}` : `show all, ${printBytes(call.paramsBytes)}`}
          </button>
        ) : null}
      </div>
      <OutputBlock call={call} />
    </CallFrame>
  );
};

'use client';
import { useMemo } from 'react';
import { Marked } from '@/components/session/marked.tsx';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { useFullText } from '@/components/session/use-full-text.ts';
import type { ToolCall } from '@/lib/domain/tool-call.ts';
import { printCallContent } from '@/lib/print/call-content.ts';
import { printClock } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { readCallContent, tellsResult, type Plan, type Questions } from '@/lib/session/call-content.ts';
import { CallFrame } from './call-frame.tsx';
import { ContentProse } from './content-prose.tsx';
import { FoundArguments } from './found-arguments.tsx';
import { OtherCall } from './other-call.tsx';
import { OutputBlock } from './output-block.tsx';
import { QuestionList } from './question-list.tsx';
import { useFullParams } from './use-full-params.ts';

/** The call with its arguments and its result up to 64 k characters and more; a window of the transcript may carry only their beginnings. */
const useWhole = (given: ToolCall): ToolCall => {
  const call = useFullParams(given);
  const isCut = call.resultText !== null && new TextEncoder().encode(call.resultText).length < (call.resultBytes ?? 0);
  const { text } = useFullText(call.sessionId, call.resultRecordId, 'text', isCut ? 1 : 0);
  return useMemo(() => (isCut && text !== null ? { ...call, resultText: text } : call), [call, isCut, text]);
};

/** The person's answer to the whole plan or to all questions, and its time. */
const Decision = ({ content, endedAtMs }: { content: Plan | Questions; endedAtMs: number | null }) => {
  const isRejected = content.decision === 'rejected';
  if (content.kind === 'questions' && !isRejected) return null;
  const word = isRejected ? 'Rejected' : content.kind === 'plan' && content.changed !== null ? 'Approved with changes' : 'Approved';
  return (
    <div className="flex items-baseline gap-3 border-t border-line bg-panel px-2.5 py-1">
      <p className="min-w-0 flex-1 text-table break-words whitespace-pre-wrap">
        <span className={`font-semibold ${isRejected ? 'text-rejected' : 'text-good'}`}>{word}</span>
        {content.words === null ? (
          isRejected ? (
            <span className="text-text3"> without a reason</span>
          ) : null
        ) : (
          <>
            {' “'}
            <Marked text={toVisibleText(content.words)} />”
          </>
        )}
      </p>
      {endedAtMs === null ? null : <span className="shrink-0 text-fact text-text3">{printClock(endedAtMs)}</span>}
    </div>
  );
};

/** A plan or questions as the person read them, with the answer. */
export const AskingCall = (props: CallBodyProps) => {
  const call = useWhole(props.call);
  const content = useMemo(() => readCallContent(call), [call]);
  if (!content || content.kind === 'steps') return <OtherCall {...props} />;
  return (
    <CallFrame>
      <FoundArguments call={call} command={printCallContent(content)} />
      {content.kind === 'plan' ? (
        <div className="bg-panel px-3 py-2">
          <ContentProse text={content.plan} />
        </div>
      ) : (
        <div className="bg-panel">
          <QuestionList content={content} />
        </div>
      )}
      {content.decision === null ? null : <Decision content={content} endedAtMs={call.endedAtMs} />}
      {content.kind === 'plan' && content.changed !== null ? (
        <div className="border-t border-line bg-panel px-3 py-2">
          <ContentProse text={content.changed} />
        </div>
      ) : null}
      {tellsResult(content, call.outcome) ? null : (
        <div className="border-t border-line">
          <OutputBlock call={call} />
        </div>
      )}
    </CallFrame>
  );
};

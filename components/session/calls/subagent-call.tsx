'use client';
import { SecretText } from '@/components/marks/secret-text.tsx';
import Link from 'next/link';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { findText, parseArguments } from '@/components/session/tool-arguments.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { CallFrame } from './call-frame.tsx';
import { ChildTranscript } from './child-transcript.tsx';
import { OutputBlock } from './output-block.tsx';
import { useRowTabStop } from '@/components/session/rows/row-tab-stop.ts';
import { cutText } from '@/lib/print/cut-text.ts';

/** A subagent: what it was asked, what it did (its own session, in place), and what it answered. */
export const SubagentCall = ({ call }: CallBodyProps) => {
  const tabStop = useRowTabStop();
  const prompt = findText(parseArguments(call.params), 'prompt', 'instruction', 'message', 'content');
  const { childSessionId, childCalls } = call;
  return (
    <>
      {childSessionId !== null && childCalls !== null ? (
        <div className="mr-3 mb-1.5 ml-[calc(var(--index)+18px)] overflow-hidden rounded-code border border-l-4 border-line border-l-line2 bg-bg [border-left-style:double] max-sm:mx-2">
          <ChildTranscript sessionId={childSessionId} />
          <Link
            href={`/sessions/${childSessionId}`}
            tabIndex={tabStop}
            className="row-focus block border-t border-line px-2.5 py-0.5 text-fact text-accent hover:underline max-sm:py-1.5"
          >
            Open {toVisibleText(call.childAgentName ?? 'subagent')} session, {printCounted(childCalls, 'call')}
          </Link>
        </div>
      ) : (
        <CallFrame>
          <p className="border-b border-line px-2.5 py-1.5 text-fact text-text3">
            {childSessionId === null
              ? 'The source does not name the session that this call started.'
              : 'This subagent’s session was not imported.'}
          </p>
          {prompt === null ? null : (
            <p className="line-clamp-4 px-2.5 py-1.5 text-table whitespace-pre-wrap">
              <SecretText text={toVisibleText(cutText(prompt, 2000))} />
            </p>
          )}
        </CallFrame>
      )}
      {call.resultText === null ? null : (
        <CallFrame>
          <OutputBlock call={call} />
        </CallFrame>
      )}
    </>
  );
};

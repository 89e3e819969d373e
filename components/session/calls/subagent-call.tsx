'use client';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { Marked } from '@/components/session/marked.tsx';
import { findText, parseArguments } from '@/components/session/tool-arguments.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { CallFrame } from './call-frame.tsx';
import { AgentLink } from './agent-link.tsx';
import { OutputBlock } from './output-block.tsx';
import { cutText } from '@/lib/print/cut-text.ts';

/** A subagent whose rows are not shown: what it was asked if there are none, else the way to its own page; and what it answered. */
export const SubagentCall = ({ call }: CallBodyProps) => {
  const prompt = findText(parseArguments(call.params), 'prompt', 'instruction', 'message', 'content');
  return (
    <>
      {call.childCalls === null ? (
        <CallFrame>
          <p className="border-b border-line px-2.5 py-1.5 text-fact text-text3">
            {call.childSessionId === null
              ? 'The source does not name the session that this call started.'
              : 'This subagent’s session was not imported.'}
          </p>
          {prompt === null ? null : (
            <p className="line-clamp-4 px-2.5 py-1.5 text-table whitespace-pre-wrap">
              <Marked text={toVisibleText(cutText(prompt, 2000))} />
            </p>
          )}
        </CallFrame>
      ) : (
        <CallFrame>
          <AgentLink call={call} />
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

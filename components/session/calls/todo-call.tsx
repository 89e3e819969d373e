'use client';
import { Marked } from '@/components/session/marked.tsx';
import { readCallContent, type TodoState } from '@/lib/session/call-content.ts';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { CallFrame } from './call-frame.tsx';
import { OtherCall } from './other-call.tsx';

const signs: Record<TodoState, string> = { completed: '✓', in_progress: '▸', pending: '○' };
const words: Record<TodoState, string> = { completed: 'done', in_progress: 'in progress', pending: 'open' };

/** The todo list, or the steps of a plan, that a call wrote, with its explanation. */
export const TodoCall = (props: CallBodyProps) => {
  const content = readCallContent(props.call);
  if (content?.kind !== 'steps' || props.call.outcome === 'error') return <OtherCall {...props} />;
  const { explanation, steps: todos } = content;
  return (
    <CallFrame>
      {explanation === '' ? null : (
        <p className="border-b border-line px-2.5 py-1 text-table break-words whitespace-pre-wrap text-text2">
          <Marked text={toVisibleText(explanation)} />
        </p>
      )}
      <ul className="px-2.5 py-1 text-table">
        {todos.slice(0, 60).map((todo, at) => (
          <li key={at} className={`flex gap-2 ${todo.state === 'completed' ? 'text-text3' : 'text-text'}`}>
            <span
              aria-label={words[todo.state]}
              role="img"
              className={`w-3 shrink-0 text-center ${todo.state === 'in_progress' ? 'text-accent' : 'text-text3'}`}
            >
              {signs[todo.state]}
            </span>
            <span className={todo.state === 'in_progress' ? 'font-medium' : ''}>
              <Marked text={toVisibleText(todo.text)} />
            </span>
          </li>
        ))}
      </ul>
      {todos.length > 60 ? <p className="px-2.5 pb-1 text-fact text-text3">{todos.length - 60} more in the arguments</p> : null}
    </CallFrame>
  );
};

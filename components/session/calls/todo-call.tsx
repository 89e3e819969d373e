'use client';
import { Marked } from '@/components/session/marked.tsx';
import { computeTodos, parseArguments, type TodoState } from '@/components/session/tool-arguments.ts';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { CallFrame } from './call-frame.tsx';
import { OtherCall } from './other-call.tsx';

const signs: Record<TodoState, string> = { completed: '✓', in_progress: '▸', pending: '○' };
const words: Record<TodoState, string> = { completed: 'done', in_progress: 'in progress', pending: 'open' };

/** The todo list that a call wrote. */
export const TodoCall = (props: CallBodyProps) => {
  const todos = computeTodos(parseArguments(props.call.params));
  if (todos.length === 0 || props.call.outcome === 'error') return <OtherCall {...props} />;
  return (
    <CallFrame>
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

'use client';
import { findText, parseArguments } from '@/components/session/tool-arguments.ts';
import type { CallBodyProps } from '@/components/session/timeline-context.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { computeEditDiffs } from '@/components/session/edit-lines.ts';
import { CallFrame } from './call-frame.tsx';
import { EditCall } from './edit-call.tsx';
import { FoundArguments } from './found-arguments.tsx';
import { OutputBlock } from './output-block.tsx';
import { Marked } from '@/components/session/marked.tsx';
import { cutText } from '@/lib/print/cut-text.ts';

/** A command and what it printed, or the patch that it applies. The command is shown where it does not fit in the line above. */
export const ShellCall = (props: CallBodyProps) => {
  const { call } = props;
  const command = findText(parseArguments(call.params), 'command', 'cmd');
  if (computeEditDiffs(call).length > 0) return <EditCall {...props} />;
  const long = command !== null && (command.includes('\n') || command.length > 90);
  return (
    <CallFrame>
      {long ? (
        <pre
          tabIndex={0}
          aria-label="Command"
          className="max-h-40 overflow-auto border-b border-line bg-panel px-2.5 py-1.5 font-mono text-fact break-words whitespace-pre-wrap text-text2"
        >
          <Marked text={toVisibleText(cutText(command, 8000))} />
        </pre>
      ) : null}
      <FoundArguments call={call} command={long ? command : undefined} />
      <OutputBlock call={call} />
    </CallFrame>
  );
};

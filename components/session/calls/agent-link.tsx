import Link from 'next/link';
import { useRowTabStop } from '@/components/session/rows/row-tab-stop.ts';
import type { ToolCall } from '@/lib/domain/tool-call.ts';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/** The way to a subagent's own page. */
export const AgentLink = ({ call }: { call: ToolCall }) => {
  const tabStop = useRowTabStop();
  return (
    <Link
      href={`/sessions/${call.childSessionId ?? ''}`}
      tabIndex={tabStop}
      className="row-focus block px-2.5 py-0.5 text-fact text-accent hover:underline max-sm:py-1.5"
    >
      Open {toVisibleText(call.childAgentName ?? 'subagent')} session, {printCounted(call.childCalls ?? 0, 'call')}
    </Link>
  );
};

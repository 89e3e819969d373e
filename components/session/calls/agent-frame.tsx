import type { ReactNode } from 'react';

const frame =
  'mr-3 ml-[calc(var(--index)+18px)] flow-root border-r border-l-4 border-line border-l-line2 bg-bg [border-left-style:double] max-sm:mx-2 [.row-selected_&]:bg-transparent';

/** The sides of a subagent, around each of its rows: one frame a level. */
export const AgentFrame = ({ levels, children }: { levels: number; children: ReactNode }): ReactNode =>
  levels === 0 ? (
    children
  ) : (
    <div className={frame}>
      <AgentFrame levels={levels - 1}>{children}</AgentFrame>
    </div>
  );

/** Its top, under the call that started it. */
export const AgentTop = () => <div className={`${frame} h-1 rounded-t-code border-t`} />;

/** Its end, with what closes it. */
export const AgentBottom = ({ children }: { children: ReactNode }) => (
  <div className={`${frame} mb-1.5 overflow-hidden rounded-b-code border-b`}>{children}</div>
);

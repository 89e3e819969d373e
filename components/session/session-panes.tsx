'use client';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useMedia } from '@/components/hooks/use-media.ts';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { ResizablePanes } from '@/components/ui/resizable-panes.tsx';
import type { Sheet } from './position.ts';
import { SessionTabs } from './session-tabs.tsx';

type Props = {
  sheet: Sheet;
  onSheet: (sheet: Sheet) => void;
  turnCount: number | null;
  outline: ReactNode;
  transcript: ReactNode;
  inspector: ReactNode;
  /** A tab of their own on a small screen. */
  findings: ReactNode;
  findingCount: number;
};

const OverSheet = ({
  side,
  name,
  onClose,
  children,
}: {
  side: 'left' | 'right';
  name: string;
  onClose: () => void;
  children: ReactNode;
}) => (
  <section
    aria-label={name}
    className={`absolute inset-y-0 z-20 w-[380px] max-w-full border-line bg-panel shadow-float ${side === 'left' ? 'left-0 border-r' : 'right-0 border-l'}`}
  >
    <IconButton icon={X} name="Close" keys="Esc" size="small" onClick={onClose} className="absolute top-1 right-2 z-10" />
    {children}
  </section>
);

/** Outline, transcript and inspector as the width allows: three panes, two and a sheet, one and sheets, or tabs. */
export const SessionPanes = (props: Props) => {
  const { sheet, onSheet, outline, transcript, inspector } = props;
  const three = useMedia('(min-width: 1280px)', true);
  const two = useMedia('(min-width: 1024px)', true);
  const one = useMedia('(min-width: 640px)', true);
  if (!one) return <SessionTabs {...props} open={sheet} onOpen={onSheet} />;
  return (
    <div className="relative min-h-0 flex-1">
      {two ? (
        <ResizablePanes
          key={three ? 3 : 2}
          id={three ? 'session-3' : 'session-2'}
          panes={[
            { id: 'outline', content: outline, defaultSize: 244, minSize: 200, maxSize: 320 },
            { id: 'transcript', content: transcript, minSize: 480 },
            ...(three ? [{ id: 'inspector', content: inspector, defaultSize: 372, minSize: 320, maxSize: 560 }] : []),
          ]}
          dividers={['Resize turns', 'Resize record']}
        />
      ) : (
        transcript
      )}
      {!two && sheet === 'turns' ? (
        <OverSheet side="left" name="Turns" onClose={() => onSheet(null)}>
          {outline}
        </OverSheet>
      ) : null}
      {!three && sheet === 'record' ? (
        <OverSheet side="right" name="Record" onClose={() => onSheet(null)}>
          {inspector}
        </OverSheet>
      ) : null}
    </div>
  );
};

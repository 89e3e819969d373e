import { X } from 'lucide-react';
import type { ObservationsTriage } from './use-observations-triage.ts';
import { cx } from '@/components/ui/cx.ts';
import { Button } from '@/components/ui/button.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { KeyHint } from '@/components/ui/key-hint.tsx';

type Props = { triage: Pick<ObservationsTriage, 'notice' | 'undo' | 'dismiss'>; onShow: (key: string) => void };

/** What was done last, at the foot for 8 seconds, and what takes it back. */
export const TriageNotice = ({ triage: { notice, undo, dismiss }, onShow }: Props) => (
  <div role="status" aria-label="Last action" className="pointer-events-none absolute inset-x-3 bottom-3 z-30 flex justify-center">
    {notice ? (
      <div className="pointer-events-auto flex max-w-full items-center gap-3 rounded-card border border-line2 bg-panel py-1.5 pr-1.5 pl-3 text-table shadow-float">
        <span className={cx('line-clamp-2 min-w-0 break-words', notice.isProblem && 'text-high')}>{notice.text}</span>
        {notice.undo ? (
          <Button size="small" onClick={undo}>
            Undo <KeyHint of="U" />
          </Button>
        ) : null}
        {notice.away === null ? null : (
          <Button
            size="small"
            onClick={() => {
              if (notice.away !== null) onShow(notice.away);
              dismiss();
            }}
          >
            Show
          </Button>
        )}
        <IconButton icon={X} name="Dismiss" size="small" onClick={dismiss} />
      </div>
    ) : null}
  </div>
);

import type { ObservationsTriage } from './use-observations-triage.ts';
import { Button } from '@/components/ui/button.tsx';
import { Notice } from '@/components/ui/notice.tsx';

type Props = { triage: Pick<ObservationsTriage, 'notice' | 'undo' | 'dismiss'>; onShow: (key: string) => void };

/** The last action, at the foot for 8 seconds, with its undo. */
export const TriageNotice = ({ triage: { notice, undo, dismiss }, onShow }: Props) => (
  <Notice
    text={notice?.text ?? null}
    isProblem={notice?.isProblem}
    undo={notice?.undo ? { run: undo, keys: 'U' } : null}
    onDismiss={dismiss}
  >
    {notice == null || notice.away === null ? null : (
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
  </Notice>
);

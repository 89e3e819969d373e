import { Ban, Check, Clock, Equal } from 'lucide-react';
import { OutcomeMark } from '@/components/marks/outcome-mark.tsx';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import type { ImportRow } from './import-row.ts';

/** The import status of a file as a shape; the result column has the words. */
export const StatusMark = ({ row: { status, result } }: { row: ImportRow }) => {
  switch (status) {
    case 'running':
      return <OutcomeMark outcome="running" />;
    case 'partial':
      return <SeverityMark severity="medium" />;
    case 'failed':
      return <OutcomeMark outcome="error" />;
    case 'refused':
      return <Icon of={Ban} size={12} className="text-text3" />;
    case 'cancelled':
      return <OutcomeMark outcome="interrupted" />;
    case 'unchanged':
      return <Icon of={Equal} size={12} className="text-text3" />;
    case 'waiting':
      return <span className="size-1.5 rounded-full border border-text3" />;
    case 'imported':
      return <Icon of={result?.pendingTail ? Clock : Check} size={12} className="text-text2" />;
  }
};

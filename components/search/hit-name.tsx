import { ScanSearch, TextQuote } from 'lucide-react';
import { RecordIcon } from '@/components/marks/record-icon.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import type { SearchHit } from '@/lib/domain/search.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { kindLabels } from './search-words.ts';

/** Name of a match: its kind, with the tool and number of a call. */
export const HitName = ({ hit: { kind, tool, callIndex } }: { hit: SearchHit }) => (
  <>
    {kind === 'observation' ? (
      <Icon of={ScanSearch} className="text-text3" />
    ) : kind === 'summary' ? (
      <Icon of={TextQuote} className="text-text3" />
    ) : (
      <RecordIcon kind={kind} className="text-text3" />
    )}
    <span className="shrink-0">{kindLabels[kind]}</span>
    {tool === null ? null : <span className="truncate font-mono text-fact text-text2">{toVisibleText(tool)}</span>}
    {callIndex === null ? null : <span className="shrink-0 font-mono text-fact text-text3">#{callIndex}</span>}
  </>
);

import { FindingText } from '@/components/findings/finding-text.tsx';
import { useFittedCut } from './use-fitted-cut.ts';
import { splitTitle } from '@/lib/print/split-title.ts';
import { cutText } from '@/lib/print/cut-text.ts';

const maxTitle = 300;

/** A title in one line: if space is tight, its subject is truncated and the rest stays. */
export const RowTitle = ({ title }: { title: string }) => {
  const [lead, tail] = splitTitle(cutText(title, maxTitle));
  const line = useFittedCut(title);
  return tail === '' ? (
    <span className="min-w-0 truncate">
      <FindingText text={lead} />
    </span>
  ) : (
    <span ref={line} className="group flex min-w-0 flex-1">
      <span className="min-w-0 truncate group-data-[cut=begin]:text-clip group-data-[cut=end]:shrink-0 group-data-[cut=end]:max-w-full">
        <FindingText text={lead} />
      </span>
      <span className="shrink-0 truncate whitespace-pre group-data-[cut=begin]:before:content-['…'] group-data-[cut=end]:shrink">
        <FindingText text={tail} />
      </span>
    </span>
  );
};

import { FindingText } from '@/components/findings/finding-text.tsx';
import { splitTitle } from '@/lib/print/split-title.ts';

const mostTitle = 300;

/** A title in one line: where there is little room, what it names is cut, and what it says of that stays. */
export const RowTitle = ({ title }: { title: string }) => {
  const [lead, tail] = splitTitle(title.slice(0, mostTitle));
  return (
    <>
      <span className="min-w-0 truncate">
        <FindingText text={lead} />
      </span>
      {tail === '' ? null : (
        <span className="max-w-[calc(100%-5rem)] shrink-0 truncate whitespace-pre">
          <FindingText text={tail} />
        </span>
      )}
    </>
  );
};

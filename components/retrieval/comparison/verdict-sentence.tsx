import { toVisibleText } from '@/lib/print/visible-text.ts';

/** Words that carry a verdict, if they stand before the first period or colon: `Helps.`, `Too few sessions to say:`. */
const leadPattern = /^([^.:\d]{1,40}[.:])\s([^]*)$/u;

/** A verdict, with the words that carry it in bold. */
export const VerdictSentence = ({ sentence, className = 'text-title font-normal' }: { sentence: string; className?: string }) => {
  const [, lead = '', rest = ''] = leadPattern.exec(toVisibleText(sentence)) ?? [];
  return (
    <p className={className}>
      {lead === '' ? (
        toVisibleText(sentence)
      ) : (
        <>
          <strong className="font-semibold">{lead}</strong> {rest}
        </>
      )}
    </p>
  );
};

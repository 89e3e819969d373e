import { Fragment } from 'react';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/** A verdict whose first words, up to the period, carry it. Numbers do not break from their units. */
export const VerdictSentence = ({ sentence, className = 'text-title font-normal' }: { sentence: string; className?: string }) => {
  const [, lead = '', rest = ''] = /^([^.]*\.)\s*([^]*)$/u.exec(toVisibleText(sentence)) ?? [];
  return (
    <p className={className}>
      {lead === '' ? (
        toVisibleText(sentence)
      ) : (
        <Fragment>
          <strong className="font-semibold">{lead}</strong> {rest}
        </Fragment>
      )}
    </p>
  );
};

'use client';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { printCounted } from '@/lib/print/number.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { CallLink } from './call-link.tsx';
import { cutText } from '@/lib/print/cut-text.ts';

const maxLines = 40;
const maxChars = 400;

/** Evidence as written, line by line; the number at the start of a line links to its call. */
export const EvidenceLines = ({ evidence, tabIndex }: { evidence: string; tabIndex?: number }) => {
  const lines = evidence.split('\n').filter((line) => line.trim() !== '');
  const left = lines.length - maxLines;
  return (
    <ul className="overflow-hidden rounded-code border border-line bg-term px-2.5 py-1.5 font-mono text-fact text-text">
      {lines.slice(0, maxLines).map((line, at) => {
        const [, number, rest] = /^\s*#(\d{1,9})\b(.*)$/u.exec(line) ?? [];
        const text = toVisibleText(cutText(rest ?? line, maxChars));
        return (
          <li key={at} className="break-words whitespace-pre-wrap">
            {number === undefined ? null : (
              <CallLink call={Number(number)} tabIndex={tabIndex} className="underline decoration-accentline underline-offset-2" />
            )}
            <SecretText text={text} />
          </li>
        );
      })}
      {left > 0 ? <li className="text-text3">{printCounted(left, 'more line')}</li> : null}
    </ul>
  );
};

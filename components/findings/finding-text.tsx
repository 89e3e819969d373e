import { toVisibleText } from '@/lib/print/visible-text.ts';

/** What a finding says, with the calls and files that it quotes as code. */
export const FindingText = ({ text }: { text: string }) =>
  text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} className="font-mono">
        {toVisibleText(part)}
      </code>
    ) : (
      toVisibleText(part)
    ),
  );

import { SecretText } from '@/components/marks/secret-text.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/** The text of a finding, with quoted calls and files as code. */
export const FindingText = ({ text }: { text: string }) =>
  text.split('`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} className="font-mono">
        <SecretText text={toVisibleText(part)} />
      </code>
    ) : (
      <SecretText key={at} text={toVisibleText(part)} />
    ),
  );

import { placeWithin } from '@/components/marks/find-marked.ts';
import { SecretText } from '@/components/marks/secret-text.tsx';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/** The text of a finding, with quoted calls and files as code. */
export const FindingText = ({ text }: { text: string }) =>
  placeWithin(toVisibleText(text).split('`'), '`').map((part, at) =>
    at % 2 === 1 ? (
      <code key={at} className="font-mono">
        <SecretText {...part} />
      </code>
    ) : (
      <SecretText key={at} {...part} />
    ),
  );

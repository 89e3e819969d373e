import type { Observers } from './use-observers.ts';
import { SeverityMark } from '@/components/marks/severity-mark.tsx';
import { Button } from '@/components/ui/button.tsx';
import { listChanges } from './config-changes.ts';
import { printChange } from './observer-words.ts';

/** The file changed since editing began: shows how, and asks which version to keep. */
export const FileConflict = ({ observers: { data, saved, kinds, putOnTop, discard } }: { observers: Observers }) => {
  const theirs = data && saved ? listChanges(saved, data.config) : [];
  return (
    <section
      aria-label="The file changed"
      role="alert"
      className="flex shrink-0 flex-wrap items-center gap-x-3 gap-y-2 border-b border-line bg-medbg px-3 py-2 text-table"
    >
      <SeverityMark severity="medium" named />
      <p className="min-w-0 flex-1 basis-60">
        <strong className="font-semibold">The configuration file changed after you started editing.</strong>{' '}
        {theirs.length === 0
          ? 'Its observer settings are the same.'
          : `In the file: ${theirs.map((change) => printChange(change, kinds)).join('; ')}.`}
      </p>
      <span className="flex gap-2">
        <Button onClick={discard}>Discard my changes</Button>
        <Button onClick={putOnTop}>Keep my changes</Button>
      </span>
    </section>
  );
};

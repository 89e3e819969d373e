import type { Observers } from './use-observers.ts';
import { Button } from '@/components/ui/button.tsx';
import { Kbd } from '@/components/ui/kbd.tsx';
import { printCounted } from '@/lib/print/number.ts';
import { printChange } from './observer-words.ts';

/** Docked at the foot while something is changed: what, and what can be done about it. */
export const UnsavedBar = ({ observers: { changes, kinds, save, discard } }: { observers: Observers }) => (
  <section aria-label="Unsaved changes" className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t-2 border-accent bg-panel px-3 py-2">
    <p className="min-w-0 flex-1 basis-60 text-table">
      <strong className="font-semibold">{printCounted(changes.length, 'change')} not saved</strong>{' '}
      <span className="text-text2">{changes.map((change) => printChange(change, kinds)).join('; ')}</span>
      {save.error ? (
        <span role="alert" className="block text-high">
          {save.error.message}
        </span>
      ) : null}
    </p>
    <span className="flex gap-2">
      <Button onClick={discard}>
        Discard
        <span className="pointer-coarse:hidden">
          <Kbd>U</Kbd>
        </span>
      </Button>
      <Button look="primary" refused={save.refusal ?? (save.isRunning ? 'Saving' : null)} onClick={save.run}>
        Save
      </Button>
    </span>
  </section>
);

'use client';
import { useRef, useState, type KeyboardEvent } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { useFocusOnce } from '@/components/hooks/use-focus-once.ts';
import { useModKey } from '@/components/hooks/use-mod-key.ts';
import { Button } from '@/components/ui/button.tsx';
import { KeyHint } from '@/components/ui/key-hint.tsx';
import { maxNoteChars, type ResolutionReason } from '@/lib/domain/observation.ts';
import { printCount } from '@/lib/print/number.ts';
import { reasons, stateWords } from '@/components/observations/observation-words.ts';
import type { Action } from './triage-command.ts';

type Props = {
  name: string;
  /** The action that was written before and refused. */
  draft: Action | null;
  onResolve: (action: Action) => void;
  onClose: () => void;
};

/** The form for a reason and a note; a draft is a previously refused input. 1 to 4 pick a reason and focus the note, Ctrl+Enter resolves, Esc closes. */
export const ResolveForm = ({ name, draft, onResolve, onClose }: Props) => {
  const [reason, setReason] = useState<ResolutionReason>(draft?.reason ?? 'fixed');
  const [note, setNote] = useState(draft?.note ?? '');
  const mod = useModKey();
  const first = useFocusOnce<HTMLInputElement>();
  const noteField = useRef<HTMLInputElement>(null);
  const pick = (next: ResolutionReason) => {
    setReason(next);
    noteField.current?.focus();
  };
  const isLong = note.length > maxNoteChars;
  const resolve = () => {
    if (!isLong) onResolve({ action: 'resolve', reason, note: note.trim() === '' ? null : note.trim() });
  };
  useHotkeys(Object.fromEntries(reasons.map((one, at) => [String(at + 1), () => pick(one.reason)])));
  const onKeyDown = (event: KeyboardEvent) => {
    const isNote = event.target instanceof HTMLInputElement && event.target.type === 'text';
    const picked = isNote ? undefined : reasons[Number(event.key) - 1];
    if (picked) pick(picked.reason);
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) resolve();
    else {
      // Letters that are typed outside the note go into the note.
      if (!isNote && /^\p{L}$/u.test(event.key) && !event.ctrlKey && !event.metaKey && !event.altKey) noteField.current?.focus();
      return;
    }
    event.preventDefault();
  };
  return (
    <form
      aria-label={name}
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        event.preventDefault();
        resolve();
      }}
      className="flex flex-col gap-2 rounded-card border border-line bg-bg p-2.5 text-table"
    >
      <div role="radiogroup" aria-label="Reason" className="flex flex-col">
        {reasons.map(({ reason: value, about }, at) => (
          <label key={value} className="flex min-h-[22px] items-center gap-2 pointer-coarse:min-h-9">
            <input
              type="radio"
              name="reason"
              ref={at === 0 ? first : undefined}
              checked={reason === value}
              onChange={() => setReason(value)}
              className="size-3.5 shrink-0 appearance-none rounded-full border border-line2 bg-panel checked:border-4 checked:border-accent forced-colors:appearance-auto"
            />
            <span className="w-[88px] shrink-0 font-medium">{stateWords[value]}</span>
            <span className="min-w-0 flex-1 py-0.5 text-text3">{about}</span>
            <KeyHint of={String(at + 1)} />
          </label>
        ))}
      </div>
      <div className="flex items-center gap-2">
        <input
          ref={noteField}
          type="text"
          aria-label="Note"
          placeholder="Note (optional)"
          value={note}
          autoComplete="off"
          aria-invalid={isLong}
          onChange={(event) => setNote(event.target.value)}
          className="h-7 min-w-0 flex-1 rounded-control border border-line2 bg-panel px-2 text-table placeholder:text-text3 aria-invalid:border-high pointer-coarse:h-9"
        />
        <Button
          look="primary"
          type="submit"
          refused={isLong ? `The note is too long: ${printCount(note.length)} of ${printCount(maxNoteChars)} characters` : null}
        >
          Resolve
          <span className="rounded-chip border border-current px-1 text-fact pointer-coarse:hidden">{mod === '⌘' ? '⌘↵' : 'Ctrl ↵'}</span>
        </Button>
      </div>
      {isLong ? (
        <p role="alert" className="text-high">
          Note too long: {printCount(note.length)} characters; the limit is {printCount(maxNoteChars)}.
        </p>
      ) : null}
    </form>
  );
};

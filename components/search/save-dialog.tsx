'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';

type Props = { q: string; open: boolean; onOpenChange: (open: boolean) => void; onSave: (name: string) => void };

const maxNameChars = 200;

const Form = ({ q, onSave }: Pick<Props, 'q' | 'onSave'>) => {
  const [name, setName] = useState(q.slice(0, maxNameChars));
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') onSave(name.trim());
      }}
    >
      <label className="flex flex-col gap-1 text-table text-text2">
        Name
        <input
          type="text"
          value={name}
          maxLength={maxNameChars}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
          onFocus={(event) => event.target.select()}
          className="h-7 rounded-control border border-line2 bg-panel px-2 text-read text-text pointer-coarse:h-9"
        />
      </label>
      <p className="rounded-code bg-term px-2 py-1 font-mono text-fact break-words text-text2">{q}</p>
      <Button type="submit" look="primary" refused={name.trim() === '' ? 'Enter a name first' : null} className="self-end">
        Save search
      </Button>
    </form>
  );
};

/** Asks for the name of a search. */
export const SaveDialog = ({ q, open, onOpenChange, onSave }: Props) => (
  <Dialog open={open} onOpenChange={onOpenChange} title="Save search" width={440}>
    <Form q={q} onSave={onSave} />
  </Dialog>
);

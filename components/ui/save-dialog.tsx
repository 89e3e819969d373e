'use client';
import { useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';

type FormProps = {
  /** Action of the dialog, as its title and its button name it. */
  title: string;
  /** The name to begin with. */
  name: string;
  maxNameChars: number;
  /** The content that is saved under the name, as a query would write it. */
  what: string;
  /** Why the name was not taken. */
  problem?: string | null;
  onSave: (name: string) => void;
};

const Form = ({ title, name: first, maxNameChars, what, problem = null, onSave }: FormProps) => {
  const [name, setName] = useState(first.slice(0, maxNameChars));
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
      <p className="rounded-code bg-term px-2 py-1 font-mono text-fact break-words text-text2">{what}</p>
      {problem === null ? null : (
        <p role="alert" className="text-table text-high">
          {problem}
        </p>
      )}
      <Button type="submit" look="primary" refused={name.trim() === '' ? 'Enter a name first' : null} className="self-end">
        {title}
      </Button>
    </form>
  );
};

/** Asks for the name of a thing to keep. */
export const SaveDialog = ({ open, onOpenChange, ...form }: FormProps & { open: boolean; onOpenChange: (open: boolean) => void }) => (
  <Dialog open={open} onOpenChange={onOpenChange} title={form.title} width={440} grows>
    <Form {...form} />
  </Dialog>
);

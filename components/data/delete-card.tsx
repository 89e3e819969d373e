'use client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { importQueries } from '@/lib/client/queries/import-queries.ts';
import type { DeletionQuery } from '@/lib/client/queries/data-queries.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import { printCounted } from '@/lib/print/number.ts';
import { printDayClock } from '@/lib/print/time.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { DeletionDialog } from './deletion-dialog.tsx';
import { inputClass } from './input-class.ts';

type Kind = 'project' | 'import' | 'before';
const kinds = [
  { value: 'project', label: 'Project' },
  { value: 'import', label: 'Import' },
  { value: 'before', label: 'Before a date' },
] as const;
const recentImports = 100;

/** The chosen value, and the question whether to delete it. */
type Choice = { value: string; title: string };
const nothing: Choice = { value: '', title: '' };

/** A day begins at midnight here. */
const toTarget = (kind: Kind, value: string): DeletionQuery =>
  kind === 'before' ? { before: new Date(`${value}T00:00`).toISOString() } : { [kind]: value };

type FieldProps = { kind: Kind; value: string; onChange: (choice: Choice) => void };

/** The projects or imports of the archive, or a date. */
const TargetField = ({ kind, value, onChange }: FieldProps) => {
  const projects = useQuery({ ...sessionQueries.facets(), enabled: kind === 'project' }).data?.projects ?? [];
  const imports = useQuery({ ...importQueries.list({ limit: recentImports }), enabled: kind === 'import' }).data?.items ?? [];
  if (kind === 'before') {
    const toChoice = (day: string): Choice => ({ value: day, title: `Delete all sessions that ended before ${day}?` });
    return (
      <input
        type="date"
        aria-label="Date"
        value={value}
        onChange={(event) => onChange(toChoice(event.target.value))}
        className={inputClass}
      />
    );
  }
  const options =
    kind === 'project'
      ? projects.map((one) => ({
          value: one.value,
          label: `${one.value}, ${printCounted(one.count, 'session')}`,
          title: `Delete project “${one.value}”?`,
        }))
      : imports.map((one) => {
          const at = printDayClock(one.startedAtMs, Date.now());
          return {
            value: one.id,
            label: `${at} ${one.label}, ${printCounted(one.files, 'file')}`,
            title: `Delete import “${one.label}” of ${at}?`,
          };
        });
  return (
    <select
      aria-label={kind === 'project' ? 'Project' : 'Import'}
      value={value}
      onChange={(event) => onChange(options.find((one) => one.value === event.target.value) ?? nothing)}
      className={`${inputClass} max-w-full flex-1 basis-56`}
    >
      <option value="">{kind === 'project' ? 'Choose a project' : 'Choose an import'}</option>
      {options.map((one) => (
        <option key={one.value} value={one.value}>
          {toVisibleText(one.label)}
        </option>
      ))}
    </select>
  );
};

/** Deletes a project, what an import brought, or what is old, after a look at what that takes. */
export const DeleteCard = ({ onDeleted }: { onDeleted: () => void }) => {
  const [kind, setKind] = useState<Kind>('project');
  const [choice, setChoice] = useState(nothing);
  // It stays while the closed dialog fades out.
  const [deletion, setDeletion] = useState<{ target: DeletionQuery; title: string }>({ target: {}, title: '' });
  const [isOpen, setIsOpen] = useState(false);
  const preview = (): void => {
    setDeletion({ target: toTarget(kind, choice.value), title: toVisibleText(choice.title) });
    setIsOpen(true);
  };
  return (
    <Card title="Delete">
      <div className="flex flex-wrap items-center gap-2">
        <SegmentedControl
          name="Delete by"
          value={kind}
          segments={kinds}
          onChange={(next) => {
            setKind(next);
            setChoice(nothing);
          }}
        />
        <TargetField kind={kind} value={choice.value} onChange={setChoice} />
        <Button refused={choice.value === '' ? 'Choose what to delete.' : null} onClick={preview}>
          Preview…
        </Button>
      </div>
      <DeletionDialog
        open={isOpen}
        {...deletion}
        {...('import' in deletion.target && { verb: 'Delete import' })}
        onCancel={() => setIsOpen(false)}
        onDeleted={() => {
          setIsOpen(false);
          setChoice(nothing);
          onDeleted();
        }}
      />
    </Card>
  );
};

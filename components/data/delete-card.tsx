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
const titles = { project: 'Delete this project?', import: 'Delete this import?', before: 'Delete these sessions?' };
const recentImports = 100;

/** A day begins at midnight here. */
const toTarget = (kind: Kind, value: string): DeletionQuery =>
  kind === 'before' ? { before: new Date(`${value}T00:00`).toISOString() } : { [kind]: value };

/** The projects or imports of the archive, or a date. */
const TargetField = ({ kind, value, onChange }: { kind: Kind; value: string; onChange: (value: string) => void }) => {
  const projects = useQuery({ ...sessionQueries.facets(), enabled: kind === 'project' }).data?.projects ?? [];
  const imports = useQuery({ ...importQueries.list({ limit: recentImports }), enabled: kind === 'import' }).data?.items ?? [];
  if (kind === 'before') {
    return <input type="date" aria-label="Date" value={value} onChange={(event) => onChange(event.target.value)} className={inputClass} />;
  }
  const options =
    kind === 'project'
      ? projects.map((one) => ({ value: one.value, label: `${one.value}, ${printCounted(one.count, 'session')}` }))
      : imports.map((one) => ({
          value: one.id,
          label: `${printDayClock(one.startedAtMs, Date.now())} ${one.label}, ${printCounted(one.files, 'file')}`,
        }));
  return (
    <select
      aria-label={kind === 'project' ? 'Project' : 'Import'}
      value={value}
      onChange={(event) => onChange(event.target.value)}
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
  const [value, setValue] = useState('');
  // It stays while the closed dialog fades out.
  const [target, setTarget] = useState<DeletionQuery>({});
  const [isOpen, setIsOpen] = useState(false);
  const preview = (): void => {
    setTarget(toTarget(kind, value));
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
            setValue('');
          }}
        />
        <TargetField kind={kind} value={value} onChange={setValue} />
        <Button refused={value === '' ? 'Choose what to delete.' : null} onClick={preview}>
          Preview…
        </Button>
      </div>
      <DeletionDialog
        open={isOpen}
        title={titles[kind]}
        target={target}
        verb="Delete"
        onCancel={() => setIsOpen(false)}
        onDeleted={() => {
          setIsOpen(false);
          setValue('');
          onDeleted();
        }}
      />
    </Card>
  );
};

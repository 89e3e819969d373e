'use client';
import { useState } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Card } from '@/components/ui/card.tsx';
import { ConfirmDialog } from '@/components/ui/confirm-dialog.tsx';
import { CopyButton } from '@/components/ui/copy-button.tsx';
import { printBytes } from '@/lib/print/bytes.ts';
import { printShellWord } from '@/lib/print/shell-word.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { inputClass } from './input-class.ts';
import { TaskState } from './task-state.tsx';
import { useDataTask } from './use-data-task.ts';

type Props = { databaseFile: string; backupFile: string; freeBytes: number | null };

/** Copies the archive to a file, and gives free space back to the disk. `backupFile`: a name that is free. */
export const BackupCard = ({ databaseFile, backupFile, freeBytes }: Props) => {
  const { task, isRunning, error, backUp, download, compact } = useDataTask();
  const [given, setGiven] = useState<string | null>(null);
  const [compacting, setCompacting] = useState(false);
  const file = given ?? backupFile;
  const made = task?.kind === 'backup' && task.status === 'done' ? task.file : null;
  const restore = `OBSERVATORY_DB=${printShellWord(databaseFile)} npm run --silent observatory -- data restore ${made === null ? 'FILE' : printShellWord(made)}`;
  const busy = isRunning ? 'One task at a time: wait for the one that is running.' : null;
  return (
    <Card title="Backup and space">
      <div className="flex flex-col gap-3">
        <form
          className="flex flex-wrap items-end gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (busy === null && file.trim() !== '') backUp(file.trim());
          }}
        >
          <label className="flex min-w-0 flex-1 basis-72 flex-col gap-1 text-table text-text2">
            Back up to a new file on this machine
            <input value={file} onChange={(event) => setGiven(event.target.value)} className={`${inputClass} font-mono text-fact`} />
          </label>
          <Button type="submit" look="primary" refused={busy ?? (file.trim() === '' ? 'Enter the path of a new file.' : null)}>
            Back up
          </Button>
          <Button refused={busy} onClick={download}>
            Download a backup
          </Button>
          <Button refused={busy} onClick={() => setCompacting(true)}>
            Compact
          </Button>
        </form>
        {error ? (
          <p role="alert" className="text-table break-words text-high">
            {error.message}
          </p>
        ) : task ? (
          <TaskState task={task} />
        ) : null}
        <p className="flex min-w-0 items-start gap-1 text-table text-text3">
          <span className="min-w-0 break-words">
            To restore a backup, stop the server and run <code className="font-mono text-fact text-text2">{toVisibleText(restore)}</code>
          </span>
          <CopyButton text={restore} name="Copy command" small />
        </p>
      </div>
      <ConfirmDialog open={compacting} onOpenChange={setCompacting} title="Compact the archive?" verb="Compact" onConfirm={compact}>
        {printBytes(freeBytes)} are free in the file. The database is written anew, which needs as much free space as it has now. Imports
        wait until it is done.
      </ConfirmDialog>
    </Card>
  );
};

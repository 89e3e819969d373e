'use client';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useHotkeys } from '@/components/hooks/use-hotkeys.ts';
import { Button, buttonClass } from '@/components/ui/button.tsx';
import { Checkbox } from '@/components/ui/checkbox.tsx';
import { Dialog } from '@/components/ui/dialog.tsx';
import { IconButton } from '@/components/ui/icon-button.tsx';
import { SegmentedControl } from '@/components/ui/segmented-control.tsx';
import { toEndpointUrl } from '@/lib/client/call-endpoint.ts';
import { sessionQueries } from '@/lib/client/queries/session-queries.ts';
import type { ExportFormat } from '@/lib/domain/export.ts';
import { ExportPreview } from './export-preview.tsx';

const formats: Record<ExportFormat, { label: string; about: string }> = {
  html: { label: 'HTML', about: 'One page to read offline or print. It loads nothing and runs no scripts.' },
  markdown: { label: 'Markdown', about: 'A transcript for notes, issues and pull requests, with the full output of each call.' },
  atif: { label: 'ATIF', about: 'An Agent Trajectory Interchange Format file for other tools. It can be imported again.' },
  original: { label: 'Original', about: 'The lines that the agent wrote. Entries of JSON documents and databases become one line each.' },
};

const segments = (['html', 'markdown', 'atif', 'original'] as const).map((value) => ({ value, label: formats[value].label }));

const Export = ({ id, onDone }: { id: string; onDone: () => void }) => {
  const [format, setFormat] = useState<ExportFormat>('html');
  const [withSecrets, setWithSecrets] = useState(false);
  const preview = useQuery({ ...sessionQueries.previewExport(id, format), enabled: !withSecrets });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-col gap-2">
        <SegmentedControl name="Format" value={format} segments={segments} onChange={setFormat} className="self-start" />
        <p className="min-h-10 text-read text-text2">{formats[format].about}</p>
      </div>
      <label className="flex items-center gap-2 self-start text-read pointer-coarse:min-h-8">
        <Checkbox checked={withSecrets} onChange={(event) => setWithSecrets(event.target.checked)} />
        Include keys, tokens and passwords
      </label>
      {withSecrets ? (
        <p className="text-table text-med">Nothing is redacted: share the file only with people who may see what the agent saw.</p>
      ) : (
        <ExportPreview preview={preview} />
      )}
      <div className="flex justify-end gap-2">
        <Button onClick={onDone}>Cancel</Button>
        <a
          href={toEndpointUrl('GET /api/sessions/[id]/export', { params: { id }, query: { format, include_secrets: String(withSecrets) } })}
          download
          onClick={onDone}
          className={buttonClass('primary')}
        >
          Download
        </a>
      </div>
    </div>
  );
};

/** Saves a session as a file, after a look at what is redacted in it. `hasKey`: X opens it, too. */
export const ExportSession = ({ id, hasKey = false }: { id: string; hasKey?: boolean }) => {
  const [open, setOpen] = useState(false);
  useHotkeys(hasKey ? { x: () => setOpen(true) } : {});
  return (
    <>
      <IconButton icon={Download} name="Export this session" {...(hasKey && { keys: 'X' })} onClick={() => setOpen(true)} />
      <Dialog open={open} onOpenChange={setOpen} title="Export this session" width={520} grows>
        <Export id={id} onDone={() => setOpen(false)} />
      </Dialog>
    </>
  );
};

'use client';
import { File, Folder, Upload } from 'lucide-react';
import { useRef, type ChangeEvent, type RefObject } from 'react';
import { Button } from '@/components/ui/button.tsx';
import { Icon } from '@/components/ui/icon.tsx';
import { readPickedFiles, type PickedFile } from '@/lib/client/dropped-files.ts';
import { CommandHint } from './command-hint.tsx';

/** Says that files can be dropped, and offers the other ways to import. */
export const DropZone = ({ onFiles }: { onFiles: (files: PickedFile[]) => void }) => {
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);
  const pick = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    if (currentTarget.files) void readPickedFiles(currentTarget.files).then(onFiles);
    currentTarget.value = '';
  };
  const field = (ref: RefObject<HTMLInputElement | null>, name: string, whole: boolean) => (
    <input ref={ref} type="file" multiple hidden aria-label={name} onChange={pick} {...(whole ? { webkitdirectory: '' } : {})} />
  );
  return (
    <section
      aria-label="Add files"
      className="flex shrink-0 flex-wrap items-center gap-x-5 gap-y-3 rounded-card border border-dashed border-line2 bg-panel p-3"
    >
      <Icon of={Upload} size={22} className="ml-2 text-accent" />
      <div className="min-w-[240px] flex-1">
        <h2 className="text-title">Drop files or a folder here</h2>
        <p className="text-table text-text3">Sessions of Claude Code, Codex and other agents, recognized by content.</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => files.current?.click()}>
          <Icon of={File} />
          Choose files
        </Button>
        <Button onClick={() => folder.current?.click()}>
          <Icon of={Folder} />
          Choose a folder
        </Button>
        {field(files, 'Files to import', false)}
        {field(folder, 'Folder to import', true)}
      </div>
      <div className="min-w-0 basis-full sm:pl-[50px]">
        <CommandHint />
      </div>
    </section>
  );
};

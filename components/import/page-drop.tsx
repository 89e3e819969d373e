'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { Upload } from 'lucide-react';
import { Icon } from '@/components/ui/icon.tsx';
import { Notice } from '@/components/ui/notice.tsx';
import { useUpload } from './import-provider.tsx';
import { usePageDrop } from './use-page-drop.ts';

/** Imports what is dropped on any page, which stays; the top bar shows how far it is. */
export const PageDrop = ({ pathname }: { pathname: string }) => {
  const router = useRouter();
  const [, run] = useUpload();
  const [problem, setProblem] = useState<string | null>(null);
  const over = usePageDrop(
    (files) => {
      setProblem(files.length === 0 ? 'The drop contained no files.' : null);
      run.add(files);
      // Results of another import may be shown there.
      if (pathname === '/import' && files.length > 0) router.push('/import');
    },
    () => setProblem('A dropped file or folder cannot be read. Check that it still exists and is readable.'),
  );
  return (
    <>
      {over ? (
        <div
          role="status"
          className="pointer-events-none fixed inset-2 z-50 flex items-center justify-center gap-3 rounded-card border-2 border-dashed border-accent bg-accentbg/90 text-title text-accent"
        >
          <Icon of={Upload} size={22} />
          Drop to import
        </div>
      ) : null}
      {problem === null ? null : (
        <div className="fixed inset-x-0 bottom-0 z-40">
          <Notice text={problem} isProblem undo={null} onDismiss={() => setProblem(null)} />
        </div>
      )}
    </>
  );
};

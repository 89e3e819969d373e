'use client';
import { useEffect, useRef, useState } from 'react';
import { readDroppedFiles, type PickedFile } from '@/lib/client/dropped-files.ts';

const bringsFiles = (event: DragEvent): event is DragEvent & { dataTransfer: DataTransfer } =>
  event.dataTransfer?.types.includes('Files') === true;

/** Accepts files and folders dropped anywhere on the page; true while some are dragged over it. */
export const usePageDrop = (onFiles: (files: PickedFile[]) => void, onError: (error: unknown) => void): boolean => {
  const [over, setOver] = useState(false);
  const handlers = useRef({ onFiles, onError });
  useEffect(() => {
    handlers.current = { onFiles, onError };
  });
  useEffect(() => {
    const enter = (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      if (!bringsFiles(event)) return;
      event.preventDefault();
      setOver(false);
      readDroppedFiles(event.dataTransfer).then(
        (files) => handlers.current.onFiles(files),
        (error: unknown) => handlers.current.onError(error),
      );
    };
    window.addEventListener('dragover', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('drop', drop);
    return () => {
      window.removeEventListener('dragover', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('drop', drop);
    };
  }, []);
  return over;
};

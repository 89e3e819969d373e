import { useEffect, useRef } from 'react';

/** A field to find in, and a key's way there; where it is not shown, it is first. */
export const useFindField = (isShown: boolean, show: () => void) => {
  const field = useRef<HTMLInputElement>(null);
  const isWanted = useRef(false);
  useEffect(() => {
    if (isShown && isWanted.current) field.current?.focus();
    isWanted.current = false;
  }, [isShown]);
  const find = () => {
    if (isShown) return field.current?.focus();
    isWanted.current = true;
    show();
  };
  return { field, find };
};

import { useEffect, useState } from 'react';

/** Width in px of an element, followed while it changes; 0 before it is drawn. Give `ref` to the element. */
export const useElementWidth = (): [ref: (element: HTMLElement | null) => void, width: number] => {
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return [setElement, width];
};

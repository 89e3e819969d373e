'use client';
import { useEffect, useState } from 'react';

/** Largest share of a line that its end takes uncut; if the end needs more, the line is cut at its end. */
const maxEndShare = 0.6;

/** Px of the longest beginning of an element's text that is no wider, without spaces at its end. */
const measureBeginning = (element: HTMLElement, maxPx: number): number => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const { left } = element.getBoundingClientRect();
  let fitPx = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const { index } of (node.textContent ?? '').matchAll(/\S/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const endPx = range.getBoundingClientRect().right - left;
      if (endPx > maxPx) return fitPx;
      fitPx = endPx;
    }
  return fitPx;
};

/**
 * Cuts the first of two parts of a line where a letter ends. `data-cut` says which of them is cut; where it is the first, an ellipsis
 * is expected before the second.
 */
const cut = (line: HTMLElement): void => {
  const [begin, end] = line.children;
  if (!(begin instanceof HTMLElement) || !(end instanceof HTMLElement)) return;
  begin.style.removeProperty('max-width');
  line.dataset.cut = 'none';
  const roomPx = line.clientWidth;
  if (begin.scrollWidth + end.scrollWidth <= roomPx) return;
  line.dataset.cut = end.scrollWidth > roomPx * maxEndShare ? 'end' : 'begin';
  if (line.dataset.cut === 'begin') begin.style.maxWidth = `${measureBeginning(begin, roomPx - end.getBoundingClientRect().width)}px`;
};

/** Give it to a line of two parts, again with each text: it is cut with one ellipsis and no gap, whatever its width. */
export const useFittedCut = (text: string) => {
  const [line, setLine] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!line) return undefined;
    const observer = new ResizeObserver(() => cut(line));
    // The end becomes wider where the text becomes bold; the line does not.
    for (const element of [line, line.lastElementChild]) if (element) observer.observe(element);
    return () => observer.disconnect();
  }, [line, text]);
  return setLine;
};

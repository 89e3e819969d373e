'use client';
import { useEffect, useState } from 'react';

/** Of a line, for the end that stays whole: if it needs more, the line is cut at its end. */
const mostEndShare = 0.6;

const measureEllipsis = (element: HTMLElement): number => {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return 12;
  context.font = getComputedStyle(element).font;
  return context.measureText('…').width;
};

/** Px of the longest beginning of an element's text that is no wider, without spaces at its end. */
const measureBeginning = (element: HTMLElement, mostPx: number): number => {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  const { left } = element.getBoundingClientRect();
  let fitPx = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    for (const { index } of (node.textContent ?? '').matchAll(/\S/gu)) {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const endPx = range.getBoundingClientRect().right - left;
      if (endPx > mostPx) return fitPx;
      fitPx = endPx;
    }
  return fitPx;
};

/** Cuts the first of two parts of a line so that its ellipsis touches the second; `data-cut` says which of them is cut. */
const cut = (line: HTMLElement): void => {
  const [begin, end] = line.children;
  if (!(begin instanceof HTMLElement) || !(end instanceof HTMLElement)) return;
  begin.style.removeProperty('max-width');
  const roomPx = line.clientWidth;
  const isCut = begin.scrollWidth + end.scrollWidth > roomPx;
  const isEnd = isCut && end.scrollWidth > roomPx * mostEndShare;
  line.dataset.cut = isEnd ? 'end' : isCut ? 'begin' : 'none';
  if (!isCut || isEnd) return;
  const ellipsisPx = measureEllipsis(begin);
  begin.style.textOverflow = 'clip';
  const fitPx = measureBeginning(begin, roomPx - end.getBoundingClientRect().width - ellipsisPx);
  begin.style.removeProperty('text-overflow');
  begin.style.maxWidth = `${fitPx + ellipsisPx + 0.5}px`;
};

/** Give it to a line of two parts, again with each text: it is cut with one ellipsis and no gap, whatever its width. */
export const useSnugCut = (text: string) => {
  const [line, setLine] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (!line) return undefined;
    const observer = new ResizeObserver(() => cut(line));
    observer.observe(line);
    return () => observer.disconnect();
  }, [line, text]);
  return setLine;
};

'use client';
import { useEffect } from 'react';

/** How long the row of a hit may take until its text is there. */
const maxMs = 3_000;
/** How long the rows around it may still move it. */
const settleMs = 500;
const gestures = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

const scrollIntoBox = (box: Element, mark: DOMRect, margin: number): void => {
  const outer = box.getBoundingClientRect();
  if (mark.top < outer.top || mark.bottom > outer.bottom) box.scrollTop += mark.top - outer.top - margin;
};

/** Brings the first mark of a hit's row into view, in the text's own window and in the transcript, once it is drawn. */
export const useRevealMark = (scroller: HTMLElement | null, rowKey: string | null, hit: object | null, onReveal: () => void): void => {
  useEffect(() => {
    if (!scroller || rowKey === null || hit === null) return undefined;
    const since = performance.now();
    let frame = 0;
    const stop = () => cancelAnimationFrame(frame);
    const look = () => {
      const mark = scroller.querySelector(`[data-row="${CSS.escape(rowKey)}"] mark`);
      if (mark) {
        const text = mark.closest('pre');
        if (text) scrollIntoBox(text, mark.getBoundingClientRect(), text.clientHeight / 3);
        const { top, bottom } = mark.getBoundingClientRect();
        const outer = scroller.getBoundingClientRect();
        if (top < outer.top || bottom > outer.bottom) {
          onReveal();
          scrollIntoBox(scroller, mark.getBoundingClientRect(), scroller.clientHeight / 3);
        }
      }
      if (performance.now() - since < (mark ? settleMs : maxMs)) frame = requestAnimationFrame(look);
    };
    frame = requestAnimationFrame(look);
    for (const event of gestures) scroller.addEventListener(event, stop, { passive: true });
    return () => {
      stop();
      for (const event of gestures) scroller.removeEventListener(event, stop);
    };
  }, [hit, onReveal, rowKey, scroller]);
};

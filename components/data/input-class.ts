/** A field or a choice of the page. */
export const inputClass =
  'h-7 min-w-0 rounded-control border border-line2 bg-panel px-2 text-table text-text placeholder:text-text3 pointer-coarse:min-h-8';

/** Moves the focus to the next (1) or previous (-1) element that matches; from outside, to the first. */
export const moveFocus = (list: HTMLElement | null, selector: string, by: 1 | -1): void => {
  const items = [...(list?.querySelectorAll<HTMLElement>(selector) ?? [])];
  const at = items.findIndex((item) => item === document.activeElement);
  items[at < 0 ? 0 : Math.min(items.length - 1, Math.max(0, at + by))]?.focus();
};

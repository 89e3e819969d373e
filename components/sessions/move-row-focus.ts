/** Moves the focus to the next (1) or previous (-1) link of a row inside `list`; from outside, to the first one. */
export const moveRowFocus = (list: HTMLElement | null, by: 1 | -1): void => {
  const links = [...(list?.querySelectorAll<HTMLElement>('[data-session-link]') ?? [])];
  const at = links.findIndex((link) => link === document.activeElement);
  links[at < 0 ? 0 : Math.min(links.length - 1, Math.max(0, at + by))]?.focus();
};

/** Moves the focus to the next (1) or previous (-1) assessment of the list; from outside, to the one that is side B, else the first. */
export const moveAssessmentFocus = (list: HTMLElement | null, by: 1 | -1): void => {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-assessment]') ?? [])];
  const at = rows.findIndex((row) => row === document.activeElement);
  const start = rows.findIndex((row) => row.tabIndex === 0);
  rows[at < 0 ? Math.max(0, start) : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
};

/** The call of the assessment that has the focus, or that the pointer is over; null: none. */
export const readFocusedAssessment = (list: HTMLElement | null): number | null => {
  const row = list?.querySelector('[data-assessment]:focus') ?? list?.querySelector('li:hover [data-assessment]');
  const call = row?.getAttribute('data-assessment');
  return call ? Number(call) : null;
};

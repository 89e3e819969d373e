/** How deep lists and objects may nest in what someone tells: what writes or walks through them calls itself once a level. */
export const maxLevels = 100;

/** Whether a value nests at most `levels` levels deep; looks no deeper itself. */
export const isNestedWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' || value === null || (levels > 0 && Object.values(value).every((one) => isNestedWithin(one, levels - 1)));

export const nestedTooDeep = `lists and objects are nested more than ${maxLevels} levels deep`;

/** Maximum nesting of lists and objects in input, because serializers recurse once per level. */
export const maxLevels = 100;

/** Whether a value is nested at most `levels` deep; does not descend further. */
export const isNestedWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' || value === null || (levels > 0 && Object.values(value).every((one) => isNestedWithin(one, levels - 1)));

export const nestedTooDeep = `lists and objects are nested more than ${maxLevels} levels deep`;

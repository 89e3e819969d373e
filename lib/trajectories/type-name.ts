/** The name of a slice's type, without the module before the colon: that moved between versions. */
export const toTypeName = (sliceType: string): string => sliceType.slice(sliceType.indexOf(':') + 1);

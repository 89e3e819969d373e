const start = 'import:';

/** The name of a change that takes over what a file says: what it tells was known elsewhere before, and is sent to no sink. */
export const toImportChange = (id: string): string => `${start}${id}`;

export const isImportChange = (changeId: string): boolean => changeId.startsWith(start);

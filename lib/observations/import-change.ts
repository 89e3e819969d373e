const start = 'import:';

/** Change id of an import: reported states were known elsewhere before, so no sink is notified. */
export const toImportChange = (id: string): string => `${start}${id}`;

export const isImportChange = (changeId: string): boolean => changeId.startsWith(start);

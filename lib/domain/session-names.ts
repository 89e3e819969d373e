/** What sessions are sorted by, apart from its schema: pages know it without it. */
export const sessionSorts = ['started', 'title', 'project', 'duration', 'turns', 'calls', 'errors', 'tokens', 'cost', 'findings'] as const;

/** Characters of a note. */
export const maxNoteChars = 4_000;

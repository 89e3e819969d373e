/** What sessions are sorted by, apart from its schema: pages know it without it. */
export const sessionSorts = ['started', 'title', 'project', 'duration', 'turns', 'calls', 'errors', 'tokens', 'cost', 'findings'] as const;

/** Characters of a note. */
export const maxNoteChars = 4_000;

/** A prefix of a session's id that is long enough to name the session. */
export const ownPrefix = /^[a-z2-7]{6,25}$/u;

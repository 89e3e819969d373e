/** Sort keys of sessions, apart from their schema, so that pages can use the keys without it. */
export const sessionSorts = ['started', 'title', 'project', 'duration', 'turns', 'calls', 'errors', 'tokens', 'cost', 'findings'] as const;

/** Ways in which a call did not run to its end, as sessions are filtered by them; `unended`: no end is recorded. */
export const stoppedCalls = ['rejected', 'denied', 'interrupted', 'unended'] as const;
export type StoppedCalls = (typeof stoppedCalls)[number];

/** Characters of a note. */
export const maxNoteChars = 4_000;

/** A prefix of a session's id that is long enough to name the session. */
export const ownPrefix = /^[a-z2-7]{6,25}$/u;

/** Limits of the texts in a summary; lengths are in characters. */
export const maxSentenceChars = 240;
export const maxSentences = 3;
export const maxRationaleTools = 6;
/** Names of tools that it lists. */
export const maxTools = 50;
export const maxRationaleChars = 1_200;
export const maxFindings = { failures: 2, tests: 1, answer: 3, files: 8 };
export const maxFindingsChars = 1_200;

/** Limits of reading: records at the beginning and end of a turn, and characters at the beginning and end of each text. */
export const maxReadRecords = { first: 200, last: 300 };
export const maxReadChars = { first: 6_000, last: 6_000 };
/** Limit of all texts that are searched for sentences, from either end. */
export const maxSearchedChars = 100_000;
/** Sentences that compete, beside those of the prompt and of the answer. */
export const maxCandidates = { prompt: 20, answer: 80, first: 60, last: 60 };

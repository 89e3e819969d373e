/** SQL: the person took the turn of a row back, which counts in tokens and cost only. */
export const isTakenBack = (row: string): string =>
  `EXISTS (SELECT 1 FROM turns gone WHERE gone.session_id = ${row}.session_id AND gone.turn_idx = ${row}.turn_idx AND gone.ended = 'taken_back')`;

/** In the words of the index: turns that were cut short, did not get their answer, or that were taken back. */
export const isListedEnding = `ended IN ('interrupted', 'refused', 'service_error', 'usage_limit', 'taken_back')`;

/** SQL of the numbers of the turns of a session that were taken back. */
export const takenBackOf = (sessionId: string): string =>
  `(SELECT gone.turn_idx FROM turns gone WHERE gone.session_id = ${sessionId} AND gone.${isListedEnding} AND gone.ended = 'taken_back')`;

/** A trajectory's id: its session's, with `.N` for part N from 1 on. */
export const toTrajectoryId = (sessionId: string, part: number): string => (part === 0 ? sessionId : `${sessionId}.${part}`);

/** The session, as it was named, and the part that an id names. */
export const parseTrajectoryId = (id: string): { session: string; part: number } => {
  const found = /^(?<session>.+)\.(?<part>[1-9]\d{0,8})$/su.exec(id)?.groups;
  return found?.session === undefined ? { session: id, part: 0 } : { session: found.session, part: Number(found.part) };
};

const most = 10;

/**
 * An id in at most 10 characters. The first 8 of a UUID, or of an id of the archive, tell it apart; of another long id the beginning and
 * the end are kept, because the beginning is often the same in all (`ses_`).
 */
export const printShortId = (id: string): string => {
  if (/^[\da-fA-F]{8}-[\da-fA-F]{4}-|^[a-z2-7]{26}$/u.test(id)) return id.slice(0, 8);
  return id.length <= most ? id : `${id.slice(0, 4)}…${id.slice(-5)}`;
};

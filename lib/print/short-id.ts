const most = 10;

/**
 * An agent's id in at most 10 characters. The first 8 of a UUID tell it apart; of another long id the beginning and the end
 * are kept, because the beginning is often the same in all (`ses_`).
 */
export const printShortId = (id: string): string => {
  if (/^[\da-f]{8}-[\da-f]{4}-/iu.test(id)) return id.slice(0, 8);
  return id.length <= most ? id : `${id.slice(0, 4)}…${id.slice(-5)}`;
};

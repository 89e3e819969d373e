const maxTailChars = 48;
const fewestLeadChars = 12;
/** Text that follows an error and says less than the error. */
const aboutError = /^: (?:.*failures in a row|a service did not answer)/u;

/**
 * A title in what may be cut where there is little room, the call or the error that it names, and what it says of that, which stays:
 * `Bash npm test` and `: same failure, 8 times`. Nothing stays of a title that does not end so, or that begins with an error.
 */
export const splitTitle = (title: string): [lead: string, tail: string] => {
  const at = title.lastIndexOf(': ');
  const [lead, tail] = [title.slice(0, Math.max(0, at)), title.slice(Math.max(0, at))];
  const isInCode = lead.split('`').length % 2 === 0;
  return lead.length < fewestLeadChars || tail.length > maxTailChars || isInCode || aboutError.test(tail) ? [title, ''] : [lead, tail];
};

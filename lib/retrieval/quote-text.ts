/** A line, behind whatever its reader takes for the end of one, that begins a heading, an item, a quote or a fence, or underlines a heading. */
const markup =
  /(?:\n|\r(?!\n)|[\v\f\u0085\u2028\u2029])(?=[ \t]*(?:#|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|>|```|~~~|[=\-*_][=\-*_ \t]*(?:[\r\n\v\f\u0085\u2028\u2029]|$)))/gu;
/** Behind an item's own two columns, four more are no markup. */
const indent = '\n      ';
const tags = /<(?=\/?(?:past_trajectories|observations|system-reminder)\b)/giu;

/** A text of another session inside a section: nothing in it reads as a part of the section, or of what surrounds that. */
export const quoteText = (text: string): string => text.trim().replaceAll(markup, indent).replaceAll(tags, '‹');

/** The same on one line. */
export const quoteName = (name: string, maxChars: number): string => {
  const quoted = quoteText(name).replaceAll(/\s+/gu, ' ');
  return quoted.length <= maxChars ? quoted : Array.from(quoted).slice(0, maxChars).join('');
};

/** A section as the hook sends it. */
export const toTagged = (section: string): string =>
  `<past_trajectories>\n${section.replaceAll(/<(?=\/?past_trajectories)/giu, '‹')}\n</past_trajectories>`;

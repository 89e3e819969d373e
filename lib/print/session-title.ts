import { toOneLine } from './one-line.ts';
import { toPlainLine } from './plain-line.ts';
import { printShortId } from './short-id.ts';

const maxProjectChars = 200;

/** The agent's label is left out where it is not known. */
type Titled = { title: string | null; id: string; agentLabel?: string };

/** A session's title on one line, as plain words. One without a prompt has no title, and is named by its agent and its shortened id. */
export const printSessionTitle = ({ title, id, agentLabel }: Titled): string =>
  toPlainLine(title ?? '') || `${agentLabel === undefined ? 'Session' : `${agentLabel} session`} ${printShortId(id)}`;

/** The same behind its project: `shop · Fix the build`. */
export const printProjectAndTitle = ({ project, ...session }: Titled & { project: string | null }): string =>
  [...(project === null ? [] : [toOneLine(project, maxProjectChars)]), printSessionTitle(session)].join(' · ');

import { toOneLine } from './one-line.ts';
import { toPlainLine } from './plain-line.ts';
import { printShortId } from './short-id.ts';

const maxProjectChars = 200;

/** `nativeId`: the agent's own. It and the agent's label are left out where they are not known. */
type Titled = { title: string | null; id: string; nativeId?: string; agentLabel?: string };

/** A session's title on one line, as plain words. One without a prompt has no title, and is named by its agent and its shortened id. */
export const printSessionTitle = ({ title, id, nativeId, agentLabel }: Titled): string =>
  toPlainLine(title ?? '') || `${agentLabel === undefined ? 'Session' : `${agentLabel} session`} ${printShortId(nativeId ?? id)}`;

/** The same behind its project: `shop · Fix the build`. */
export const printProjectAndTitle = ({ project, ...session }: Titled & { project: string | null }): string =>
  [...(project === null ? [] : [toOneLine(project, maxProjectChars)]), printSessionTitle(session)].join(' · ');

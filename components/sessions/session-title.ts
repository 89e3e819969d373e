import type { Session } from '@/lib/domain/session.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { cutText } from '@/lib/print/cut-text.ts';
import { printShortId } from '@/lib/print/short-id.ts';

/** The title on one line with control characters made visible; without one, the agent's own id, shortened. */
export const printSessionTitle = ({ title, nativeId }: Session): string =>
  title === null || title.trim() === '' ? `Untitled ${printShortId(nativeId)}` : toVisibleText(cutText(title.replace(/\s+/g, ' '), 400));

import type { Session } from '@/lib/domain/session.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';
import { cutText } from '@/lib/print/cut-text.ts';

/** The title on one line with control characters made visible; without one, the agent's own id. */
export const printSessionTitle = ({ title, nativeId }: Session): string =>
  title === null || title.trim() === '' ? `Untitled ${nativeId}` : toVisibleText(cutText(title.replace(/\s+/g, ' '), 400));

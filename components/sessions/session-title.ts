import type { Session } from '@/lib/domain/session.ts';
import { toVisibleText } from '@/lib/print/visible-text.ts';

/** The title on one line with control characters made visible; without one, the agent's own id. */
export const printSessionTitle = ({ title, nativeId }: Session): string =>
  title === null || title.trim() === '' ? `Untitled ${nativeId}` : toVisibleText(title.replace(/\s+/g, ' ').slice(0, 400));

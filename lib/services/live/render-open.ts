import { nothing, type Redacted } from '../../redaction/redact.ts';
import { renderObservationsSection } from '../observations/observations-section.ts';
import { isHeldOut } from './feedback-arm.ts';
import type { LiveDeps } from './observe-live.ts';

/** Length of the open observations at each prompt: about 1,000 tokens. */
const maxSectionChars = 4_000;

/** Open observations of a session, for its agent as a turn begins; '' if there are none, or if an experiment holds the session out. */
export const renderOpen = async (deps: Pick<LiveDeps, 'store' | 'now'>, sessionId: string): Promise<Redacted<string>> => {
  const open = await renderObservationsSection(deps.store, sessionId, maxSectionChars);
  return open.length === 0 || (await isHeldOut(deps, sessionId)) ? nothing : open;
};

import { makeDrafts, type DocumentDrafts, type Head } from '../format.ts';
import { toModel, toName, toObject } from '../narrow.ts';
import { toSubSession } from './session-ids.ts';
import { cutBetweenSecrets } from '../../redaction/cut-between-secrets.ts';

const marks = ['bundle', 'profile', 'turn_count', 'trace_id', 'agent_name'];

/** `metadata.json` beside a session: what it is called, and what it ran with. */
export const detectMetadata = (head: Head): number => {
  const document = toObject(head.document);
  if (!document || toName(document.session_id, 256) === null || 'messages' in document || 'steps' in document) return 0;
  if (document.format === 'context-intelligence') return 0.95;
  return 'created' in document && marks.some((mark) => Object.hasOwn(document, mark)) ? 0.9 : 0;
};

/** Facts of the session that the file describes; it gives no records. */
export const readMetadata = (value: unknown): DocumentDrafts[] => {
  const drafts = makeDrafts();
  const document = toObject(value) ?? {};
  const nativeId = toName(document.session_id, 256);
  if (nativeId === null) return [drafts];
  const sub = toSubSession(nativeId);
  const parent = toName(document.parent_id, 256) ?? sub.parent;
  const title = cutBetweenSecrets(toName(document.name, 10_000)?.trim() ?? '', 200);
  drafts.sessions.push({
    nativeId,
    line: 1,
    atMs: null,
    ...(parent === null || parent === nativeId ? {} : { parentNativeId: parent, relation: 'subagent' as const }),
    ...(title === '' ? {} : { title, titleRank: 3 as const }),
    cwd: toName(document.working_dir, 4096),
    model: toModel(document.model),
    agentName: sub.agent ?? toName(document.agent_name, 128),
  });
  return [drafts];
};

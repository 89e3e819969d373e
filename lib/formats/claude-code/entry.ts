import { toInstant } from '../instant.ts';
import { toModel, toName, toObject, type JsonObject } from '../narrow.ts';

/** One line of a session file, narrowed to the fields that every kind of line shares. */
export type Entry = {
  value: JsonObject;
  type: string | null;
  subtype: string | null;
  uuid: string | null;
  parentUuid: string | null;
  /** The session that the line names; of a subagent's line this is the parent's. */
  sessionId: string | null;
  agentId: string | null;
  /** Set in streamed output alone: the call that started the subagent which wrote the line. */
  parentCallId: string | null;
  isSidechain: boolean;
  isMeta: boolean;
  /** Printed as streamed output: where the session's own file has the same entry, that one holds. */
  isPrinted: boolean;
  /** As `toModel` gives it; `<synthetic>` where the client wrote the message itself. */
  model: string | null;
  atMs: number | null;
  message: JsonObject | null;
};

/** Maximum length of an id. */
const idChars = 256;

export const toEntry = (value: JsonObject): Entry => {
  const parentCallId = toName(value.parent_tool_use_id, 128);
  const agentId = toName(value.agentId, 128) ?? toName(value.agent_id, 128);
  const type = toName(value.type, idChars);
  const message = toObject(value.message);
  return {
    value,
    type,
    subtype: toName(value.subtype, idChars),
    uuid: toName(value.uuid, idChars),
    parentUuid: toName(value.parentUuid, idChars),
    sessionId: toSessionId(value.sessionId) ?? toSessionId(value.session_id),
    agentId: value.isSidechain === false ? null : agentId,
    parentCallId,
    isSidechain: value.isSidechain === true,
    isMeta: value.isMeta === true,
    isPrinted: value.sessionId === undefined && value.session_id !== undefined,
    model: toAuthor(value, type === 'system' ? value.model : message?.model),
    atMs: toInstant(value.timestamp) ?? toInstant(value._audit_timestamp),
    message,
  };
};

/** Marks messages that the client wrote itself; no API call stands behind them. */
export const syntheticModel = '<synthetic>';

/** Error messages count as synthetic even where they name a model. */
const toAuthor = (value: JsonObject, given: unknown): string | null => (value.isApiErrorMessage === true ? syntheticModel : toModel(given));

/** Agents of a workflow name their parent as `<session>#agent-<id>`. */
const toSessionId = (value: unknown): string | null => {
  const id = toName(value, idChars);
  if (id === null) return null;
  const mark = id.indexOf('#agent-');
  return mark > 0 ? id.slice(0, mark) : id;
};

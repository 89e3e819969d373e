import { recordIdOf } from '../../session/ids.ts';

/** Stands for the agent's id of a call that it gave none; the record's id makes it one of its kind. */
export const toMadeUpId = (recordId: string): string => `live:${recordId}`;

/** Whether the agent itself named a call. */
export const hasOwnId = ({ id, nativeCallId }: { id: string; nativeCallId: string | null }): boolean => nativeCallId !== toMadeUpId(id);

/** Id of the record of a call that a running agent named. */
export const toLiveCallId = (sessionId: string, nativeCallId: string): string => recordIdOf(sessionId, `live:${nativeCallId}`, 0, null);

/** Id of a record that is identified only by its line in the live reports. */
export const toLiveRecordId = (sessionId: string, line: number): string => recordIdOf(sessionId, `live#${line}`, 0, null);

/** Id of the record of a call's live result, whatever reported the call. */
export const toLiveResultId = (sessionId: string, callId: string): string => recordIdOf(sessionId, `live:${callId}`, 1, null);

/** Whether a call is known from a running agent alone. */
export const isGiven = (sessionId: string, { id, nativeCallId }: { id: string; nativeCallId: string | null }): boolean =>
  nativeCallId !== null && (nativeCallId === toMadeUpId(id) || id === toLiveCallId(sessionId, nativeCallId));

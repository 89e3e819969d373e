import type { CallRange } from './strip-layout.ts';

/**
 * What the timeline points at: a call by its number, or a record by its stable id; and the zoom window of the strip.
 * `seq` is where the record stands if that is known; it can be renumbered and is not part of the URL.
 */
export type Position = { call: number | null; recordId: string | null; seq: number | null; zoom: CallRange | null };

const parseNumber = (text: string | undefined | null): number | null =>
  text && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null;

/** Reads `?call=51&zoom=38-74` or `?record=ID`; what cannot be read is absent. */
export const parsePosition = (search: string): Position => {
  const params = new URLSearchParams(search);
  const [from, to] = (params.get('zoom') ?? '').split('-').map(parseNumber);
  const recordId = params.get('record');
  return {
    call: parseNumber(params.get('call')),
    seq: null,
    recordId: recordId && /^[\w-]{1,64}$/.test(recordId) ? recordId : null,
    zoom: from && to && from < to ? { from, to } : null,
  };
};

/** The query string for a position, keeping parameters that belong to others. */
export const printPosition = (position: Position, search: string): string => {
  const params = new URLSearchParams(search);
  for (const key of ['call', 'record', 'zoom']) params.delete(key);
  if (position.call !== null) params.set('call', String(position.call));
  else if (position.recordId !== null) params.set('record', position.recordId);
  if (position.zoom) params.set('zoom', `${position.zoom.from}-${position.zoom.to}`);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
};

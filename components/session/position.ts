import type { CallRange } from './strip-layout.ts';

export type TranscriptFilter = 'all' | 'errors' | 'edits' | 'findings';
/** What a small screen shows instead of the transcript, or a middle one over it. */
export type Sheet = 'turns' | 'record' | 'findings' | null;
/** What the inspector shows. */
export type InspectorTab = 'record' | 'assessment';

/**
 * What a session's page shows, as its address says it: the selected call by its number, or the selected record by its
 * stable id; the zoom window of the strip; what of the transcript is shown, opened and looked for; and the pane in front.
 * `seq` is where the record stands if that is known; it can be renumbered and is not part of the URL.
 */
export type Position = {
  call: number | null;
  recordId: string | null;
  /** Key of the finding that was walked to; several may begin at one call. */
  finding: string | null;
  seq: number | null;
  zoom: CallRange | null;
  show: TranscriptFilter;
  /** Rows that somebody opened (true) or closed, by key, in the order in which they did. */
  open: ReadonlyMap<string, boolean>;
  /** Null: nobody is looking for a text. */
  find: string | null;
  sheet: Sheet;
  /** The strip as a table. */
  table: boolean;
  tab: InspectorTab;
  /** The bar that plays the session is open; what comes after the playhead is not known yet. */
  replay: boolean;
};

export const nowhere: Position = {
  call: null,
  recordId: null,
  finding: null,
  seq: null,
  zoom: null,
  show: 'all',
  open: new Map(),
  find: null,
  sheet: null,
  table: false,
  tab: 'record',
  replay: false,
};

/** Opened rows in an address; of more the last ones are kept. */
const maxOpen = 40;
const names = ['call', 'record', 'finding', 'zoom', 'show', 'open', 'find', 'pane', 'chart', 'tab', 'replay'] as const;

const parseNumber = (text: string | undefined | null): number | null =>
  text && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null;

/** `c51.f3.-c7`: opened rows, and with a minus closed ones. */
const parseOpen = (text: string): ReadonlyMap<string, boolean> =>
  new Map(
    text
      .split('.')
      .filter((key) => /^-?[cfms]\d{1,9}$/.test(key))
      .slice(-maxOpen)
      .map((key) => (key.startsWith('-') ? [key.slice(1), false] : [key, true])),
  );

const printOpen = (open: Position['open']): string =>
  [...open]
    .slice(-maxOpen)
    .map(([key, isOpen]) => (isOpen ? key : `-${key}`))
    .join('.');

/** Reads `?call=51&zoom=38-74` or `?record=ID`, and the rest; what cannot be read is absent. */
export const parsePosition = (search: string): Position => {
  const params = new URLSearchParams(search);
  const [from, to] = (params.get('zoom') ?? '').split('-').map(parseNumber);
  const [recordId, show, pane] = [params.get('record'), params.get('show'), params.get('pane')];
  const finding = params.get('finding');
  return {
    call: parseNumber(params.get('call')),
    seq: null,
    recordId: recordId && /^[\w-]{1,64}$/.test(recordId) ? recordId : null,
    finding: finding && /^[\w.-]{1,200}$/.test(finding) ? finding : null,
    zoom: from && to && from < to ? { from, to } : null,
    show: show === 'errors' || show === 'edits' || show === 'findings' ? show : 'all',
    open: parseOpen(params.get('open') ?? ''),
    find: params.get('find')?.slice(0, 500) || null,
    sheet: pane === 'turns' || pane === 'record' || pane === 'findings' ? pane : null,
    table: params.get('chart') === 'table',
    tab: params.get('tab') === 'assessment' ? 'assessment' : 'record',
    replay: params.get('replay') === 'on',
  };
};

/** The query string for a position, keeping parameters that belong to others. */
export const printPosition = (position: Position, search: string): string => {
  const params = new URLSearchParams(search);
  for (const name of names) params.delete(name);
  if (position.call !== null) params.set('call', String(position.call));
  else if (position.recordId !== null) params.set('record', position.recordId);
  if (position.finding !== null) params.set('finding', position.finding);
  if (position.zoom) params.set('zoom', `${position.zoom.from}-${position.zoom.to}`);
  if (position.show !== 'all') params.set('show', position.show);
  if (position.open.size > 0) params.set('open', printOpen(position.open));
  if (position.find) params.set('find', position.find);
  if (position.sheet) params.set('pane', position.sheet);
  if (position.table) params.set('chart', 'table');
  if (position.tab !== 'record') params.set('tab', position.tab);
  if (position.replay) params.set('replay', 'on');
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
};

/** A position after a change. What leads to another place leaves the finding that was walked to. */
export const changePosition = (before: Position, change: Partial<Position>): Position => {
  const leaves = 'call' in change || 'recordId' in change || 'seq' in change;
  return { ...before, ...(leaves ? { finding: null } : {}), ...change };
};

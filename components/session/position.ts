import { createParser, createSerializer, parseAsStringLiteral, type inferParserType } from 'nuqs/server';

export const inspectorTabs = ['record', 'assessment', 'observations'] as const;
const transcriptFilters = ['all', 'errors', 'edits', 'findings'] as const;
const sheets = ['turns', 'record', 'findings'] as const;

export type TranscriptFilter = (typeof transcriptFilters)[number];
/** Sheet that a small screen shows instead of the transcript, or a medium one over it. */
export type Sheet = (typeof sheets)[number] | null;
export type InspectorTab = (typeof inspectorTabs)[number];

/** Expanded rows in a URL; of more, the last ones are kept. */
const maxOpen = 40;
const maxFindChars = 500;

const parseNumber = (text: string | undefined): number | null => (text && /^\d{1,9}$/.test(text) && Number(text) > 0 ? Number(text) : null);

const parseAsCall = createParser({ parse: parseNumber, serialize: String });
const parseAsMatching = (pattern: RegExp) => createParser({ parse: (text) => (pattern.test(text) ? text : null), serialize: String });
const parseAsFlag = (word: string) =>
  createParser<boolean>({ parse: (text) => (text === word ? true : null), serialize: () => word }).withDefault(false);

/** `38-74`: the first and the last call. */
const parseAsZoom = createParser({
  parse: (text) => {
    const [from, to] = text.split('-').map(parseNumber);
    return from && to && from < to ? { from, to } : null;
  },
  serialize: ({ from, to }) => `${from}-${to}`,
  eq: (a, b) => a.from === b.from && a.to === b.to,
});

const printOpen = (open: ReadonlyMap<string, boolean>): string =>
  [...open]
    .slice(-maxOpen)
    .map(([key, isOpen]) => (isOpen ? key : `-${key}`))
    .join('.');

/** `c51.f3.-c7.c54_c2`: expanded rows, and with a minus collapsed ones; `c54_`: in the subagent of #54. */
const parseAsOpen = createParser<ReadonlyMap<string, boolean>>({
  parse: (text) => {
    const keys = text.split('.').filter((key) => /^-?(?:c\d{1,9}_){0,8}[cfkms]\d{1,9}$/.test(key));
    return new Map(keys.slice(-maxOpen).map((key) => (key.startsWith('-') ? [key.slice(1), false] : [key, true])));
  },
  serialize: printOpen,
  eq: (a, b) => printOpen(a) === printOpen(b),
});

/** The URL state of a session's page; unreadable values are absent. */
export const positionParsers = {
  call: parseAsCall,
  recordId: parseAsMatching(/^[\w-]{1,64}$/),
  /** The subagent whose call or record it is: the ids of the sessions that lead to it. */
  agent: parseAsMatching(/^\w{1,64}(?:\.\w{1,64}){0,7}$/),
  /** Key of the finding that was stepped to; several may begin at one call. */
  finding: parseAsMatching(/^[\w.-]{1,200}$/),
  /** The visible calls of the strip. */
  zoom: parseAsZoom,
  show: parseAsStringLiteral(transcriptFilters).withDefault('all'),
  /** Rows that were expanded (true) or collapsed by hand, by key, oldest first. */
  open: parseAsOpen.withDefault(new Map()),
  /** The text to find. Null: the find bar is closed. */
  find: createParser({ parse: (text) => text.slice(0, maxFindChars), serialize: String }),
  /** Words of the search that led here, between commas: marked, too, until another text is looked for. */
  words: createParser({ parse: (text) => text.slice(0, maxFindChars), serialize: String }),
  sheet: parseAsStringLiteral(sheets),
  /** The strip as a table. */
  table: parseAsFlag('table'),
  tab: parseAsStringLiteral(inspectorTabs).withDefault('record'),
  /** Prompts, answers and reasoning as they were written. */
  raw: parseAsFlag('raw'),
  /** Quiet records are shown. */
  quiet: parseAsFlag('shown'),
  /** Replay is open; what comes after the playhead is not known yet. */
  replay: parseAsFlag('on'),
};
export const positionKeys = { recordId: 'record', sheet: 'pane', table: 'chart', raw: 'text' } as const;

/** The URL state, and the position of the selected record if known; `seq` can be renumbered and is not in the URL. */
export type Position = inferParserType<typeof positionParsers> & { seq: number | null };

/** The part of a position that goes into the URL. A call number identifies its record. */
export const toUrlState = ({ seq: _, ...position }: Position) => ({
  ...position,
  recordId: position.call === null ? position.recordId : null,
});

const serialize = createSerializer(positionParsers, { urlKeys: positionKeys });

/** The query string of a position, keeping parameters that belong to others. */
export const printPosition = (position: Position, search = ''): string => serialize(search, toUrlState(position));

/** A position after a change. Moving elsewhere leaves the finding that was stepped to, and the subagent; another text to find, the words. */
export const changePosition = (before: Position, change: Partial<Position>): Position => {
  const leaves = 'call' in change || 'recordId' in change || 'seq' in change;
  const findsAnother = change.find !== undefined && change.find !== before.find;
  return { ...before, ...(leaves ? { finding: null, agent: null } : {}), ...(findsAnother ? { words: null } : {}), ...change };
};

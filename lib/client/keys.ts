/** Where a key works. `everywhere` holds on every page. */
export type KeyPlace =
  | 'everywhere'
  | 'sessions'
  | 'session'
  | 'assessments'
  | 'observations'
  | 'observers'
  | 'reviewers'
  | 'search'
  | 'retrieval'
  | 'examples'
  | 'trajectories'
  | 'trajectory'
  | 'summaries'
  | 'import';

/**
 * `keys` are pressed alone (`J K`: either), with `then` one after the other, with `together` at once; `Mod` is ⌘ or Ctrl. `inFooter` ones
 * stand at the foot of their page.
 */
export type KeyEntry = { keys: readonly string[]; then?: boolean; together?: boolean; does: string; inFooter?: string };

type KeyTable = { title: string; /** The addresses of its page. */ path?: RegExp; entries: readonly KeyEntry[] };

export const keyPlaces: Record<KeyPlace, KeyTable> = {
  everywhere: {
    title: 'Everywhere',
    entries: [
      { keys: ['?'], does: 'All keys' },
      { keys: ['/'], does: 'Filter or find here' },
      { keys: ['T'], does: 'Light or dark' },
      { keys: ['G', 'S'], then: true, does: 'Go to sessions' },
      { keys: ['G', 'F'], then: true, does: 'Go to observations' },
      { keys: ['G', '/'], then: true, does: 'Go to search' },
      { keys: ['Mod', 'K'], together: true, does: 'Search all records' },
      { keys: ['G', 'R'], then: true, does: 'Go to retrieval' },
      { keys: ['G', 'J'], then: true, does: 'Go to trajectories' },
      { keys: ['G', 'M'], then: true, does: 'Go to summaries' },
      { keys: ['G', 'I'], then: true, does: 'Go to import' },
      { keys: ['G', 'D'], then: true, does: 'Go to data' },
      { keys: ['Esc'], does: 'Close, or leave the field' },
    ],
  },
  sessions: {
    title: 'Sessions',
    path: /^\/sessions$/u,
    entries: [
      { keys: ['J', 'K'], does: 'Next, previous session', inFooter: 'move' },
      { keys: ['↵'], does: 'Open the session', inFooter: 'open' },
      { keys: ['/'], does: 'Filter by text', inFooter: 'filter' },
      { keys: ['N', 'P'], does: 'Next, previous page', inFooter: 'page' },
      { keys: ['S'], does: 'Save view' },
    ],
  },
  session: {
    title: 'Session',
    path: /^\/sessions\/[^/]+$/u,
    entries: [
      { keys: ['J', 'K'], does: 'Next, previous record', inFooter: 'record' },
      { keys: ['[', ']'], does: 'Previous, next turn', inFooter: 'turn' },
      { keys: ['E'], does: 'Next error, subagents included', inFooter: 'next error' },
      { keys: ['⇧E'], does: 'Previous error' },
      { keys: ['F'], does: 'Next finding', inFooter: 'next finding' },
      { keys: ['⇧F'], does: 'Previous finding' },
      { keys: ['P'], does: 'Play or pause', inFooter: 'play' },
      { keys: ['Z'], does: 'Zoom to selection' },
      { keys: ['0'], does: 'Show all calls' },
      { keys: ['O'], does: 'Open in place', inFooter: 'open in place' },
      { keys: ['/'], does: 'Find in this session', inFooter: 'find' },
      { keys: ['↵', '⇧↵'], does: 'Next, previous match' },
      { keys: ['↵'], does: 'From the row to its record' },
      { keys: ['Esc'], does: 'Back to the row, close, clear the selection' },
      { keys: ['1', '2', '3'], does: 'Record, assessment, observations' },
      { keys: ['V'], does: 'Strip or table of its calls' },
      { keys: ['M'], does: 'Markdown, or texts as they were written' },
      { keys: ['H'], does: 'Show or hide quiet records' },
      { keys: ['C'], does: 'Copy link' },
      { keys: ['X'], does: 'Export the session' },
      { keys: ['N', '⇧N'], does: 'Next, previous session of the list that it was opened from; else older, newer' },
    ],
  },
  assessments: {
    title: 'Assessments',
    path: /\/assessments$/u,
    entries: [
      { keys: ['J', 'K'], does: 'Next, previous assessment in the history' },
      { keys: ['A', 'B'], does: 'Use it as side A or B', inFooter: 'pick sides' },
      { keys: ['[', ']'], does: 'Move both sides older, newer', inFooter: 'older, newer' },
      { keys: ['N'], does: 'Next text change', inFooter: 'next change' },
      { keys: ['⇧N'], does: 'Previous change' },
      { keys: ['W'], does: 'Words or lines', inFooter: 'words or lines' },
      { keys: ['↵'], does: 'Open it in the timeline', inFooter: 'open in timeline' },
      { keys: ['V'], does: 'Open findings as a chart or a table' },
    ],
  },
  observations: {
    title: 'Observations',
    path: /^\/observations$/u,
    entries: [
      { keys: ['J', 'K'], does: 'Next, previous observation', inFooter: 'move' },
      { keys: ['X'], does: 'Select', inFooter: 'select' },
      { keys: ['⇧J', '⇧K'], does: 'Extend selection' },
      { keys: ['Mod', 'A'], together: true, does: 'Select all matching' },
      { keys: ['A'], does: 'Acknowledge', inFooter: 'acknowledge' },
      { keys: ['R'], does: 'Resolve: 1 to 4 pick the reason', inFooter: 'resolve' },
      { keys: ['Mod', '↵'], together: true, does: 'Resolve, from its form' },
      { keys: ['D'], does: 'Apply anyway after a conflict' },
      { keys: ['U'], does: 'Undo, or reopen later', inFooter: 'undo or reopen' },
      { keys: ['↵'], does: 'Open its evidence in the timeline', inFooter: 'open evidence' },
      { keys: ['C'], does: 'Copy link' },
      { keys: ['S'], does: 'Save this view' },
      { keys: ['/'], does: 'Search in observations' },
      { keys: ['Esc'], does: 'Close, or clear the selection' },
    ],
  },
  observers: {
    title: 'Observers',
    path: /^\/observers$/u,
    entries: [
      { keys: ['J', 'K'], does: 'Next, previous observer', inFooter: 'observer' },
      { keys: ['X'], does: 'Switch the observer on or off', inFooter: 'on or off' },
      { keys: ['R'], does: 'Run on the archive, without saving', inFooter: 'try on the archive' },
      { keys: ['S'], does: 'Save changes', inFooter: 'save' },
      { keys: ['U'], does: 'Discard changes', inFooter: 'discard' },
      { keys: ['P'], does: 'Replay the sessions that were assessed with other parameters' },
      { keys: ['2'], does: 'To the reviewers' },
    ],
  },
  reviewers: {
    title: 'Reviewers',
    path: /^\/reviewers$/u,
    entries: [
      { keys: ['J', 'K'], does: 'Next, previous reviewer', inFooter: 'reviewer' },
      { keys: ['R'], does: 'Run on a session', inFooter: 'run' },
      { keys: ['N', '⇧N'], does: 'Next, previous review', inFooter: 'review' },
      { keys: ['↵'], does: 'Open the review: what was sent and answered', inFooter: 'open' },
      { keys: ['X'], does: 'Cancel the run that is shown first', inFooter: 'cancel' },
      { keys: ['1'], does: 'To the observers' },
    ],
  },
  search: {
    title: 'Search',
    path: /^\/search$/u,
    entries: [
      { keys: ['/'], does: 'To the query', inFooter: 'query' },
      { keys: ['Tab'], does: 'Complete a field or a value' },
      { keys: ['J', 'K'], does: 'Next, previous match', inFooter: 'move' },
      { keys: ['↵'], does: 'Open the match', inFooter: 'open' },
      { keys: ['S'], does: 'Save this search', inFooter: 'save' },
      { keys: ['U'], does: 'Undo the deletion of a saved search' },
      { keys: ['Esc'], does: 'Close completions, leave the query' },
    ],
  },
  retrieval: {
    title: 'Retrieval',
    path: /^\/retrieval$/u,
    entries: [
      { keys: ['1', '2', '3', '4'], does: 'Overview, cohorts, experiments, examples', inFooter: 'views' },
      { keys: ['M'], does: 'Next primary metric', inFooter: 'metric' },
      { keys: ['V'], does: 'Charts or their tables', inFooter: 'tables' },
      { keys: ['/'], does: 'Filter turns', inFooter: 'filter' },
      { keys: ['J', 'K'], does: 'Next, previous turn or experiment' },
      { keys: ['N'], does: 'New experiment' },
      { keys: ['Esc'], does: 'From the turns back to what they stand behind' },
    ],
  },
  examples: {
    title: 'Examples',
    path: /^\/retrieval$/u,
    entries: [
      { keys: ['/'], does: 'Type a prompt', inFooter: 'prompt' },
      { keys: ['Mod', '↵'], together: true, does: 'Find examples, from the prompt', inFooter: 'find examples' },
      { keys: ['J', 'K'], does: 'Next, previous example', inFooter: 'example' },
      { keys: ['↵'], does: 'Open the example in its session', inFooter: 'open' },
    ],
  },
  trajectories: {
    title: 'Trajectories',
    path: /^\/trajectories$/u,
    entries: [
      { keys: ['J', 'K'], does: 'Next, previous trajectory', inFooter: 'move' },
      { keys: ['↵'], does: 'Open the trajectory', inFooter: 'open' },
      { keys: ['/'], does: 'Filter by prompt', inFooter: 'filter' },
      { keys: ['U'], does: 'Undo a split' },
    ],
  },
  trajectory: {
    title: 'Trajectory',
    path: /^\/trajectories\/[^/]+$/u,
    entries: [
      { keys: ['←', '→'], does: 'Previous, next snapshot', inFooter: 'snapshot' },
      { keys: ['[', ']'], does: 'The same, in the tree, too' },
      { keys: ['⇧←', '⇧→'], does: 'Compare: move one side alone' },
      { keys: ['E', '⇧E'], does: 'Next, previous change of the prompt', inFooter: 'prompt change' },
      { keys: ['D'], does: 'State, or changes since the snapshot before', inFooter: 'state or changes' },
      { keys: ['/'], does: 'Find keys and values', inFooter: 'find' },
      { keys: ['N', '⇧N'], does: 'Next, previous match or change', inFooter: 'next match' },
      { keys: ['↑', '↓'], does: 'In the tree: previous, next value' },
      { keys: ['←', '→', '↵'], does: 'In the tree: close, open' },
      { keys: ['Home', 'End'], does: 'In the tree: first, last value' },
      { keys: ['C'], does: 'Copy the path of the value', inFooter: 'copy path' },
      { keys: ['Y'], does: 'Copy the value' },
    ],
  },
  summaries: {
    title: 'Summaries',
    path: /^\/summaries$/u,
    entries: [
      { keys: ['/'], does: 'Filter by text', inFooter: 'filter' },
      { keys: ['J', 'K'], does: 'Next, previous summary', inFooter: 'move' },
      { keys: ['↵'], does: 'Open the turn', inFooter: 'open' },
      { keys: ['O'], does: 'Least sure first, or in order', inFooter: 'least sure first' },
      { keys: ['C'], does: 'Show one confidence level at a time', inFooter: 'confidence' },
      { keys: ['V'], does: 'Charts or their tables, where several sessions are shown', inFooter: 'tables' },
    ],
  },
  import: {
    title: 'Import',
    path: /^\/import$/u,
    entries: [
      { keys: ['J', 'K'], does: 'Next, previous file', inFooter: 'file' },
      { keys: ['O'], does: 'Open or close the skipped lines', inFooter: 'skipped lines' },
      { keys: ['↵'], does: 'Open the session of the file', inFooter: 'open session' },
      { keys: ['/'], does: 'Filter by file name', inFooter: 'file name' },
    ],
  },
};

/** All keys, those of the page at an address first, then those that work everywhere. */
export const orderKeys = (pathname: string): readonly KeyTable[] => {
  const here = Object.values(keyPlaces).filter(({ path }) => path?.test(pathname));
  return [...new Set([...here, ...Object.values(keyPlaces)])];
};

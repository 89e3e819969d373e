/** Heads of query keys: what a change of a topic makes stale. */
export const keyOf = {
  /** Archive content, as counted for the data page. */
  archive: () => ['archive'] as const,
  sessions: () => ['sessions'] as const,
  session: (id: string) => ['session', id] as const,
  /** Not stale with its session: rows are spliced in from the last turn on. */
  timelineRows: (id: string) => ['timeline-rows', id] as const,
  /** Texts found in a session: stale with any session, as that may be a subagent of it. */
  finds: () => ['finds'] as const,
  /** Not stale with each record of its session, but when something was said. */
  assessments: (id: string) => ['assessments', id] as const,
  summaries: () => ['summaries'] as const,
  observations: () => ['observations'] as const,
  deliveries: () => ['deliveries'] as const,
  /** Runs of reviewers. */
  reviews: () => ['reviews'] as const,
  reviewers: () => ['reviewers'] as const,
  imports: () => ['imports'] as const,
  import: (id: string) => ['import', id] as const,
  watched: () => ['watched'] as const,
  observers: () => ['observers'] as const,
  /** Answers of searches are as old as their question. */
  search: () => ['search'] as const,
  retrievals: () => ['retrievals'] as const,
  /** Reports, comparisons, turns behind them, credits. */
  metrics: () => ['metrics'] as const,
  experiments: () => ['experiments'] as const,
  trajectories: () => ['trajectories'] as const,
  /** All parts of a session. */
  trajectoriesOf: (sessionId: string) => ['trajectory', sessionId] as const,
  /** Its id is that of its session, with `.N` for later parts. */
  trajectory: (id: string) => ['trajectory', id.replace(/\.\d+$/u, ''), id] as const,
  savedSearches: () => ['saved-searches'] as const,
  savedViews: () => ['saved-views'] as const,
  trial: (id: string) => ['trial', id] as const,
};

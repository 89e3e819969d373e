import { sql } from 'drizzle-orm';
import { blob, foreignKey, index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { ObservationState, TransitionKind } from '../lib/domain/observation.ts';
import type { ReviewOutcome, ReviewRunState, ReviewSource } from '../lib/domain/review.ts';
import type { ConfidenceLevel, SummaryMethod } from '../lib/domain/summary.ts';

/**
 * Tables of the SQLite engine. `session_id` stands in every key of what a session owns, so that a second engine can
 * distribute by it. Private to this engine are `records.fts_id` (row of the search index), `changes.seq`, row numbers, and the hashes of
 * decision 012.
 */

export const sources = sqliteTable(
  'sources',
  {
    id: text().primaryKey(),
    path: text().notNull().unique(),
    format: text(),
    bytes: integer().notNull(),
    sha256: text(),
    /** Bytes read, up to the end of the last complete line, and the sha256 of exactly those. */
    offset: integer().notNull(),
    offsetSha256: text('offset_sha256'),
    lines: integer().notNull(),
    mtimeMs: real('mtime_ms'),
    inode: text(),
    state: text().notNull(),
    /** Version of the format that decoded all of it; null: one from before formats had versions, or not all of it yet. */
    formatVersion: integer('format_version'),
    /** When the file was last written; null for an upload, whose copy is as old as the upload. */
    writtenAtMs: real('written_at_ms'),
    skippedLines: integer('skipped_lines').notNull(),
    unknownRecords: integer('unknown_records').notNull(),
    /** Its lines were packed in a debug bundle. */
    isBundle: integer('is_bundle').notNull().default(0),
  },
  (t) => [index('sources_sha256').on(t.sha256), index('sources_bytes').on(t.bytes)],
);

/** Which sessions a source holds, in the order of the source. */
export const sourceSessions = sqliteTable(
  'source_sessions',
  {
    sessionId: text('session_id').notNull(),
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.sourceId] }), index('source_sessions_source').on(t.sourceId, t.position, t.sessionId)],
);

/** `line` 0 stands for the file as a whole. */
export const sourceIssues = sqliteTable(
  'source_issues',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    code: text().notNull(),
    message: text().notNull(),
    excerpt: text(),
  },
  (t) => [primaryKey({ columns: [t.sourceId, t.line, t.code] })],
);

/** The first 64 kB of each line that an issue names, compressed; `bytes` counts the whole line. */
export const sourceLines = sqliteTable(
  'source_lines',
  {
    sourceId: text('source_id')
      .notNull()
      .references(() => sources.id, { onDelete: 'cascade' }),
    line: integer().notNull(),
    bytes: integer().notNull(),
    data: blob({ mode: 'buffer' }).notNull(),
  },
  (t) => [primaryKey({ columns: [t.sourceId, t.line] })],
);

export const sessions = sqliteTable(
  'sessions',
  {
    id: text().primaryKey(),
    nativeId: text('native_id').notNull(),
    family: text().notNull(),
    format: text().notNull(),
    title: text(),
    titleBasis: text('title_basis'),
    /** The name of the project: the shortest that no other root has. */
    project: text(),
    /** The name of the session's folder, by which findings are grouped; a subagent has its parent's. */
    folderName: text('folder_name'),
    cwd: text(),
    /** The place as the file states it: the repository as `host/owner/name`, and the folder that a worktree was made of. */
    repository: text(),
    mainFolder: text('main_folder'),
    /** The name of the worktree, as the file states it or git knew it when the session was first read. */
    worktreeName: text('worktree_name'),
    gitRoot: text('git_root'),
    /** The project, as the places of all sessions tell it: a path or `host/owner/name`, what it was found by, and the worktree within it. */
    projectRoot: text('project_root'),
    projectBasis: text('project_basis'),
    worktree: text(),
    gitBranch: text('git_branch'),
    agentVersion: text('agent_version'),
    agentName: text('agent_name'),
    models: text().notNull(),
    parentId: text('parent_id'),
    relation: text(),
    /** The entry of another session that this one goes on from, by its native key, where the file names no session. */
    continues: text(),
    synthetic: integer().notNull(),
    startedAtMs: real('started_at_ms'),
    endedAtMs: real('ended_at_ms'),
    activeMs: real('active_ms'),
    waitingMs: real('waiting_ms'),
    /** Figures that `settle` computes, over the entries that the session owns. */
    settled: integer().notNull().default(0),
    turns: integer().notNull().default(0),
    records: integer().notNull().default(0),
    toolCalls: integer('tool_calls').notNull().default(0),
    toolErrors: integer('tool_errors').notNull().default(0),
    toolRejected: integer('tool_rejected').notNull().default(0),
    toolDenied: integer('tool_denied').notNull().default(0),
    toolInterrupted: integer('tool_interrupted').notNull().default(0),
    /** Calls without a recorded end. */
    toolUnended: integer('tool_unended').notNull().default(0),
    /** Calls that ran to their end: what the share of failed calls is of. */
    toolRan: integer('tool_ran').notNull().default(0),
    /** When the newest call began that may still get its end; null: there is none. */
    openCallAtMs: real('open_call_at_ms'),
    tokensInput: integer('tokens_input'),
    tokensCacheRead: integer('tokens_cache_read'),
    tokensCacheWrite: integer('tokens_cache_write'),
    tokensOutput: integer('tokens_output'),
    tokensReasoning: integer('tokens_reasoning'),
    costUsd: real('cost_usd'),
    costSource: text('cost_source').notNull().default('none'),
    /** The session that owns most of the responses that this one only repeats; null: it owns all of its own. */
    countedIn: text('counted_in'),
    /** Models of owned responses that used tokens and have no price, as a JSON array; null: none. */
    unpricedModels: text('unpriced_models'),
    /** Owned responses whose output is from when they began, and without usage, where the sums count others: those are at least that. */
    partialUsage: integer('partial_usage').notNull().default(0),
    unknownUsage: integer('unknown_usage').notNull().default(0),
    costAtLeast: integer('cost_at_least').notNull().default(0),
    unknownRecords: integer('unknown_records').notNull().default(0),
    badLines: integer('bad_lines').notNull().default(0),
    orphanCalls: integer('orphan_calls').notNull().default(0),
    noTimestamps: integer('no_timestamps').notNull().default(0),
    /** Title, ids and folder in lower case: what the list's filter looks into, beside the project's name. */
    searchText: text('search_text').notNull(),
    reportedCostUsd: real('reported_cost_usd'),
    reportedTokens: text('reported_tokens'),
    /** Outcome according to the sources, as JSON: reward, exit status, and measurements of single turns; null: they give none. */
    outcome: text(),
    /** The import whose result first named this session. */
    firstImportId: text('first_import_id'),
    /** Grows with each write of records and each new numbering: what was made on an older one is not stored. */
    revision: integer().notNull().default(0),
    /**
     * State that the observers last looked at: revision, settling and configuration, with a space between. Null: they never saw all of the
     * session; empty: they are to look again. Another revision or settling now means that there is something to see.
     */
    observed: text(),
    /**
     * State that was last summarized: revision and settling, with a space behind each; then `open` where the last turn may still go on.
     * Null: nothing was summarized.
     */
    summarized: text(),
    /** Findings so far, and the worst of them. */
    findings: integer().notNull().default(0),
    worstFinding: text('worst_finding'),
    facts: text().notNull(),
    head: text().notNull(),
  },
  (t) => [
    index('sessions_native').on(t.family, t.nativeId),
    index('sessions_parent').on(t.parentId),
    index('sessions_started').on(t.startedAtMs, t.id),
    index('sessions_settled').on(t.settled),
    index('sessions_projects').on(t.project, t.projectRoot, t.folderName),
    index('sessions_places').on(t.cwd, t.repository, t.mainFolder, t.worktreeName, t.gitRoot, t.projectBasis),
    index('sessions_unplaced')
      .on(t.projectBasis)
      .where(sql`project_root IS NULL AND cwd IS NOT NULL AND project_basis IS NOT 'parent'`),
    index('sessions_continues')
      .on(t.continues)
      .where(sql`continues IS NOT NULL`),
    index('sessions_left_out')
      .on(t.id)
      .where(sql`relation = 'subagent' OR synthetic = 1`),
    index('sessions_unobserved')
      .on(sql`"started_at_ms" DESC`, t.id)
      .where(sql`"settled" > 0 AND coalesce(instr("observed", "revision" || ' ' || "settled" || ' '), 0) <> 1`),
    index('sessions_unsummarized')
      .on(sql`"started_at_ms" DESC`, t.id)
      .where(sql`"settled" > 0 AND coalesce(instr("summarized", "revision" || ' ' || "settled" || ' '), 0) <> 1`),
    index('sessions_open_summaries')
      .on(t.id)
      .where(sql`substr("summarized", -4) = 'open'`),
  ],
);

const sessionId = () =>
  text('session_id')
    .notNull()
    .references(() => sessions.id, { onDelete: 'cascade' });

/** Pairs of sessions that hold the same native keys or responses, both ways round: forks, resumes, copies. */
export const sessionOverlaps = sqliteTable('session_overlaps', { sessionId: sessionId(), otherId: text('other_id').notNull() }, (t) => [
  primaryKey({ columns: [t.sessionId, t.otherId] }),
  index('session_overlaps_other').on(t.otherId),
]);

export const records = sqliteTable(
  'records',
  {
    ftsId: integer('fts_id').primaryKey(),
    sessionId: sessionId(),
    id: text().notNull(),
    seq: integer().notNull(),
    turnIdx: integer('turn_idx'),
    orderMs: real('order_ms').notNull(),
    orderLine: integer('order_line').notNull(),
    orderBlock: integer('order_block').notNull(),
    kind: text().notNull(),
    subtype: text(),
    atMs: real('at_ms'),
    model: text(),
    responseId: text('response_id'),
    /** A 32-bit hash of `response_id`: an index over it is a seventh of one over the ids, which are random and long. */
    responseHash: integer('response_hash'),
    unknown: integer().notNull(),
    nativeKey: text('native_key'),
    /** A number for `native_key`, of its time and a hash: an index over it is small and grows at its end. */
    nativeHash: integer('native_hash'),
    lineHash: text('line_hash').notNull(),
    sourceId: text('source_id').notNull(),
    line: integer().notNull(),
    byteOffset: integer('byte_offset').notNull(),
    rawBytes: integer('raw_bytes').notNull(),
    inheritedFrom: text('inherited_from'),
    attachments: text().notNull(),
    /** Size of the whole text; `text` holds its first 64 kB. */
    textBytes: integer('text_bytes').notNull(),
    textLines: integer('text_lines').notNull(),
    text: text().notNull(),
    /** Facts about turns from the record, as JSON (`AboutTurn`); null: none. */
    aboutTurn: text('about_turn'),
  },
  (t) => [
    index('records_seq').on(t.sessionId, t.seq, t.kind, t.turnIdx, t.subtype, t.atMs, t.unknown, t.inheritedFrom),
    uniqueIndex('records_id').on(t.sessionId, t.id),
    index('records_prompts')
      .on(t.sessionId, t.turnIdx, t.seq)
      .where(sql`kind = 'prompt'`),
    index('records_native')
      .on(t.nativeHash)
      .where(sql`native_hash IS NOT NULL`),
    index('records_response')
      .on(sql`substr("session_id", 1, 3)`, t.responseHash)
      .where(sql`response_hash IS NOT NULL`),
    index('records_order').on(t.sessionId, t.orderMs, t.orderLine, t.orderBlock),
    index('records_about_turn')
      .on(t.sessionId, t.seq)
      .where(sql`about_turn IS NOT NULL`),
  ],
);

/** Texts that do not fit their row: the whole of a text or of a call's arguments, compressed. */
export const recordTexts = sqliteTable(
  'record_texts',
  { sessionId: sessionId(), recordId: text('record_id').notNull(), part: text().notNull(), data: blob({ mode: 'buffer' }).notNull() },
  (t) => [primaryKey({ columns: [t.sessionId, t.recordId, t.part] })],
);

/**
 * Raw lines of a source, compressed in runs; `offsets` and `starts` say where each begins in the source and in the run. `hashes` names
 * the hashes that records have of lines which are not stored as they were hashed, and null for each other line; null: all are.
 */
export const rawChunks = sqliteTable(
  'raw_chunks',
  {
    sessionId: sessionId(),
    sourceId: text('source_id').notNull(),
    firstOffset: integer('first_offset').notNull(),
    rawBytes: integer('raw_bytes').notNull(),
    offsets: text().notNull(),
    starts: text().notNull(),
    hashes: text(),
    data: blob({ mode: 'buffer' }).notNull(),
    /** Ids of the parts that the lines consist of, as a JSON array; `data` is empty then. Null: the lines are in `data`. */
    parts: text(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.sourceId, t.firstOffset] })],
);

/** Parts of raw lines that repeat each other, each compressed and stored once, by the hash of its bytes. */
export const rawParts = sqliteTable('raw_parts', {
  /** Never used again for another part. */
  id: integer().primaryKey({ autoIncrement: true }),
  hash: text().notNull().unique(),
  data: blob({ mode: 'buffer' }).notNull(),
});

/** Which sessions have a part: the last of them takes it along. WITHOUT ROWID, as `tool_results`. */
export const rawPartUses = sqliteTable('raw_part_uses', { sessionId: sessionId(), partId: integer('part_id').notNull() }, (t) => [
  primaryKey({ columns: [t.sessionId, t.partId] }),
  index('raw_part_uses_part').on(t.partId),
]);

/**
 * Sessions that have snapshots. `version` grows with each snapshot that comes or goes; `settled` is the one that trajectories were computed
 * on. `split`: into one trajectory a prompt, or run between resets.
 */
export const snapshotSessions = sqliteTable(
  'snapshot_sessions',
  {
    sessionId: sessionId().primaryKey(),
    version: integer().notNull(),
    settled: integer().notNull(),
    split: integer().notNull(),
  },
  (t) => [
    index('snapshot_sessions_unsettled')
      .on(t.sessionId)
      .where(sql`settled <> version`),
  ],
);

/** Snapshots by their records, which say where their lines are. One session was one thing at one time. WITHOUT ROWID, as `tool_results`. */
export const snapshots = sqliteTable(
  'snapshots',
  {
    sessionId: sessionId(),
    recordId: text('record_id').notNull(),
    /** Epoch microseconds. */
    createdUs: integer('created_us').notNull(),
    hasEvents: integer('has_events').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.recordId] }), uniqueIndex('snapshots_identity').on(t.sessionId, t.createdUs, t.hasEvents)],
);

/** Figures derived from snapshots and those before them, as JSON; `settled_on` names the data that they were computed on. */
export const snapshotFigures = sqliteTable(
  'snapshot_figures',
  {
    sessionId: text('session_id').notNull(),
    recordId: text('record_id').notNull(),
    part: integer().notNull(),
    position: integer().notNull(),
    /** Counts the versions of the prompt in a part from 1, in their order; null: none is described. */
    promptVersion: integer('prompt_version'),
    settledOn: text('settled_on').notNull(),
    figures: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.recordId] }),
    foreignKey({ columns: [t.sessionId, t.recordId], foreignColumns: [snapshots.sessionId, snapshots.recordId] }).onDelete('cascade'),
    index('snapshot_figures_place').on(t.sessionId, t.part, t.position),
  ],
);

/** Derived of `snapshots`; `ns`, `key` and `tag` are null where no prompt is known. */
export const trajectories = sqliteTable(
  'trajectories',
  {
    sessionId: sessionId(),
    part: integer().notNull(),
    ns: text(),
    key: text(),
    tag: text(),
    snapshots: integer().notNull(),
    promptVersions: integer('prompt_versions').notNull(),
    bytes: integer().notNull(),
    firstAtMs: real('first_at_ms').notNull(),
    lastAtMs: real('last_at_ms').notNull(),
    flaw: text(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.part] }),
    index('trajectories_descriptor').on(t.ns, t.key, t.tag, sql`("flaw" IS NOT NULL)`, t.lastAtMs, t.sessionId, t.part),
    index('trajectories_last').on(sql`("flaw" IS NOT NULL)`, t.lastAtMs, t.sessionId, t.part),
  ],
);

/** Descriptor that an import gave for the snapshots in a source. */
export const sourceDescriptors = sqliteTable('source_descriptors', {
  sourceId: text('source_id')
    .primaryKey()
    .references(() => sources.id, { onDelete: 'cascade' }),
  ns: text(),
  key: text(),
  tag: text(),
});

export const toolCalls = sqliteTable(
  'tool_calls',
  {
    sessionId: sessionId(),
    id: text().notNull(),
    callIndex: integer('call_index').notNull(),
    turnIdx: integer('turn_idx'),
    seq: integer().notNull(),
    nativeCallId: text('native_call_id'),
    name: text().notNull(),
    kind: text().notNull(),
    summary: text().notNull(),
    startedAtMs: real('started_at_ms'),
    responseId: text('response_id'),
    callKey: text('call_key').notNull(),
    inheritedFrom: text('inherited_from'),
    /** Copied from the result that completes the call. */
    resultRecordId: text('result_record_id'),
    outcome: text().notNull(),
    outcomeSource: text('outcome_source').notNull(),
    exitCode: integer('exit_code'),
    endedAtMs: real('ended_at_ms'),
    durationMs: real('duration_ms'),
    resultKey: text('result_key'),
    errorKey: text('error_key'),
    /** A 32-bit hash of `call_key` and `result_key`; null without a result. */
    pairHash: integer('pair_hash'),
    /** Size of the whole arguments; `params` holds their first 64 kB. */
    paramsBytes: integer('params_bytes').notNull(),
    params: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.id] }),
    index('tool_calls_native').on(t.sessionId, t.nativeCallId),
    index('tool_calls_index').on(t.sessionId, t.callIndex, t.turnIdx, t.outcome, t.inheritedFrom, t.seq, t.resultRecordId),
    index('tool_calls_pair')
      .on(sql`substr("session_id", 1, 3)`, t.pairHash, t.callIndex)
      .where(sql`pair_hash IS NOT NULL`),
  ],
);

/** WITHOUT ROWID, which the migration says and drizzle cannot: a row is found by its key alone. */
export const toolResults = sqliteTable(
  'tool_results',
  {
    sessionId: sessionId(),
    recordId: text('record_id').notNull(),
    /** The call that it completes: the other way round than `tool_calls.result_record_id`. */
    callId: text('call_id'),
    nativeCallId: text('native_call_id'),
    outcome: text().notNull(),
    outcomeSource: text('outcome_source').notNull(),
    exitCode: integer('exit_code'),
    endedAtMs: real('ended_at_ms'),
    durationMs: real('duration_ms'),
    resultKey: text('result_key').notNull(),
    errorKey: text('error_key'),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.recordId] }),
    // A record that says how a call ended completes none.
    index('tool_results_ends')
      .on(t.sessionId, t.nativeCallId)
      .where(sql`call_id IS NULL AND native_call_id IS NOT NULL`),
  ],
);

/** One row for each (session, id), which `append` sees to: a unique index over ids would be as large as the rest and random. */
export const responses = sqliteTable(
  'responses',
  {
    sessionId: sessionId(),
    /** The source's own id. */
    id: text().notNull(),
    /** The same hash as `records.response_hash`. */
    idHash: integer('id_hash').notNull(),
    turnIdx: integer('turn_idx'),
    model: text(),
    tokensInput: integer('tokens_input'),
    tokensCacheRead: integer('tokens_cache_read'),
    tokensCacheWrite: integer('tokens_cache_write'),
    tokensOutput: integer('tokens_output'),
    tokensReasoning: integer('tokens_reasoning'),
    /** 1: `tokens_output` is from when the answer began; 0: it is final; null: the source does not say. */
    isPartial: integer('is_partial'),
    isFast: integer('is_fast').notNull().default(0),
    cacheWrite1h: integer('cache_write_1h'),
    costUsd: real('cost_usd'),
    costReported: integer('cost_reported').notNull(),
    atMs: real('at_ms'),
    inheritedFrom: text('inherited_from'),
  },
  (t) => [index('responses_id').on(t.idHash), index('responses_session').on(t.sessionId)],
);

export const turns = sqliteTable(
  'turns',
  {
    sessionId: sessionId(),
    turnIdx: integer('turn_idx').notNull(),
    /** Its prompt; of a turn without one its first answer, or what the agent did first. */
    messageId: text('message_id').notNull(),
    hasPrompt: integer('has_prompt').notNull().default(1),
    title: text().notNull(),
    startSeq: integer('start_seq').notNull(),
    startedAtMs: real('started_at_ms'),
    endedAtMs: real('ended_at_ms'),
    activeMs: real('active_ms'),
    toolCalls: integer('tool_calls').notNull(),
    toolErrors: integer('tool_errors').notNull(),
    toolRejected: integer('tool_rejected').notNull(),
    toolDenied: integer('tool_denied').notNull().default(0),
    toolInterrupted: integer('tool_interrupted').notNull().default(0),
    toolUnended: integer('tool_unended').notNull().default(0),
    /** When its newest call began that may still get its end; null: there is none. */
    openCallAtMs: real('open_call_at_ms'),
    tokensOutput: integer('tokens_output'),
    costUsd: real('cost_usd'),
    /** How it ended (`TurnEnded`), and the line that says why it got no answer; null: none does. */
    ended: text().notNull().default('unknown'),
    endedReason: text('ended_reason'),
    /** From its start to its end, as the line that ends a printed run reports it; null: none does, and the times of its records hold. */
    reportedDurationMs: real('reported_duration_ms'),
    outputAtLeast: integer('output_at_least').notNull().default(0),
    costAtLeast: integer('cost_at_least').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.turnIdx] }),
    index('turns_not_answered')
      .on(t.sessionId, t.ended, t.turnIdx)
      .where(sql`ended IN ('interrupted', 'refused', 'service_error', 'usage_limit', 'taken_back')`),
  ],
);

/**
 * Summaries of turns, by their prompts. `turn_key`: what they were made of, '' where that is to be made again. `number` is the row of the
 * search index, `doc` the document there, null until it is indexed. `texts` is what is found; `body` and `previous` are JSON: the rest of
 * the summary, and the whole one before it.
 */
export const summaries = sqliteTable(
  'summaries',
  {
    number: integer().primaryKey(),
    sessionId: sessionId(),
    messageId: text('message_id').notNull(),
    turnIdx: integer('turn_idx').notNull(),
    version: integer().notNull(),
    turnKey: text('turn_key').notNull(),
    /** When the turn ended, or what is known of when it was. */
    listedMs: real('listed_ms').notNull(),
    confidence: text().$type<ConfidenceLevel>().notNull(),
    method: text().$type<SummaryMethod>().notNull(),
    toolCalls: integer('tool_calls').notNull(),
    tools: text().notNull(),
    doc: integer(),
    pending: integer().notNull().default(1),
    texts: text().notNull(),
    body: text().notNull(),
    previous: text(),
    /** Hash of all that the summary is made from; null: not known. */
    turnHash: text('turn_hash'),
    /** 1: a model is to write another one in its place. */
    waits: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('summaries_message').on(t.sessionId, t.messageId),
    index('summaries_turn').on(t.sessionId, t.turnIdx),
    index('summaries_listed').on(t.listedMs, t.number, t.confidence, t.method, t.sessionId, t.toolCalls),
    index('summaries_pending')
      .on(t.number)
      .where(sql`pending = 1`),
    index('summaries_waiting')
      .on(t.listedMs, t.number)
      .where(sql`waits = 1`),
  ],
);

/** A call that started a session, joined when read: neither needs to be there yet. */
export const callLinks = sqliteTable(
  'call_links',
  { sessionId: sessionId(), nativeCallId: text('native_call_id').notNull(), childSessionId: text('child_session_id').notNull() },
  (t) => [primaryKey({ columns: [t.sessionId, t.nativeCallId, t.childSessionId] }), index('call_links_child').on(t.childSessionId)],
);

/**
 * Assessments by observers: rows are added and marked, never rewritten. `generation` counts the different assessments of one call by one
 * configuration, after an earlier call came late.
 */
export const assessments = sqliteTable(
  'assessments',
  {
    sessionId: sessionId(),
    callId: text('call_id').notNull(),
    observer: text().notNull(),
    configKey: text('config_key').notNull(),
    generation: integer().notNull(),
    version: integer().notNull(),
    callIndex: integer('call_index').notNull(),
    /** Order among the assessments of one call. */
    position: integer().notNull(),
    severity: text().notNull(),
    sentAtMs: real('sent_at_ms'),
    superseded: integer().notNull().default(0),
    /** The assessment as JSON. */
    body: text().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.callId, t.observer, t.configKey, t.generation] }),
    index('assessments_call').on(t.sessionId, t.callIndex, t.position),
    index('assessments_sent')
      .on(t.sessionId, t.callIndex, t.observer)
      .where(sql`sent_at_ms IS NOT NULL`),
  ],
);

/**
 * Findings of the standing assessments in each session, each finding once; counted over all sessions at each look at the observers.
 * `severity` is the worst that the finding had, as the place in `assessmentSeverity`.
 */
export const sessionFindings = sqliteTable(
  'session_findings',
  {
    sessionId: sessionId(),
    observer: text().notNull(),
    category: text().notNull(),
    subject: text().notNull(),
    severity: integer().notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.observer, t.category, t.subject] }),
    index('session_findings_found').on(t.observer, t.category, t.severity, t.sessionId),
  ],
);

/** Where the observers of a session stand. `stale_from`: the first call at or before the head that changed since. */
export const observerCheckpoints = sqliteTable('observer_heads', {
  sessionId: sessionId().primaryKey(),
  callIndex: integer('call_index').notNull(),
  callId: text('call_id').notNull(),
  configKey: text('config_key').notNull(),
  staleFrom: integer('stale_from'),
});

/** States of a session's observers, at the checkpoint and at regular intervals before it, from which a reducer continues. */
export const observerStates = sqliteTable(
  'observer_states',
  {
    sessionId: sessionId(),
    callIndex: integer('call_index').notNull(),
    callId: text('call_id').notNull(),
    configKey: text('config_key').notNull(),
    fold: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.callIndex] })],
);

/** Columns that observations have, and their groups, and what was seen of them. */

const toNamedColumns = () => ({
  fingerprint: text().notNull(),
  observer: text().notNull(),
  observerName: text('observer_name').notNull(),
  category: text(),
  title: text().notNull(),
  content: text().notNull(),
  /** 0 critical to 4 info. */
  severity: integer().notNull(),
  state: text().$type<ObservationState>().notNull(),
  synthetic: integer().notNull(),
});

const toResolvedColumns = () => ({
  resolvedAtMs: real('resolved_at_ms'),
  resolvedBy: text('resolved_by'),
  resolutionNote: text('resolution_note'),
});

const toSeenColumns = () => ({
  /** Over what stands of it and is `timed`; where that is 0, no time is known: over all, when it was read, for an order. */
  firstSeenMs: real('first_seen_ms').notNull(),
  lastSeenMs: real('last_seen_ms').notNull(),
  timed: integer().notNull().default(1),
  seen: integer().notNull(),
});

const toWasteColumns = () => ({
  wasteCalls: integer('waste_calls'),
  wasteTokens: integer('waste_tokens'),
  wasteMs: real('waste_ms'),
  wasteUsd: real('waste_usd'),
});

const toWrittenColumns = () => ({
  changedAtMs: real('changed_at_ms').notNull(),
  version: integer().notNull(),
  /** Title, content, observer, category, project and source in lower case. */
  searchText: text('search_text').notNull(),
  /** FNV-1a of the id (of a group: of its fingerprint), 32 bits: what identifies result sets (lib/store/result-set.ts). */
  idHash: integer('id_hash').notNull().default(0),
});

/**
 * Observations that people and agents triage: one row per session and fingerprint; `session_id` is '' for a report without a session.
 * Observers found them, or somebody reported them; rows outlive their findings, but not their session.
 */
export const observations = sqliteTable(
  'observations',
  {
    sessionId: text('session_id').notNull(),
    id: text().notNull(),
    ...toNamedColumns(),
    project: text(),
    sourceType: text('source_type').notNull(),
    sourceRef: text('source_ref'),
    metadata: text().notNull(),
    /** As JSON; null where no observer of calls found it. */
    evidence: text(),
    createdAtMs: real('created_at_ms').notNull(),
    /** When it was found that made or returned it: its severity is the worst since. */
    openedAtMs: real('opened_at_ms').notNull(),
    acknowledgedAtMs: real('acknowledged_at_ms'),
    ...toResolvedColumns(),
    ...toSeenColumns(),
    ...toWasteColumns(),
    cleared: integer().notNull().default(0),
    /** Last label by people and agents, `fixed` or `false_positive`, and its time; it outlasts a return. */
    label: text(),
    labelAtMs: real('label_at_ms'),
    ...toWrittenColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.id] }),
    index('observations_id').on(t.id),
    uniqueIndex('observations_fingerprint').on(t.sessionId, t.fingerprint),
    // Holds all that states of groups are summed up from.
    index('observations_group').on(t.fingerprint, t.timed, t.lastSeenMs, t.id, t.state, t.severity, t.cleared, t.version, t.changedAtMs),
    index('observations_unfound')
      .on(t.sessionId)
      .where(sql`seen = 0`),
    // Covers all that lists filter, count and sort by, in the order in which they group their counts.
    index('observations_listed').on(
      t.cleared,
      t.severity,
      t.state,
      t.observer,
      t.observerName,
      t.project,
      t.timed,
      t.lastSeenMs,
      t.firstSeenMs,
      t.createdAtMs,
      t.seen,
      sql`session_id <> ''`,
      t.version,
      t.idHash,
      t.id,
    ),
    // Read from end to end by text filters: a third of the table.
    index('observations_text').on(t.searchText),
    index('observations_labeled')
      .on(t.fingerprint, t.labelAtMs, t.id)
      .where(sql`label IS NOT NULL`),
    // Lookups for a group that gains an observation, however many it has: its last resolution, and its first observation that is not
    // resolved.
    index('observations_resolved')
      .on(t.fingerprint, sql`"state" = 'stale' AND "resolved_by" IS "observer"`, sql`"resolved_at_ms" DESC`, sql`"version" DESC`, t.id)
      .where(sql`resolved_at_ms IS NOT NULL`),
    index('observations_unresolved')
      .on(t.fingerprint, t.openedAtMs, t.id)
      .where(sql`state IN ('open', 'regressed', 'acknowledged')`),
  ],
);

/**
 * Each time that an observation began, from the call at which it was first found to the furthest at which it ever was. Replays mark and
 * find these rows again. A report begins at no call (0): its `call_id` names the report.
 */
export const observationSightings = sqliteTable(
  'observation_sightings',
  {
    /** '' for what was told without a session. */
    sessionId: text('session_id').notNull(),
    observationId: text('observation_id').notNull(),
    callId: text('call_id').notNull(),
    fingerprint: text().notNull(),
    callIndex: integer('call_index').notNull(),
    lastCallIndex: integer('last_call_index').notNull(),
    /** The last call that its evidence names, as it was found last. */
    evidenceCall: integer('evidence_call').notNull().default(0),
    atMs: real('at_ms').notNull(),
    lastAtMs: real('last_at_ms').notNull(),
    /** 0: no record told a time; those above are when it was read. */
    timed: integer().notNull().default(1),
    superseded: integer().notNull().default(0),
    ...toWasteColumns(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.observationId, t.callId] }),
    index('observation_sightings_day').on(t.fingerprint, t.timed, t.atMs, t.superseded),
  ],
);

/** Sums over the observations of a fingerprint, kept with each write of one of them. */
export const observationGroups = sqliteTable(
  'observation_groups',
  {
    ...toNamedColumns(),
    fingerprint: text().primaryKey(),
    open: integer().notNull(),
    acknowledged: integer().notNull(),
    resolved: integer().notNull(),
    /** The newest resolution, where all are resolved. */
    ...toResolvedColumns(),
    sessions: integer().notNull(),
    /** All of them, by name. */
    projects: text().notNull(),
    ...toSeenColumns(),
    ...toWasteColumns(),
    /** All of it is archived. */
    cleared: integer().notNull(),
    ...toWrittenColumns(),
    /** Another one after each write of the group: what was planned on an older one is not applied. */
    revision: integer().notNull().default(0),
  },
  (t) => [
    index('observation_groups_listed').on(
      t.cleared,
      t.severity,
      t.state,
      t.observer,
      t.observerName,
      t.projects,
      t.timed,
      t.lastSeenMs,
      t.firstSeenMs,
      t.seen,
      t.sessions,
      t.version,
      t.idHash,
      t.fingerprint,
    ),
  ],
);

/** Every change of status, and that an observation was made; rows are only added. */
export const observationTransitions = sqliteTable(
  'observation_transitions',
  {
    seq: integer().primaryKey({ autoIncrement: true }),
    changeId: text('change_id').notNull(),
    sessionId: text('session_id').notNull(),
    observationId: text('observation_id').notNull(),
    fingerprint: text().notNull(),
    kind: text().$type<TransitionKind>().notNull(),
    fromState: text('from_state').$type<ObservationState>(),
    toState: text('to_state').$type<ObservationState>().notNull(),
    note: text(),
    by: text().notNull(),
    atMs: real('at_ms').notNull(),
    callIndex: integer('call_index'),
    /** The observation that triage was carried over from, or to. */
    otherId: text('other_id'),
    /** State that an undo restores, as JSON; null where there is nothing to undo. */
    before: text(),
  },
  (t) => [
    index('observation_transitions_observation').on(t.observationId, t.seq),
    index('observation_transitions_group').on(t.fingerprint, t.seq),
    index('observation_transitions_change').on(t.changeId),
  ],
);

/** Deliveries to sinks, queued from the transitions after `sinks.seq`. */
export const deliveries = sqliteTable(
  'deliveries',
  {
    id: text().primaryKey(),
    sink: text().notNull(),
    event: text().notNull(),
    sessionId: text('session_id').notNull(),
    observationId: text('observation_id').notNull(),
    title: text().notNull(),
    /** The observation as it was queued, as JSON; '' once it was sent. */
    body: text().notNull(),
    state: text().notNull(),
    attempts: integer().notNull(),
    error: text(),
    createdAtMs: real('created_at_ms').notNull(),
    nextAtMs: real('next_at_ms'),
    endedAtMs: real('ended_at_ms'),
  },
  (t) => [
    index('deliveries_due')
      .on(t.sink, t.nextAtMs)
      .where(sql`state = 'pending'`),
    index('deliveries_state').on(t.state, t.createdAtMs, t.id),
    index('deliveries_waiting')
      .on(t.sink, t.createdAtMs)
      .where(sql`state = 'pending'`),
    index('deliveries_dead')
      .on(t.sink)
      .where(sql`state = 'dead'`),
  ],
);

/** How far each sink has been queued, and how much was ever sent to it. */
export const sinks = sqliteTable('sinks', { name: text().primaryKey(), seq: integer().notNull(), sent: integer().notNull().default(0) });

/**
 * Runs of reviewers over sessions; `number` ascends with the order in which they were asked for. Only one run of a session is running, and
 * of those that were never begun, one waits for each key.
 */
export const reviewRuns = sqliteTable(
  'review_runs',
  {
    number: integer().primaryKey(),
    id: text().notNull(),
    sessionId: sessionId(),
    event: text().notNull(),
    source: text().$type<ReviewSource>().notNull(),
    dry: integer().notNull(),
    state: text().$type<ReviewRunState>().notNull(),
    dedupeKey: text('dedupe_key'),
    /** Input of the run, as JSON; '' once it is over. */
    input: text().notNull(),
    attempts: integer().notNull(),
    /** Who runs it, until when; null: nobody does. */
    owner: text(),
    leaseUntilMs: real('lease_until_ms'),
    /** 1: somebody canceled it while it ran. */
    canceled: integer().notNull().default(0),
    createdAtMs: real('created_at_ms').notNull(),
    startedAtMs: real('started_at_ms'),
    endedAtMs: real('ended_at_ms'),
    problem: text(),
  },
  (t) => [
    uniqueIndex('review_runs_id').on(t.id),
    index('review_runs_session').on(t.sessionId, t.number),
    index('review_runs_state').on(t.state, t.number),
    uniqueIndex('review_runs_waiting')
      .on(t.sessionId, t.dedupeKey)
      .where(sql`state = 'queued' AND started_at_ms IS NULL`),
    uniqueIndex('review_runs_running')
      .on(t.sessionId)
      .where(sql`state = 'running'`),
  ],
);

/** Reviewers of a run. `run` is the number of theirs. */
export const reviews = sqliteTable(
  'reviews',
  {
    sessionId: sessionId(),
    run: integer().notNull(),
    reviewerId: text('reviewer_id').notNull(),
    position: integer().notNull(),
    reviewer: text().notNull(),
    bundle: text().notNull(),
    dry: integer().notNull(),
    outcome: text().$type<ReviewOutcome>().notNull(),
    reason: text().notNull(),
    model: text(),
    calls: integer().notNull(),
    inputTokens: integer('input_tokens'),
    outputTokens: integer('output_tokens'),
    costUsd: real('cost_usd'),
    /** Was reserved for requests that were under way when their process ended, and goes on counting: what they cost is not known. */
    interruptedUsd: real('interrupted_usd'),
    startedAtMs: real('started_at_ms'),
    endedAtMs: real('ended_at_ms'),
    found: integer().notNull(),
    foundAgain: integer('found_again').notNull(),
    resolved: integer().notNull(),
    leftOut: text('left_out'),
    problem: text(),
    /** Possible cost of the review, from before its request until it has an answer. */
    reservedUsd: real('reserved_usd'),
    /** Findings in the answer, as JSON; removed together with `exchange`. */
    findings: text(),
    /** States that were looked at, from the answer of the model until the run is over; then they are in `reviewed_states`. */
    states: blob({ mode: 'buffer' }),
    /** Request and answer, as compressed JSON; null: nothing was sent, or the review is not one of the newest. */
    exchange: blob({ mode: 'buffer' }),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.run, t.reviewerId] }),
    index('reviews_reviewer').on(t.reviewerId, t.run),
    index('reviews_costs')
      .on(t.startedAtMs, t.costUsd, t.interruptedUsd)
      .where(sql`calls > 0 OR interrupted_usd IS NOT NULL`),
    index('reviews_reserved')
      .on(t.reservedUsd)
      .where(sql`reserved_usd IS NOT NULL`),
    index('reviews_exchanges')
      .on(t.run)
      .where(sql`exchange IS NOT NULL`),
  ],
);

/** Cost of the reviews of deleted sessions, by day (UTC): deleting does not win a budget back. */
export const deletedReviewCosts = sqliteTable('deleted_review_costs', {
  dayMs: integer('day_ms').primaryKey(),
  usd: real().notNull(),
  interruptedUsd: real('interrupted_usd').notNull(),
  unpriced: integer().notNull(),
});

/** Sums over the reviews of runs that are over; `last_run`: the last in which the reviewer was asked. */
export const reviewerTotals = sqliteTable('reviewer_totals', {
  reviewerId: text('reviewer_id').primaryKey(),
  reviews: integer().notNull(),
  unchanged: integer().notNull(),
  failed: integer().notNull(),
  found: integer().notNull(),
  resolved: integer().notNull(),
  inputTokens: integer('input_tokens'),
  outputTokens: integer('output_tokens'),
  costUsd: real('cost_usd'),
  interruptedUsd: real('interrupted_usd'),
  lastRun: integer('last_run'),
});

/** Last look of each reviewer at a session, apart from rehearsals; `states` as compressed JSON. */
export const reviewedStates = sqliteTable(
  'reviewed_states',
  {
    sessionId: sessionId(),
    reviewerId: text('reviewer_id').notNull(),
    states: blob({ mode: 'buffer' }).notNull(),
    endedAtMs: real('ended_at_ms').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.reviewerId] })],
);

/** Ids of records that a running agent told of, once its file has told the same: what cites the old id still leads to the record. */
export const recordAliases = sqliteTable(
  'record_aliases',
  { sessionId: sessionId(), id: text().notNull(), recordId: text('record_id').notNull() },
  (t) => [primaryKey({ columns: [t.sessionId, t.id] })],
);

export const imports = sqliteTable(
  'imports',
  {
    id: text().primaryKey(),
    origin: text().notNull(),
    label: text().notNull(),
    status: text().notNull(),
    startedAtMs: real('started_at_ms').notNull(),
    finishedAtMs: real('finished_at_ms'),
    newSessions: integer('new_sessions').notNull().default(0),
    /** The process that runs it; null: unknown, from before processes were stored. */
    processId: integer('process_id'),
  },
  (t) => [index('imports_started').on(t.startedAtMs, t.id)],
);

export const importFiles = sqliteTable(
  'import_files',
  {
    importId: text('import_id')
      .notNull()
      .references(() => imports.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    position: integer().notNull(),
    status: text().notNull(),
    bytes: integer().notNull(),
    bytesRead: integer('bytes_read').notNull(),
    records: integer().notNull(),
    toolCalls: integer('tool_calls').notNull(),
    toolErrors: integer('tool_errors').notNull(),
    skippedLines: integer('skipped_lines').notNull(),
    result: text().notNull(),
  },
  (t) => [primaryKey({ columns: [t.importId, t.id] }), index('import_files_position').on(t.importId, t.position)],
);

/** The last run that decoded stored sources again. `reasons`: why sources were kept, as JSON. */
export const upgrades = sqliteTable('upgrades', {
  id: text().primaryKey(),
  startedAtMs: real('started_at_ms').notNull(),
  finishedAtMs: real('finished_at_ms'),
  total: integer().notNull(),
  done: integer().notNull(),
  kept: integer().notNull(),
  reasons: text().notNull(),
  /** Formats and their versions at that time: what was refused is tried again once they are others. */
  formats: text().notNull(),
});

export const watchedFolders = sqliteTable('watched_folders', { path: text().primaryKey(), addedAtMs: real('added_at_ms').notNull() });

export const changes = sqliteTable('changes', {
  seq: integer().primaryKey({ autoIncrement: true }),
  topic: text().notNull(),
  subjectId: text('subject_id').notNull(),
});

/** Sessions by the number that begins the numbers of their documents in the search index. */
export const searchSessions = sqliteTable(
  'search_sessions',
  { number: integer().primaryKey(), sessionId: text('session_id').notNull() },
  (t) => [uniqueIndex('search_sessions_id').on(t.sessionId)],
);

/** Records at or below the watermark of the search index that are to be indexed again, or taken out. */
export const searchPending = sqliteTable('search_pending', { ftsId: integer('fts_id').primaryKey() });

/** Observations by the number of their document, kept by triggers; `doc` is null until they are indexed. */
export const searchObservations = sqliteTable(
  'search_observations',
  {
    number: integer().primaryKey(),
    sessionId: text('session_id').notNull(),
    id: text().notNull(),
    doc: integer(),
    pending: integer().notNull().default(1),
  },
  (t) => [
    uniqueIndex('search_observations_id').on(t.sessionId, t.id),
    index('search_observations_pending')
      .on(t.number)
      .where(sql`pending = 1`),
  ],
);

export const starredSessions = sqliteTable('starred_sessions', {
  sessionId: sessionId().primaryKey(),
  starredAtMs: real('starred_at_ms').notNull(),
});

/** Processes of the agents that hooks ran for, by session; `started` distinguishes one from another that got its number later. */
export const agentProcesses = sqliteTable('agent_processes', {
  sessionId: sessionId().primaryKey(),
  pid: integer().notNull(),
  started: text().notNull(),
});

/** Sessions that a person marked as ended: calls of them and their subagents that had begun by then and have no end get none. */
export const endedSessions = sqliteTable('ended_sessions', {
  sessionId: sessionId().primaryKey(),
  endedAtMs: real('ended_at_ms').notNull(),
});

/** Notes that people wrote about sessions; `searchText` is in lower case. */
export const sessionNotes = sqliteTable('session_notes', {
  sessionId: sessionId().primaryKey(),
  note: text().notNull(),
  searchText: text('search_text').notNull(),
});

/**
 * Examples that retrieval found for a turn of a running session; `examples` as JSON: ids and scores, no texts. `withheld`: an experiment
 * held them back, and the agent got nothing.
 */
export const retrievals = sqliteTable(
  'retrievals',
  {
    sessionId: text('session_id').notNull(),
    turnIdx: integer('turn_idx').notNull(),
    prompt: text().notNull(),
    source: text().notNull(),
    examples: text().notNull(),
    sectionChars: integer('section_chars').notNull(),
    withheld: integer().notNull().default(0),
    atMs: real('at_ms').notNull(),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.turnIdx] }), index('retrievals_at').on(t.atMs, t.sessionId, t.turnIdx)],
);

/**
 * One row for each turn, derived from the transcript or reported; the session may not be in the archive. `reported` has a bit for each
 * value that was reported, which then wins over what is derived (lib/store/sqlite/metrics). Rows are narrow: reports read all of them.
 */
export const turnMetrics = sqliteTable(
  'turn_metrics',
  {
    sessionId: text('session_id').notNull(),
    turnIdx: integer('turn_idx').notNull(),
    retrievalUsed: integer('retrieval_used').notNull().default(0),
    iterations: integer(),
    iterationsBasis: text('iterations_basis'),
    toolErrors: integer('tool_errors'),
    toolErrorsBasis: text('tool_errors_basis'),
    completed: integer(),
    completedBasis: text('completed_basis'),
    durationMs: real('duration_ms'),
    tokens: integer(),
    costUsd: real('cost_usd'),
    reward: real(),
    model: text(),
    reported: integer().notNull().default(0),
    promptChars: integer('prompt_chars'),
    /** As reported; null: the transcript has it. */
    prompt: text(),
    createdAtMs: real('created_at_ms'),
    updatedAtMs: real('updated_at_ms'),
    /** In the last turn: when the newest call began that may still get its end; null: it has none, or the outcome was reported. */
    openCallAtMs: real('open_call_at_ms'),
  },
  (t) => [primaryKey({ columns: [t.sessionId, t.turnIdx] })],
);

/**
 * Sums over the turns of a session, without examples (a) and with (b), so that a report need not read every turn; of turns whose outcome is
 * known, but for `without_outcome`. `last_ms` null: the session has many turns, and those are read.
 */
export const turnRollups = sqliteTable('turn_rollups', {
  sessionId: text('session_id').primaryKey(),
  firstMs: real('first_ms'),
  lastMs: real('last_ms'),
  /** The latest `turn_metrics.open_call_at_ms` of its turns. */
  openCallAtMs: real('open_call_at_ms'),
  withoutOutcome: integer('without_outcome'),
  aTurns: integer('a_turns'),
  aCompletedN: integer('a_completed_n'),
  aCompleted: real('a_completed'),
  aIterations: real('a_iterations'),
  aToolErrorsN: integer('a_tool_errors_n'),
  aToolErrors: real('a_tool_errors'),
  aDurationN: integer('a_duration_n'),
  aDurationMs: real('a_duration_ms'),
  aDurationLog: real('a_duration_log'),
  bTurns: integer('b_turns'),
  bCompletedN: integer('b_completed_n'),
  bCompleted: real('b_completed'),
  bIterations: real('b_iterations'),
  bToolErrorsN: integer('b_tool_errors_n'),
  bToolErrors: real('b_tool_errors'),
  bDurationN: integer('b_duration_n'),
  bDurationMs: real('b_duration_ms'),
  bDurationLog: real('b_duration_log'),
});

/** Sessions that are not offered as examples. */
export const blockedExamples = sqliteTable('blocked_examples', {
  sessionId: sessionId().primaryKey(),
  blockedAtMs: real('blocked_at_ms').notNull(),
});

/** Definitions; fixed once a session is assigned. */
export const experiments = sqliteTable('experiments', {
  id: text().primaryKey(),
  name: text().notNull(),
  kind: text().notNull(),
  hypothesis: text().notNull(),
  treatmentShare: real('treatment_share').notNull(),
  primaryMetric: text('primary_metric').notNull(),
  smallestEffect: real('smallest_effect').notNull(),
  withinCalls: integer('within_calls').notNull(),
  project: text(),
  status: text().notNull(),
  createdAtMs: real('created_at_ms').notNull(),
  startedAtMs: real('started_at_ms'),
  stoppedAtMs: real('stopped_at_ms'),
  archivedAtMs: real('archived_at_ms'),
  /** Version of the meaning of its metrics; kept from its start. */
  metricsVersion: integer('metrics_version').notNull().default(1),
  plannedSessions: integer('planned_sessions'),
  synthetic: integer().notNull().default(0),
});

/** The arm of each session of an experiment, and the first turn that counts. */
export const experimentAssignments = sqliteTable(
  'experiment_assignments',
  {
    sessionId: text('session_id').notNull(),
    experimentId: text('experiment_id')
      .notNull()
      .references(() => experiments.id, { onDelete: 'cascade' }),
    arm: text().notNull(),
    fromTurn: integer('from_turn').notNull(),
    assignedAtMs: real('assigned_at_ms').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.sessionId, t.experimentId] }),
    index('experiment_assignments_experiment').on(t.experimentId, t.assignedAtMs),
  ],
);

/** Sessions that were deleted, by the files that held them: those give them back only to an import that asks for it. */
export const deletedSessions = sqliteTable(
  'deleted_sessions',
  { sessionId: text('session_id').notNull(), path: text().notNull(), deletedAtMs: real('deleted_at_ms').notNull() },
  (t) => [primaryKey({ columns: [t.sessionId, t.path] }), index('deleted_sessions_path').on(t.path)],
);

export const savedSearches = sqliteTable('saved_searches', {
  id: text().primaryKey(),
  name: text().notNull(),
  query: text().notNull(),
  savedAtMs: real('saved_at_ms').notNull(),
});

/** Lists of observations that people named. `shown`: filter and order as JSON. */
export const savedViews = sqliteTable(
  'saved_views',
  { id: text().primaryKey(), name: text().notNull(), shown: text().notNull(), savedAtMs: real('saved_at_ms').notNull() },
  () => [uniqueIndex('saved_views_name').on(sql`"name" COLLATE NOCASE`)],
);

/** How far work that is done in steps has come: `search` is the last `records.fts_id` in the search index. */
export const indexState = sqliteTable('index_state', { name: text().primaryKey(), value: integer().notNull() });

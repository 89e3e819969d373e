import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import { defaultMinScore, maxPromptChars, retrieveInput } from '../../lib/domain/retrieval.ts';
import { turnOutcomeInput } from '../../lib/domain/turn-metric.ts';
import { clipText } from '../../lib/print/cut-text.ts';
import { current, getArgumentSession, sessionArgument } from './session-argument.ts';
import { defineTool } from './tool.ts';

const toIso = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());
/** Characters of a prompt, beside its summary. */
const maxQueryChars = 400;
const session_id = sessionArgument.default(current);

export const sessionTools = [
  defineTool({
    name: 'get_session_assessment',
    title: "Get a session's assessment",
    description: 'Get the latest observer assessment of a session, at or before a call, as Markdown.',
    isReadOnly: true,
    input: { session_id, at_call: z.int().min(0).optional().describe('Call number. Defaults to the newest call.') },
    run: async ({ store, assessments }, input) => {
      const id = await getArgumentSession(store, input.session_id);
      const text = await assessments.markdown(id, input.at_call);
      return text === '' ? 'This session has no assessment.' : text;
    },
  }),
  defineTool({
    name: 'get_session_section',
    title: 'Get current feedback for a session',
    description: 'Get the current feedback for a session, as its agent receives it: active findings and open observations.',
    isReadOnly: true,
    input: { session_id },
    run: async ({ store, assessments, observations }, input) => {
      const id = await getArgumentSession(store, input.session_id);
      const found = await assessments.section(id);
      const open = await observations.section(id);
      const text = [found.trim(), open.trim()].filter((part) => part !== '').join('\n\n');
      return text === '' ? 'This session has no active findings and no open observations.' : text;
    },
  }),
  defineTool({
    name: 'get_session_summaries',
    title: 'Get summaries of a session',
    description:
      'Get what an agent tried and found in each turn of a session, and how sure it could be: in sentences of the session itself, or of a model where method is "model". Continue with next_cursor until it is null.',
    isReadOnly: true,
    input: {
      session_id,
      turn_idx: z.int().min(-1).optional().describe('Only this turn; counts prompts from 0. -1: what was done before the first prompt.'),
      limit: z.int().min(1).max(50).default(20),
      cursor: z.string().max(800).optional().describe('next_cursor of the previous result for the same session.'),
    },
    run: async ({ store, summaries }, { session_id: name, turn_idx, limit, cursor }) => {
      const session = await getArgumentSession(store, name);
      const message = turn_idx === undefined ? undefined : String(turn_idx);
      const page = await summaries.list({ session, message }, { cursor: cursor ?? null, limit });
      const turns = page.items.map(
        ({
          turn_idx: turn,
          user_query,
          summary,
          tools_rationale,
          key_findings,
          confidence_level,
          verification,
          signals,
          method,
          message_id,
        }) => ({
          ...{ turn_idx: turn, record_id: message_id, user_query: clipText(user_query, maxQueryChars) },
          ...{ summary, tools_rationale, key_findings, confidence_level, verification, signals, method },
        }),
      );
      return { turns, total: page.total, next_cursor: page.nextCursor };
    },
  }),
  defineTool({
    name: 'search_records',
    title: 'Search records',
    description:
      'Search prompts, answers, tool calls with arguments and results, and observations, best match first; summaries of turns with kind:summary. Words and "phrases": any may match; +word and +"phrase" must; -word must not; auth* is a prefix. Conditions: tool:bash kind:prompt project:x agent:codex model:… outcome:denied session:… since:7d before:2026-11-01 has:finding is:starred. Continue with next_cursor until it is null.',
    isReadOnly: true,
    input: {
      query: z.string().trim().min(1).max(2_000).describe('Words, phrases and conditions.'),
      session_id: sessionArgument.optional(),
      limit: z.int().min(1).max(50).default(20),
      cursor: z.string().max(400).optional().describe('next_cursor of the previous result of the same search.'),
    },
    run: async ({ store, search }, { query, session_id: name, limit, cursor }) => {
      const sessionId = name === undefined ? undefined : await getArgumentSession(store, name);
      const found = await search.search({ query, cursor: cursor ?? null, limit, sessionId, redacts: true });
      const matches = found.hits.map((hit) => ({
        session_id: hit.sessionId,
        session_title: hit.session?.title ?? null,
        project: hit.session?.project ?? null,
        record_id: hit.recordId,
        observation_id: hit.observationId,
        seq: hit.seq,
        call: hit.callIndex,
        kind: hit.kind,
        tool: hit.tool,
        taken_back: hit.takenBack,
        at: toIso(hit.atMs),
        score: hit.score,
        excerpt: hit.excerpt,
      }));
      return { matches, total: found.total, notes: found.notes, next_cursor: found.nextCursor };
    },
  }),
  defineTool({
    name: 'retrieve_examples',
    title: 'Retrieve examples',
    description:
      'Retrieve past prompts that resemble a new one, with the calls and results that followed, as Markdown. Those that ended well come first. Where nothing fits, says why.',
    isReadOnly: true,
    input: {
      prompt: z.string().trim().min(1).max(maxPromptChars),
      top_k: z.int().min(1).max(10).default(2).describe('Examples at most.'),
      min_score: z
        .number()
        .min(0)
        .max(1)
        .default(defaultMinScore)
        .describe("Least score, as a part of the best one's, of those that have enough of the prompt's words."),
      project: z
        .string()
        .max(400)
        .optional()
        .describe('Only sessions of this project. A name that several projects may mean gives no example.'),
      exclude_session_id: sessionArgument.default(current).describe('The session that asks, which is no example. Defaults to "current".'),
      include_failed: z.boolean().default(false).describe('Include work that failed, as warnings.'),
    },
    run: async ({ store, retrieval }, { exclude_session_id: name, ...input }) => {
      const excluded = await getArgumentSession(store, name).catch((error: unknown) => {
        // The first session in a folder is not in the archive yet: it has nothing that could be an example.
        if (name === current && error instanceof AppError && error.code === 'not_found') return undefined;
        throw error;
      });
      const { section, notes } = await retrieval.retrieve(retrieveInput.parse({ ...input, exclude_session_id: excluded }));
      return section ?? `No example fits this prompt. ${notes.join(' ')}`;
    },
  }),
  defineTool({
    name: 'report_turn_outcome',
    title: 'Report the outcome of a turn',
    description:
      'Report how a turn (a prompt and the work on it) went: whether it was completed, what it took, and whether you used past examples. What is left out keeps what is known.',
    isReadOnly: false,
    input: {
      session_id,
      turn_idx: turnOutcomeInput.shape.turn_idx.optional().describe('Counts prompts from 0. Defaults to the newest turn.'),
      completed: z.boolean().optional(),
      iterations: z.int().min(0).max(1_000_000_000).optional().describe('Responses of the model.'),
      tool_error_count: z.int().min(0).max(1_000_000_000).optional(),
      duration_ms: z.number().min(0).max(1e12).optional().describe('Active time, in milliseconds.'),
      reward: z.number().min(-1e9).max(1e9).optional().describe('A score of the result.'),
      retrieval_used: z
        .boolean()
        .optional()
        .describe('Whether you got examples of past work for this turn, such as from retrieve_examples.'),
    },
    run: async ({ store, metrics }, { session_id: name, turn_idx, ...outcome }) => {
      const id = await getArgumentSession(store, name);
      const newest = Math.max(0, ((await store.findSession(id))?.turns ?? 0) - 1);
      const input = turnOutcomeInput.parse({ ...outcome, session_id: id, turn_idx: turn_idx ?? newest });
      const { turn, created, notes } = await metrics.putOutcome(input);
      const { turnIdx, completed, iterations, toolErrors, durationMs, reward, retrievalUsed } = turn;
      const measured = { iterations, tool_error_count: toolErrors, duration_ms: durationMs, reward };
      const stored = { turn_idx: turnIdx, completed, ...measured, retrieval_used: retrievalUsed };
      return { status: created ? 'created' : 'updated', session_id: id, ...stored, notes };
    },
  }),
];

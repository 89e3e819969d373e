import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import { defaultMinScore, maxPromptChars, retrieveInput } from '../../lib/domain/retrieval.ts';
import { current, getArgumentSession, sessionArgument } from './session-argument.ts';
import { defineTool } from './tool.ts';

const toIso = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());
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
    name: 'search_records',
    title: 'Search records',
    description:
      'Search prompts, answers, tool calls with arguments and results, and observations, best match first. Words: any may match; "phrase" and +word must; -word must not; auth* is a prefix. Conditions: tool:bash kind:prompt project:x agent:codex model:… status:error session:… since:7d before:2026-11-01 has:finding is:starred. Continue with next_cursor until it is null.',
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
      'Retrieve past prompts that resemble a new one, with the calls and results that followed, as Markdown. Those that ended well come first.',
    isReadOnly: true,
    input: {
      prompt: z.string().trim().min(1).max(maxPromptChars),
      top_k: z.int().min(1).max(10).default(2).describe('Examples at most.'),
      min_score: z.number().min(0).max(1).default(defaultMinScore).describe("Least score, as a part of the best one's."),
      project: z.string().max(400).optional().describe('Only sessions of this project.'),
      exclude_session_id: sessionArgument.default(current).describe('The session that asks, which is no example. Defaults to "current".'),
      include_failed: z.boolean().default(false).describe('Include work that failed, as warnings.'),
    },
    run: async ({ store, retrieval }, { exclude_session_id: name, ...input }) => {
      const excluded = await getArgumentSession(store, name).catch((error: unknown) => {
        // The first session in a folder is not in the archive yet: it has nothing that could be an example.
        if (name === current && error instanceof AppError && error.code === 'not_found') return undefined;
        throw error;
      });
      const { section } = await retrieval.retrieve(retrieveInput.parse({ ...input, exclude_session_id: excluded }));
      return section ?? 'No past prompt with calls resembles this one.';
    },
  }),
];

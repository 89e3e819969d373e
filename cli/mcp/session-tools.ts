import * as z from 'zod';
import { searchRecords } from '../../lib/services/search/search-records.ts';
import { getArgumentSession, sessionArgument } from './session-argument.ts';
import { defineTool } from './tool.ts';

const toIso = (atMs: number | null): string | null => (atMs === null ? null : new Date(atMs).toISOString());
const session_id = sessionArgument.default('current');

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
      'Search records (prompts, answers, tool calls with arguments and results) for a text, ignoring case, in one session or all, newest sessions first. Continue with next_cursor until it is null.',
    isReadOnly: true,
    input: {
      text: z.string().trim().min(1).max(400).describe('Plain text to search for; no operators.'),
      session_id: sessionArgument.optional(),
      limit: z.int().min(1).max(50).default(20),
      cursor: z.string().max(2_000).optional().describe('next_cursor of the previous result of the same search.'),
    },
    run: async ({ store }, { text, session_id: name, limit, cursor }) => {
      const sessionId = name === undefined ? null : await getArgumentSession(store, name);
      const found = await searchRecords({ store, now: Date.now }, { text, sessionId, cursor: cursor ?? null, limit });
      const matches = found.matches.map(({ session, record, excerpt }) => ({
        session_id: session.id,
        session_title: session.title,
        project: session.project,
        record_id: record.id,
        seq: record.seq,
        call: record.toolCall?.callIndex ?? null,
        kind: record.kind,
        tool: record.toolCall?.name ?? null,
        at: toIso(record.atMs),
        excerpt,
      }));
      return { matches, sessions_searched: found.sessionsSearched, next_cursor: found.nextCursor };
    },
  }),
];

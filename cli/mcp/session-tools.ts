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
    description: 'What the observers said last of a session, at or before a call, as Markdown. Empty assessments are said to be so.',
    isReadOnly: true,
    input: { session_id, at_call: z.int().min(0).optional().describe('As of this call; the newest unless it is given.') },
    run: async ({ store, assessments }, input) => {
      const id = await getArgumentSession(store, input.session_id);
      const text = await assessments.markdown(id, input.at_call);
      return text === '' ? 'The observers have said nothing of this session.' : text;
    },
  }),
  defineTool({
    name: 'get_session_section',
    title: 'Get what a session is to be told',
    description: 'What stands of a session now, in the words in which its agent is told: findings of the observers, and open observations.',
    isReadOnly: true,
    input: { session_id },
    run: async ({ store, assessments, observations }, input) => {
      const id = await getArgumentSession(store, input.session_id);
      const found = await assessments.section(id);
      const open = await observations.section(id);
      const text = [found.trim(), open.trim()].filter((part) => part !== '').join('\n\n');
      return text === '' ? 'Nothing stands against this session, and none of its observations is open.' : text;
    },
  }),
  defineTool({
    name: 'search_records',
    title: 'Search records',
    description:
      'Records (prompts, answers, tool calls with arguments and results) that hold a text, whatever its case, in one session or in all, newest sessions first. Go on with next_cursor while it is not null.',
    isReadOnly: true,
    input: {
      text: z.string().trim().min(1).max(400).describe('Plain text, as it stands there; no operators.'),
      session_id: sessionArgument.optional(),
      limit: z.int().min(1).max(50).default(20),
      cursor: z.string().max(2_000).optional().describe('next_cursor of the answer before, to the same search.'),
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

import * as z from 'zod';
import { mostNoteChars, observationSeverity, observationStatus, resolutionReason } from '../../lib/domain/observation.ts';
import { getArgumentSession, sessionArgument } from './session-argument.ts';
import { defineTool } from './tool.ts';

const mostListed = 50;

const id = z.string().min(1).max(200).describe('Id of the observation, as list_observations tells it.');
const note = z.string().max(mostNoteChars).optional().describe('Why, in a sentence or two; people read it in the history.');

export const observationTools = [
  defineTool({
    name: 'list_observations',
    title: 'List observations',
    description:
      'Problems that observers, reviewers and people found in sessions, most severe first: the open ones unless another status is asked for. Counts are over all that match, not over the page.',
    isReadOnly: true,
    input: {
      status: z.enum([...observationStatus.options, 'any']).default('open'),
      severity: z.array(observationSeverity).min(1).optional().describe('Of these severities alone.'),
      observer: z.string().max(400).optional().describe('Id or name of the observer.'),
      session_id: sessionArgument.optional(),
      sort_by: z.enum(['severity', 'created_at']).default('severity'),
      limit: z.int().min(1).max(mostListed).default(20),
    },
    run: async ({ store, observations }, { status, severity, observer, session_id, sort_by, limit }) => {
      const filters = {
        ...(status !== 'any' && { status }),
        ...(severity && { severity }),
        ...(observer !== undefined && { observer }),
        ...(session_id !== undefined && { session_id: await getArgumentSession(store, session_id) }),
      };
      return observations.tool({ operation: 'list', filters, sort_by, limit });
    },
  }),
  defineTool({
    name: 'get_observation',
    title: 'Get an observation',
    description: 'One observation in full.',
    isReadOnly: true,
    input: { id },
    run: ({ observations }, input) => observations.tool({ operation: 'get', observation_id: input.id }),
  }),
  defineTool({
    name: 'acknowledge_observation',
    title: 'Acknowledge an observation',
    description: 'Says that you have seen an open observation and take care of it. A resolved one is refused: reopen it first.',
    isReadOnly: false,
    input: { id, note },
    run: ({ observations }, input) =>
      observations.tool({ operation: 'acknowledge', observation_id: input.id, ...(input.note && { note: input.note }) }),
  }),
  defineTool({
    name: 'resolve_observation',
    title: 'Resolve an observation',
    description:
      'Closes an observation: fixed (it returns as regressed when it is found again), false_positive or wont_fix (it stays closed), stale (it opens again when it is found).',
    isReadOnly: false,
    input: { id, reason: resolutionReason.default('fixed'), note },
    run: ({ observations }, input) =>
      observations.tool({
        operation: 'resolve',
        observation_id: input.id,
        reason: input.reason,
        ...(input.note && { resolution_note: input.note }),
      }),
  }),
  defineTool({
    name: 'reopen_observation',
    title: 'Reopen an observation',
    description: 'Opens an observation again that was acknowledged or resolved.',
    isReadOnly: false,
    input: { id, note },
    run: ({ observations }, input) =>
      observations.tool({ operation: 'reopen', observation_id: input.id, ...(input.note && { note: input.note }) }),
  }),
];

import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import { maxNoteChars, observationSeverity, observationStatus, resolutionReason } from '../../lib/domain/observation.ts';
import { getArgumentSession, sessionArgument } from './session-argument.ts';
import { defineTool } from './tool.ts';

const maxListed = 50;

const anId = z.string().min(1).max(200);
/** `observation_id` and `resolution_note` are the names in the specification. */
const named = {
  id: anId
    .optional()
    .describe(
      'Observation id, or a prefix of 6 or more characters, as shown in lists and summaries. Required unless observation_id is set.',
    ),
  observation_id: anId.optional().describe('Alias for id.'),
};
const aNote = z.string().max(maxNoteChars).optional();
const noted = {
  note: aNote.describe('Reason, in a sentence or two. It appears in the history.'),
  resolution_note: aNote.describe('Alias for note.'),
};

type Named = { id?: string | undefined; observation_id?: string | undefined };
type Noted = { note?: string | undefined; resolution_note?: string | undefined };

/** The value of an argument with an alias. Fails with `invalid_input` if the two differ. */
const findGiven = (names: string, one: string | undefined, other: string | undefined): string | undefined => {
  if (one !== undefined && other !== undefined && one !== other)
    throw new AppError('invalid_input', `${names} are the same argument. Set only one of them.`);
  return one ?? other;
};
const getId = ({ id, observation_id }: Named): string => {
  const given = findGiven('id and observation_id', id, observation_id);
  if (given === undefined) throw new AppError('invalid_input', 'id is required. list_observations returns ids.');
  return given;
};
const findNote = ({ note, resolution_note }: Noted): string | null => findGiven('note and resolution_note', note, resolution_note) || null;

export const observationTools = [
  defineTool({
    name: 'list_observations',
    title: 'List observations',
    description:
      'List problems that observers, reviewers and people found in sessions, most severe first. Returns open ones by default. Counts cover all matches, not just this page.',
    isReadOnly: true,
    input: {
      status: z.enum([...observationStatus.options, 'any']).default('open'),
      severity: z.array(observationSeverity).min(1).optional().describe('Only these severities.'),
      observer: z.string().max(400).optional().describe('Observer id or name.'),
      session_id: sessionArgument.optional(),
      sort_by: z.enum(['severity', 'created_at']).default('severity'),
      limit: z.int().min(1).max(maxListed).default(20),
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
    description:
      'Get one observation in full: description, number of occurrences, evidence calls with their results, cost, history, and status of the same problem in other sessions. Use get_session_assessment for more about a call.',
    isReadOnly: true,
    input: named,
    run: async ({ observations }, input) => observations.tool({ operation: 'get', observation_id: getId(input) }),
  }),
  defineTool({
    name: 'acknowledge_observation',
    title: 'Acknowledge an observation',
    description: 'Acknowledge an open observation: you have seen it and will handle it. Fails if it is resolved; reopen it first.',
    isReadOnly: false,
    input: { ...named, ...noted },
    run: async ({ observations }, input) =>
      observations.tool({ operation: 'acknowledge', observation_id: getId(input), note: findNote(input) }),
  }),
  defineTool({
    name: 'resolve_observation',
    title: 'Resolve an observation',
    description:
      'Resolve an observation. On a new detection, fixed becomes regressed, false_positive and wont_fix stay resolved, and stale reopens.',
    isReadOnly: false,
    input: { ...named, reason: resolutionReason.default('fixed'), ...noted },
    run: async ({ observations }, input) =>
      observations.tool({ operation: 'resolve', observation_id: getId(input), reason: input.reason, resolution_note: findNote(input) }),
  }),
  defineTool({
    name: 'reopen_observation',
    title: 'Reopen an observation',
    description: 'Reopen an acknowledged or resolved observation.',
    isReadOnly: false,
    input: { ...named, ...noted },
    run: async ({ observations }, input) => observations.tool({ operation: 'reopen', observation_id: getId(input), note: findNote(input) }),
  }),
];

import * as z from 'zod';
import { AppError } from '../../lib/domain/errors.ts';
import { maxNoteChars, observationSeverity, observationStatus, resolutionReason } from '../../lib/domain/observation.ts';
import { getArgumentSession, sessionArgument } from './session-argument.ts';
import { defineTool } from './tool.ts';

const maxListed = 50;

const anId = z.string().min(1).max(200);
/** The seed's names beside ours. */
const named = {
  id: anId
    .optional()
    .describe(
      'The observation: its id, or how that begins (6 characters or more), as lists and summaries tell it. Needed, unless observation_id is given.',
    ),
  observation_id: anId.optional().describe('Another name of id.'),
};
const aNote = z.string().max(maxNoteChars).optional();
const noted = {
  note: aNote.describe('Why, in a sentence or two; people read it in the history.'),
  resolution_note: aNote.describe('Another name of note.'),
};

type Named = { id?: string | undefined; observation_id?: string | undefined };
type Noted = { note?: string | undefined; resolution_note?: string | undefined };

/** What is given under one of two names. Fails with `invalid_input` where both say something else. */
const findGiven = (names: string, one: string | undefined, other: string | undefined): string | undefined => {
  if (one !== undefined && other !== undefined && one !== other)
    throw new AppError('invalid_input', `${names} are the same argument: give one of them.`);
  return one ?? other;
};
const getId = ({ id, observation_id }: Named): string => {
  const given = findGiven('id and observation_id', id, observation_id);
  if (given === undefined) throw new AppError('invalid_input', 'id: name the observation by its id, as list_observations tells it.');
  return given;
};
const findNote = ({ note, resolution_note }: Noted): string | null => findGiven('note and resolution_note', note, resolution_note) || null;

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
      'One observation in full: what it says, how often it was seen, the calls it rests on and what they gave, what it cost, its history, and where the same thing stands in other sessions. get_session_assessment tells more of a call.',
    isReadOnly: true,
    input: named,
    run: async ({ observations }, input) => observations.tool({ operation: 'get', observation_id: getId(input) }),
  }),
  defineTool({
    name: 'acknowledge_observation',
    title: 'Acknowledge an observation',
    description: 'Says that you have seen an open observation and take care of it. A resolved one is refused: reopen it first.',
    isReadOnly: false,
    input: { ...named, ...noted },
    run: async ({ observations }, input) =>
      observations.tool({ operation: 'acknowledge', observation_id: getId(input), note: findNote(input) }),
  }),
  defineTool({
    name: 'resolve_observation',
    title: 'Resolve an observation',
    description:
      'Closes an observation: fixed (it returns as regressed when it is found again), false_positive or wont_fix (it stays closed), stale (it opens again when it is found).',
    isReadOnly: false,
    input: { ...named, reason: resolutionReason.default('fixed'), ...noted },
    run: async ({ observations }, input) =>
      observations.tool({ operation: 'resolve', observation_id: getId(input), reason: input.reason, resolution_note: findNote(input) }),
  }),
  defineTool({
    name: 'reopen_observation',
    title: 'Reopen an observation',
    description: 'Opens an observation again that was acknowledged or resolved.',
    isReadOnly: false,
    input: { ...named, ...noted },
    run: async ({ observations }, input) => observations.tool({ operation: 'reopen', observation_id: getId(input), note: findNote(input) }),
  }),
];

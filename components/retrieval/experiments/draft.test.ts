import { describe, expect, it } from 'vitest';
import { experimentInput } from '@/lib/domain/experiment.ts';
import { emptyDraft, readDraft, splitServerProblems, toDraft } from './draft.ts';

const named = { ...emptyDraft, name: ' examples-on-prompt ' };

describe('a definition that is typed', () => {
  it('becomes what the server accepts: percentages are shares', () => {
    const { input, problems } = readDraft({ ...named, treatment: '12.5', smallestEffect: '8' });
    expect(problems).toEqual({});
    expect(input).toMatchObject({
      name: 'examples-on-prompt',
      arms: { control: 0.875, treatment: 0.125 },
      smallestEffect: 0.08,
      project: null,
    });
    expect(experimentInput.safeParse(input).success).toBe(true);
    expect(readDraft({ ...named, primaryMetric: 'iterations', smallestEffect: '1,5' }).input.smallestEffect).toBe(1.5);
    expect(readDraft({ ...named, primaryMetric: 'duration', smallestEffect: '10' }).input.smallestEffect).toBe(0.1);
  });

  it('names what is wrong, at its field', () => {
    expect(readDraft({ ...emptyDraft, treatment: '100', smallestEffect: '' }).problems).toEqual({
      name: 'Enter a name.',
      treatment: 'A percentage between 0 and 100, such as 50.',
      smallestEffect: 'A number above 0.',
    });
    expect(readDraft({ ...named, smallestEffect: '100' }).problems.smallestEffect).toBe('Less than 100.');
    expect(readDraft({ ...named, primaryMetric: 'recovered', withinCalls: '1.5' }).problems).toEqual({
      primaryMetric: 'Recovery is a metric of feedback experiments.',
      withinCalls: 'A whole number, 1 to 200.',
    });
  });

  it('comes back from a stored one as it was', () => {
    const { input } = readDraft({ ...named, name: 'x', treatment: '30', smallestEffect: '2.5' });
    const times = { createdAtMs: 0, startedAtMs: null, stoppedAtMs: null, archivedAtMs: null };
    const stored = {
      ...input,
      ...times,
      id: '1',
      status: 'draft' as const,
      metricsVersion: 2,
      plannedSessions: null,
      assigned: 0,
      synthetic: false,
    };
    expect(toDraft(stored)).toEqual({ ...named, name: 'x', treatment: '30', smallestEffect: '2.5' });
  });

  it('shows what the server refuses at its field', () => {
    const message = 'body.arms.control: Too small; body.smallestEffect: is a share: use 0.08 for 8 points or 8 %; body: broken.';
    expect(splitServerProblems(message)).toEqual({
      fields: { treatment: 'Too small', smallestEffect: 'is a share: use 0.08 for 8 points or 8 %' },
      rest: 'body: broken.',
    });
    expect(splitServerProblems('The database is busy.')).toEqual({ fields: {}, rest: 'The database is busy.' });
  });
});

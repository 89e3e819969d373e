import { pick, type Said } from './said.ts';

/** Outcome of one turn as a file reports it. `nativeIdx`: the file's own number of the turn. Null: not known. */
export type TurnOutcome = {
  nativeIdx: number;
  retrievalUsed: boolean | null;
  iterations: number | null;
  toolErrors: number | null;
  completed: boolean | null;
  durationMs: number | null;
  model: string | null;
  createdAtMs: number | null;
  updatedAtMs: number | null;
};

/** Agents that measure their turns themselves: one of which their files say nothing has no outcome. */
export const measuringAgents: readonly string[] = ['oats'];

type OutcomeField = Exclude<keyof TurnOutcome, 'nativeIdx'>;
export type TurnOutcomeFacts = { [Field in OutcomeField]?: Said<NonNullable<TurnOutcome[Field]>> };

type OutcomesByTurn = Record<string, TurnOutcomeFacts> | undefined;

const outcomeFields = [
  'retrievalUsed',
  'iterations',
  'toolErrors',
  'completed',
  'durationMs',
  'model',
  'createdAtMs',
  'updatedAtMs',
] as const;

/** The latest report of each value of a turn holds. */
export const toOutcomeFacts = (outcome: TurnOutcome, line: number): Record<string, TurnOutcomeFacts> => {
  const at = [outcome.updatedAtMs ?? 0, line] as const;
  const said = outcomeFields.flatMap((field) => (outcome[field] === null ? [] : [[field, { value: outcome[field], at }] as const]));
  return { [outcome.nativeIdx]: Object.fromEntries(said) };
};

const mergeOutcome = (a: TurnOutcomeFacts = {}, b: TurnOutcomeFacts = {}): TurnOutcomeFacts => ({
  ...a,
  ...Object.fromEntries(
    outcomeFields.flatMap((field) => {
      const said = pick<unknown>(a[field], b[field], 'latest');
      return said ? [[field, said]] : [];
    }),
  ),
});

export const mergeOutcomes = (a: OutcomesByTurn, b: OutcomesByTurn): OutcomesByTurn => {
  if (!a || !b) return a ?? b;
  return { ...a, ...Object.fromEntries(Object.entries(b).map(([turn, said]) => [turn, mergeOutcome(a[turn], said)])) };
};

/** Outcomes of a session's turns in the order of the sources' own numbers; the latest report of each value holds. */
export const listTurnOutcomes = (turnOutcomes: Record<string, TurnOutcomeFacts> = {}): TurnOutcome[] =>
  Object.entries(turnOutcomes)
    .map(([nativeIdx, said]) => ({
      nativeIdx: Number(nativeIdx),
      retrievalUsed: said.retrievalUsed?.value ?? null,
      iterations: said.iterations?.value ?? null,
      toolErrors: said.toolErrors?.value ?? null,
      completed: said.completed?.value ?? null,
      durationMs: said.durationMs?.value ?? null,
      model: said.model?.value ?? null,
      createdAtMs: said.createdAtMs?.value ?? null,
      updatedAtMs: said.updatedAtMs?.value ?? null,
    }))
    .sort((one, other) => one.nativeIdx - other.nativeIdx);

type Turn = { shared: ReadonlySet<string> | null; ended: Promise<unknown> };

/**
 * Runs work in order of arrival: it waits for all before it that have something in common with it. Work for which that is null waits
 * for everything before it, and everything behind waits for it.
 */
export const makeTurns = () => {
  const running = new Set<Turn>();
  let lastBegun: Promise<unknown> = Promise.resolve();
  const isBefore = (one: Turn, shared: readonly string[] | null): boolean =>
    one.shared === null || shared === null || shared.some((each) => one.shared?.has(each));

  /** `listShared` must not fail. */
  return async <Result>(listShared: Promise<readonly string[] | null>, work: () => Promise<Result>): Promise<Result> => {
    const before = lastBegun;
    const begun = (async () => {
      const shared = await listShared;
      await before;
      const awaited = [...running].filter((one) => isBefore(one, shared)).map(({ ended }) => ended);
      const result = Promise.all(awaited).then(work);
      const turn: Turn = { shared: shared && new Set(shared), ended: result.catch(() => undefined) };
      running.add(turn);
      void turn.ended.then(() => running.delete(turn));
      return { result };
    })();
    lastBegun = begun;
    return (await begun).result;
  };
};

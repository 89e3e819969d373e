/** Behind a figure of a session: the same together with its subagents; nothing where it has none. */
export const SubagentSum = ({ sum }: { sum: string | null }) =>
  sum === null ? null : <span className="font-normal text-text2"> · {sum}</span>;

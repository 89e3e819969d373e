type Task = { text: string } | { value: unknown };

/** JSON text of a parsed value, as `JSON.stringify` gives it, but at any depth: nothing is called for a level. */
export const writeDeepJson = (value: unknown): string => {
  const written: string[] = [];
  const tasks: Task[] = [{ value }];
  for (let task = tasks.pop(); task; task = tasks.pop()) {
    if ('text' in task) written.push(task.text);
    else tasks.push(...toTasks(task.value).reverse());
  }
  return written.join('');
};

const toTasks = (value: unknown): Task[] => {
  if (typeof value !== 'object' || value === null) return [{ text: JSON.stringify(value ?? null) }];
  if (Array.isArray(value)) return toListTasks(value);
  const all: [string, unknown][] = Object.entries(value);
  const entries = all.filter(([, inner]) => inner !== undefined);
  return [{ text: '{' }, ...joined(entries.map(([key, inner]) => [{ text: `${JSON.stringify(key)}:` }, { value: inner }])), { text: '}' }];
};

const toListTasks = (list: readonly unknown[]): Task[] => [{ text: '[' }, ...joined(list.map((item) => [{ value: item }])), { text: ']' }];

const joined = (groups: readonly Task[][]): Task[] => groups.flatMap((group, index) => (index === 0 ? group : [{ text: ',' }, ...group]));

/** Names of events that hosts of agents give to ours. */
const aliases: Readonly<Record<string, string>> = {
  'orchestrator:complete': 'response:complete',
  'prompt:complete': 'response:complete',
  'prompt:submit': 'message:received',
};

/** Events at which most reviewers run; bundles may name others of their own. */
export const reviewEvents = ['message:received', 'response:complete', 'tool:post'] as const;

/** When reviewers run whose bundle does not say. */
export const defaultEvent = 'response:complete';

/** Our name of an event. */
export const toEvent = (name: string): string => (Object.hasOwn(aliases, name) && aliases[name]) || name;

export const eventPattern = /^[a-z][a-z0-9_.-]*(?::[a-z0-9_.-]+)*$/u;

/** Whether a text can be the name of an event. */
export const isEventName = (name: string): boolean => eventPattern.test(name) && name.length <= 100;

import type { ModelState, SummariesConfig } from '../domain/summaries-config.ts';
import { findModelAccess, keyNames, listKeys, type ModelAccess, type Variables } from '../models/access.ts';

const benefit =
  'A model writes summaries in its own words, in the language of the prompt; without one, sentences are chosen from the session.';

/** Whether a model summarizes turns, in words, and what it takes to ask it; `access` is null unless the state is `on`. */
export const findModelState = (
  { provider, model }: SummariesConfig,
  variables: Variables,
): { state: ModelState; access: ModelAccess | null } => {
  const keys = listKeys(variables);
  if (provider === 'none' || model === undefined) {
    const first = keys.length > 0 ? `${keys.join(' and ')} ${keys.length === 1 ? 'is' : 'are'} set, but nothing is sent` : 'No key is set';
    const rest = keys.length > 0 ? 'To use it, set' : `To use one, set ${keyNames.anthropic} or ${keyNames.openai}, and`;
    const message = `${first}. ${benefit} ${rest} provider and model under summaries: in observatory.config.yaml.`;
    return { state: { state: 'off', provider: null, model: null, keys, message }, access: null };
  }
  const asked = { provider, model, keys };
  const found = findModelAccess({ provider, model }, variables);
  if (found.access === null) {
    const message = found.remedy === null ? found.problem : `${found.problem} ${benefit} ${found.remedy}`;
    return { state: { ...asked, state: found.missing, message }, access: null };
  }
  const message = `${model} summarizes turns: they are sent to ${found.server}, without keys, tokens and passwords.`;
  return { state: { ...asked, state: 'on', message }, access: found.access };
};

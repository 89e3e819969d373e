import { isLoopback } from '../domain/sink-config.ts';
import type { ModelProvider, ModelState, SummariesConfig } from '../domain/summaries-config.ts';

/** What it takes to ask a model. */
export type ModelAccess = { provider: ModelProvider; model: string; key: string; baseUrl: string };

const keyNames = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' } as const;
const names = { anthropic: 'Anthropic', openai: 'OpenAI' } as const;
/** Not read from `ANTHROPIC_BASE_URL`, which agents are pointed elsewhere with. */
const anthropicUrl = 'https://api.anthropic.com/v1';
const openaiUrl = 'https://api.openai.com/v1';

const benefit =
  'A model writes summaries in its own words, in the language of the prompt; without one, sentences are chosen from the session.';

const findUrlProblem = (text: string): string | null => {
  if (!URL.canParse(text)) return 'is not a URL such as http://127.0.0.1:11434/v1';
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== '' || password !== '') return 'must not contain a user or password: the key goes into OPENAI_API_KEY';
  if (protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))) return null;
  return 'must start with https://; http:// is allowed only for this machine (localhost, 127.0.0.1, [::1])';
};

/** `https://api.openai.com`, without a path, user or password. */
const toServerName = (provider: ModelProvider, baseUrl: string): string =>
  baseUrl === anthropicUrl || baseUrl === openaiUrl ? names[provider] : new URL(baseUrl).origin;

type Variables = Readonly<Record<string, string | undefined>>;

/** Whether a model is asked, in words, and what it takes to ask it; `access` is null unless the state is `on`. */
export const findModelAccess = (
  { provider, model }: SummariesConfig,
  variables: Variables,
): { state: ModelState; access: ModelAccess | null } => {
  const read = (name: string): string | undefined => variables[name]?.trim() || undefined;
  const keys = Object.values(keyNames).filter((name) => read(name) !== undefined);
  if (provider === 'none' || model === undefined) {
    const first = keys.length > 0 ? `${keys.join(' and ')} ${keys.length === 1 ? 'is' : 'are'} set, but nothing is sent` : 'No key is set';
    const rest = keys.length > 0 ? 'To use it, set' : `To use one, set ${keyNames.anthropic} or ${keyNames.openai}, and`;
    const message = `${first}. ${benefit} ${rest} provider and model under summaries: in observatory.config.yaml.`;
    return { state: { state: 'off', provider: null, model: null, keys, message }, access: null };
  }
  const key = read(keyNames[provider]);
  const asked = { provider, model, keys };
  if (key === undefined) {
    const message = `${keyNames[provider]} is not set, so ${model} is not asked. ${benefit} Set the variable where the server starts.`;
    return { state: { ...asked, state: 'no_key', message }, access: null };
  }
  const baseUrl = provider === 'anthropic' ? anthropicUrl : (read('OPENAI_BASE_URL') ?? openaiUrl);
  const problem = findUrlProblem(baseUrl);
  if (problem !== null) return { state: { ...asked, state: 'bad_url', message: `OPENAI_BASE_URL ${problem}.` }, access: null };
  const message = `${model} summarizes turns: they are sent to ${toServerName(provider, baseUrl)}, without keys, tokens and passwords.`;
  return { state: { ...asked, state: 'on', message }, access: { provider, model, key, baseUrl } };
};

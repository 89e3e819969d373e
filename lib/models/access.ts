import { isLoopback } from '../domain/sink-config.ts';
import type { ModelProvider } from '../domain/summaries-config.ts';

/** Everything needed to ask a model. */
export type ModelAccess = { provider: ModelProvider; model: string; key: string; baseUrl: string };

/** Environment variables, which hold the keys. */
export type Variables = Readonly<Record<string, string | undefined>>;

export const keyNames = { anthropic: 'ANTHROPIC_API_KEY', openai: 'OPENAI_API_KEY' } as const;
const names = { anthropic: 'Anthropic', openai: 'OpenAI' } as const;
/** Not read from `ANTHROPIC_BASE_URL`, which agents are pointed elsewhere with. */
const anthropicUrl = 'https://api.anthropic.com/v1';
const openaiUrl = 'https://api.openai.com/v1';

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

const read = (variables: Variables, name: string): string | undefined => variables[name]?.trim() || undefined;

/** Names of the variables that hold a key. */
export const listKeys = (variables: Variables): string[] => Object.values(keyNames).filter((name) => read(variables, name) !== undefined);

/** Who answers as a model: Anthropic as Claude, a server that is compatible with OpenAI as all others. */
export const toProvider = (model: string): ModelProvider => (/^claude/iu.test(model) ? 'anthropic' : 'openai');

/** `server`: whom requests go to. `missing`, `problem` and `remedy`: why the model cannot be asked, and what changes that, as sentences. */
type FoundAccess =
  { access: ModelAccess; server: string } | { access: null; missing: 'no_key' | 'bad_url'; problem: string; remedy: string | null };

/** Finds the access to a model in the environment. */
export const findModelAccess = (
  { model, provider = toProvider(model) }: { model: string; provider?: ModelProvider | undefined },
  variables: Variables,
): FoundAccess => {
  const key = read(variables, keyNames[provider]);
  if (key === undefined) {
    const problem = `${keyNames[provider]} is not set, so ${model} is not asked.`;
    return { access: null, missing: 'no_key', problem, remedy: 'Set the variable where the server starts.' };
  }
  const baseUrl = provider === 'anthropic' ? anthropicUrl : (read(variables, 'OPENAI_BASE_URL') ?? openaiUrl);
  const urlProblem = findUrlProblem(baseUrl);
  if (urlProblem !== null) return { access: null, missing: 'bad_url', problem: `OPENAI_BASE_URL ${urlProblem}.`, remedy: null };
  return { access: { provider, model, key, baseUrl }, server: toServerName(provider, baseUrl) };
};

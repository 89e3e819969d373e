import fc from 'fast-check';
import { providerRules } from '../provider-rules.ts';

/** A pattern of whole keys alone: without what may follow them or come before, and long where it may be long. */
const toWhole = (pattern: string): string =>
  pattern
    .replaceAll(/\|\[[^\]]*\]\{\d+,(?:\d+)?\}\(\?=\$\|…\|\\\.\\\.\\\.\)/gu, '')
    .replaceAll(/\(\?<?[!=](?:[^()[]|\[[^\]]*\]|\([^()]*\))*\)/gu, '')
    .replaceAll(/\[[^\]]*(?:\\w|A-Za-z0-9)[^\]]*\]/gu, '[A-Za-z0-9]')
    .replaceAll(/\{(\d+),\}/gu, (_, min: string) => `{${Math.max(40, Number(min))}}`);

/** Keys that are told by what stands in their middle or, of Mailchimp, at their end. */
const lateHeads: Readonly<Record<string, RegExp>> = {
  'airtable-token': /^.*\./u,
  'azure-devops-token': /^.*/u,
  'azure-key': /^.*/u,
  'cloudflare-origin-key': /^.*-/u,
  'discord-token': /^.*\./u,
  'infisical-token': /^.*\./u,
  'mailchimp-key': /^.*/u,
  'ngrok-token': /^.*/u,
  'terraform-token': /^.*\.atlasv1\./u,
};

/** Characters of a key before its secret, by which the provider is told. */
const countHead = (name: string, pattern: string, key: string): number => {
  const head = lateHeads[name] ?? new RegExp(`^${pattern.split(/(?:\(\?:)?\[[^\]]*\]\{(?:\d\d|8,\})/u, 1)[0] ?? ''}`, 'u');
  return head.exec(key)?.[0].length ?? 0;
};

/** A key for each provider rule, the same in each run: made of its pattern, so that none stands in the repository. */
export const sampleKeys: readonly { name: string; key: string; headChars: number }[] = providerRules.flatMap(([name, pattern], at) => {
  const keys = fc.sample(fc.stringMatching(new RegExp(`^${toWhole(pattern)}$`, 'u')), { seed: at + 1, numRuns: 3 });
  return keys.map((key) => ({ name, key, headChars: countHead(name, pattern, key) }));
});

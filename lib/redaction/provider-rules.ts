/** A rule for keys that their provider marks with a prefix or a form of their own. */
type ProviderRule = readonly [name: string, pattern: string];

const ellipsis = '…|\\.\\.\\.';
/**
 * What ends a key: `min` characters of a class, or fewer where the text was cut, at its end or before an ellipsis. A cut shows at least
 * four characters of the key.
 */
const tail = (characters: string, min: number): string => `(?:[${characters}]{${min},}|[${characters}]{4,}(?=$|${ellipsis}))`;
/** The same behind a prefix that other words have, too: only an ellipsis tells a cut. */
const weakTail = (characters: string, min: number): string => `(?:[${characters}]{${min},}|[${characters}]{8,}(?=${ellipsis}))`;
const word = '\\w';
const token = '\\w\\-';
const letters = 'A-Za-z0-9';
const hex = 'a-f0-9';
const base64 = 'A-Za-z0-9+/=';

/**
 * By provider; where two match at one place, the first one counts. Each pattern begins with a literal and has no part that is tried again
 * from the middle of a run, so that the whole table takes time that is linear in the text.
 */
export const providerRules: readonly ProviderRule[] = [
  ['anthropic-key', `sk-ant-(?![a-z]{2,8}\\d{0,2}-?(?:$|…|\\.))(?:[a-z]{2,8}\\d{2}-)?${tail(token, 10)}`],
  ['openrouter-key', `sk-or-(?:v1-)?${tail(token, 10)}`],
  ['langfuse-key', `sk-lf-${tail(token, 10)}`],
  ['openai-key', `sk-(?:proj|svcacct|admin|None)-${tail(token, 10)}`],
  ['openai-key', `sk-${weakTail(letters, 20)}`],
  ['elevenlabs-key', `sk_${weakTail(hex, 40)}`],
  ['stripe-key', `[rs]k_(?:live|test)_${tail(letters, 10)}`],
  ['stripe-webhook-secret', `whsec_${tail(base64, 16)}`],
  ['github-token', `gh[opsur]_${tail(letters, 16)}`],
  ['github-token', `github_pat_${tail(word, 16)}`],
  ['gitlab-token', `gl(?:pat|ptt|rt|dt|cbt|soat|ft|imt|agent|oas)-${tail(token, 12)}`],
  ['bitbucket-token', `ATBB${tail(letters, 28)}`],
  ['atlassian-token', `AT(?:ATT|CTT)3${tail(`${token}=`, 20)}`],
  ['aws-access-key', `(?:AKIA|ASIA|ABIA|ACCA)(?:[A-Z0-9]{16}(?![A-Z0-9])|[A-Z0-9]{6,15}(?=$|${ellipsis}))`],
  ['google-api-key', `AIza${tail(token, 30)}`],
  ['google-oauth-token', `ya29\\.${tail(token, 20)}`],
  ['google-oauth-secret', `GOCSPX-${tail(token, 16)}`],
  ['google-refresh-token', `1//0${weakTail(token, 24)}`],
  ['slack-token', `xox[abceoprs](?:\\.xox[bp])?-${tail(token, 10)}`],
  ['slack-token', `xapp-\\d-${tail(token, 10)}`],
  ['slack-webhook', `hooks\\.slack\\.com/(?:services|workflows|triggers)/${tail(`${word}/+`, 20)}`],
  ['discord-webhook', `discord(?:app)?\\.com/api/(?:v\\d+/)?webhooks/\\d{10,20}/${tail(token, 20)}`],
  ['discord-token', `[MNO][${token}]{22,27}\\.[${token}]{6}\\.${weakTail(token, 24)}`],
  ['telegram-token', `\\d{8,10}:AA${tail(token, 30)}`],
  ['sendgrid-key', `SG\\.(?:[${token}]{16,24}\\.${tail(token, 16)}|[${token}]{8,}(?:\\.[${token}]{0,3})?(?=${ellipsis}))`],
  ['twilio-key', `SK${tail(hex, 32)}(?![${letters}])`],
  ['mailgun-key', `key-${tail(hex, 32)}(?![${letters}])`],
  ['mailchimp-key', `[${hex}]{32}-us\\d{1,2}(?![${letters}-])`],
  ['npm-token', `npm_${tail(letters, 30)}`],
  ['pypi-token', `pypi-${tail(token, 32)}`],
  ['rubygems-key', `rubygems_${tail(hex, 32)}`],
  ['cargo-token', `cio(?:[${letters}]{30,34}(?![${letters}])|[${letters}]{8,34}(?=${ellipsis}))`],
  ['docker-token', `dckr_(?:pat|oat)_${tail(token, 16)}`],
  ['huggingface-token', `(?:hf|api_org)_${tail(letters, 30)}`],
  ['replicate-token', `r8_${tail(letters, 30)}`],
  ['groq-key', `gsk_${tail(letters, 30)}`],
  ['xai-key', `xai-${tail(letters, 40)}`],
  ['perplexity-key', `pplx-${tail(letters, 30)}`],
  ['tavily-key', `tvly-${tail(token, 20)}`],
  ['langsmith-key', `lsv2_(?:pt|sk)_${tail(word, 20)}`],
  ['azure-client-secret', `[\\w~.]{3}\\dQ~${tail('\\w~.\\-', 31)}`],
  ['digitalocean-token', `do[opr]_v1_${tail(hex, 30)}`],
  ['databricks-token', `dapi${tail(hex, 32)}(?:-\\d)?(?![${letters}])`],
  ['shopify-token', `shp(?:at|ca|pa|ss)_${tail('A-Fa-f0-9', 24)}`],
  ['square-token', `sq0(?:atp|csp|idp)-${tail(token, 20)}`],
  ['linear-key', `lin_(?:api|oauth)_${tail(letters, 24)}`],
  ['notion-token', `ntn_${tail(letters, 30)}`],
  ['figma-token', `fig[dou][rh]?_${tail(token, 20)}`],
  ['postman-key', `PMAK-${tail(`${hex}-`, 24)}`],
  ['new-relic-key', `NRAK-${tail('A-Z0-9', 20)}`],
  ['grafana-token', `gl(?:sa|c)_${tail(`${word}+/=`, 20)}`],
  ['sentry-token', `sntry[su]_${tail(`${word}+/=`, 20)}`],
  ['vault-token', `hv[bsr]\\.${tail(token, 20)}`],
  ['terraform-token', `[${letters}]{14}\\.atlasv1\\.${tail(token, 20)}`],
  ['doppler-token', `dp\\.(?:pt|st|ct|sa|scim|audit)\\.(?:[a-z0-9_-]{2,35}\\.)?${tail(letters, 30)}`],
  ['supabase-key', `sb(?:p|_secret)_${tail(word, 16)}`],
  ['heroku-key', `HRKU-${tail(token, 20)}`],
  ['circleci-token', `CCIPAT_${tail(word, 20)}`],
  ['airtable-token', `pat[${letters}]{14}\\.${weakTail(hex, 40)}`],
  ['pulumi-token', `pul-${weakTail(hex, 40)}(?![${letters}])`],
  ['age-key', `AGE-SECRET-KEY-1${tail('A-Z0-9', 40)}`],
  ['json-web-token', `eyJ[${token}]{8,}\\.eyJ[${token}]{4,}(?:\\.[${token}]*)?`],
  ['json-web-token', `eyJ[${token}]{8,}(?:\\.[${token}]*){0,4}(?=${ellipsis})`],
  ['json-web-token', `eyJ[${token}]{8,}\\.[${token}]*\\.[${token}]{8,}\\.[${token}]{8,}\\.[${token}]{8,}`],
];

/**
 * Whole keys whose form identifies them also within a word, as in `TOKEN_ghp_…`: what is shorter, such as `task-proj-…`, may be part of a name.
 * Runs before the last literal of a pattern have a limit, so that this takes linear time, too.
 */
export const gluedRules: readonly ProviderRule[] = [
  ['anthropic-key', `sk-ant-[a-z]{3,8}\\d\\d-[${token}]{20,}`],
  ['openrouter-key', `sk-or-v1-[${hex}]{40,}`],
  ['openai-key', `sk-(?:(?:proj|svcacct|admin|None)-)?[${token}]{16,200}?T3BlbkFJ[${token}]{16,}`],
  ['stripe-key', `[rs]k_live_(?=[A-Za-z]*\\d)[${letters}]{20,}`],
  ['github-token', `gh[opsur]_[${letters}]{36}`],
  ['github-token', `github_pat_[${letters}]{22}_[${letters}]{40,}`],
  ['gitlab-token', `glpat-[${token}]{20,}`],
  ['aws-access-key', `(?<![A-Z0-9])(?:AKIA|ASIA)(?=[A-Z]*\\d)[A-Z0-9]{16}(?![A-Z0-9])`],
  ['google-api-key', `AIza[${token}]{35}(?![${token}])`],
  ['google-oauth-secret', `GOCSPX-[${token}]{20,}`],
  ['slack-token', `xox[abceoprs]-\\d{8,}-[${token}]{10,}`],
  ['npm-token', `npm_(?=[A-Za-z]*\\d)[${letters}]{36}`],
  ['pypi-token', `pypi-AgEI[${token}]{40,}`],
  ['sendgrid-key', `SG\\.[${token}]{22}\\.[${token}]{43}`],
  ['docker-token', `dckr_(?:pat|oat)_[${token}]{20,}`],
  ['huggingface-token', `hf_[A-Za-z]{34}(?![${word}])`],
  ['groq-key', `gsk_[${letters}]{50,}`],
  ['digitalocean-token', `do[opr]_v1_[${hex}]{60,}`],
  ['shopify-token', `shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}`],
  ['json-web-token', `eyJ[${token}]{8,400}\\.eyJ[${token}]{16,}(?:\\.[${token}]*)?`],
];

import { isRefused } from '../domain/outcome-names.ts';
import type { CheckKind } from '../domain/verification.ts';
import type { CallFacts } from '../session/call-facts.ts';
import type { Work } from '../session/read-work.ts';
import type { Trait } from './observed-call.ts';
import { readCommand, toShellCode } from './shell-code.ts';

/** Where a command begins: at the start, behind an operator, or behind a word that runs another. */
const start = String.raw`(?:\n[^\S\n]*|(?:^|[;&|({]|\\n|"|\b(?:sudo|env|time|timeout \S{1,12}|then|do|xargs|exec|nohup|npx|bunx|uvx|poetry run|uv run|bundle exec|pipenv run))\s*)(?:\w{1,40}=\S{0,80}\s+){0,4}`;
const command = (words: string): RegExp => new RegExp(`${start}(?:${words})(?=$|[\\s;&|)"'\\\\])`, 'u');

const changing = command(
  [
    'mv|cp|rm|rmdir|mkdir|touch|chmod|chown|ln|tee|patch|apply_patch|applypatch|dd|truncate|rsync|unzip|kill|pkill|killall|crontab',
    String.raw`git\s+(?:-\S+\s+\S+\s+)*(?:add|apply|am|checkout|cherry-pick|clean|clone|commit|fetch|init|merge|mv|pull|push|rebase|reset|restore|revert|rm|stash|submodule|switch|tag|worktree)`,
    String.raw`(?:npm|pnpm|yarn|bun|pip3?|pipx|uv|poetry|cargo|go|gem|bundle|apt|apt-get|brew|dnf|yum|apk|conda|composer|mix|dotnet)\s+(?:(?:-\S+|tool|global)\s+)*(?:install|i|add|remove|uninstall|update|upgrade|reinstall|ci|get|sync|mod|init|publish|link|create|restore|deps\.get|pip)`,
    String.raw`python3?\s+-m\s+(?:pip|venv)`,
    String.raw`(?:docker|podman)\s+(?:compose\s+)?(?:run|build|rm|stop|start|restart|up|down|exec|pull|cp)`,
    String.raw`(?:kubectl|helm|terraform|systemctl|service)\s+(?:\S+\s+)?(?:apply|delete|create|install|upgrade|destroy|start|stop|restart|scale)`,
    String.raw`gh\s+\w+\s+(?:create|edit|close|merge|comment|review)`,
    String.raw`tar\s+-?[^\Wx]*x\w*|sed\s(?:[^|;&\n]*\s)?(?:-[^\Wi]*i\S*|--in-place\S*)|perl\s+-[^\Wi]*i\S*`,
    String.raw`curl\s[^|;&\n]*(?:-X\s*(?:POST|PUT|PATCH|DELETE)|--data|-d\s)[^|;&\n]*`,
  ].join('|'),
);
/** Output into a file. */
const redirects = /(?<![=\-<>&\d])>{1,2}\s*(?!&|\/dev\/|=)["']?[\w$./~{-]/u;
/** A script that opens a file to write. */
const opensFile = /\.write_text\(|\bopen\([^)]*["'][wa]b?\+?["']|writeFile(?:Sync)?\(/u;

const searching =
  /(?:^|[;&|]\s*)(?:git\s+)?(?:e?f?grep|rg|ag|ack|which|pgrep|fd|find|type|command\s+-v|test|\[|diff|cmp|ls|git\s+diff)\b[^;&|]*$/u;
/** A service that is down is an answer to who asks for it. */
const isDown = /\b(?:not|isn't) (?:running|active|loaded)\b|\binactive\b|\bstopped\b|\(dead\)/iu;
const saysNothing = /^(?:Error|Exit code:? 1)?$/u;
const complaint = /(?:^|\n)(?:e?f?grep|rg|ag|find|fd|diff|ls|cmp): |unrecognized|invalid option|usage:|regex parse error/iu;
const foundNothing =
  /\bno (?:files?|matches|results?|match) (?:were )?found\b|\bno (?:matches|results)\b|\bfound 0 (?:files|matches|results)\b/iu;

const waiting =
  /(?:^|[;&|({"\s])(?:sleep\s+[\d.$]|(?:until|while)\s[^\n]{1,200}\bdo\b|watch\s+-|timeout\s+(?:-\S+\s+)*[\d.]+\w?\s)|\btail\s+(?:-\S+\s+)*-\w*[fF]\b|\bwait\b\s*(?:\$|%|\d|;|$)/u;
/** Gives input to a running program, whose answer shows elsewhere. */
const sendingKeys = command(String.raw`tmux\s+send(?:-keys)?|screen\s[^|;&\n]{0,80}-X|xdotool|ydotool|adb\s+shell\s+input|cliclick`);
/** Asks about this machine. */
const asking = command(
  String.raw`git\s+status|(?:docker|podman)\s+(?:compose\s+)?logs|kubectl\s+logs|ps|pgrep|jobs|nvidia-smi|top|uptime|lsof|pm2\s+(?:ls|list|status|logs)`,
);
/** Asks whether a job or a service is ready: of CI, a cluster, a queue, a cloud, a health check. */
const askingService = command(
  [
    String.raw`gh\s+(?:-\S+\s+\S+\s+)?(?:(?:run|pr|workflow|release)\s+(?:view|watch|checks|list|status)|api\s+[^|;&\n]{0,160}(?:check-(?:runs|suites)|status|actions/|deployments|pages))[^|;&\n]*`,
    String.raw`glab\s+(?:ci|pipeline|mr)\s+(?:status|view|get|list|trace)|(?:circleci|buildkite-agent|bk|drone|tkn|argo|jenkins-cli)\s[^|;&\n]{0,80}(?:status|get|list|view|show|wait|logs)`,
    String.raw`(?:docker|podman)\s+(?:compose\s+)?(?:ps|inspect|wait|top|stats)|docker-compose\s+ps`,
    String.raw`(?:kubectl|oc|k9s|k)\s+(?:-\S+\s+\S+\s+)*(?:get|describe|rollout|wait|top)|helm\s+(?:status|list)|argocd\s+app\s+(?:get|wait|list)|flux\s+get|nomad\s+(?:job\s+)?status`,
    String.raw`squeue|sacct|sinfo|qstat|bjobs|condor_q|scontrol\s+show`,
    String.raw`aws\s+[^|;&\n]{0,80}(?:describe|get|list|wait)[\w-]*|gcloud\s+[^|;&\n]{0,80}(?:describe|list|wait)|az\s+[^|;&\n]{0,80}(?:show|list|wait)`,
    String.raw`(?:vercel|now)\s+(?:inspect|ls|list)|netlify\s+(?:status|watch)|fly(?:ctl)?\s+(?:status|checks|logs|machine)|heroku\s+(?:ps|releases|builds)|railway\s+status|eas\s+build:\w+|(?:xcrun\s+)?notarytool\s+(?:info|wait|history)|npm\s+view`,
    String.raw`systemctl\s+(?:\S+\s+)?(?:status|is-active|is-system-running)|service\s+\S+\s+status|launchctl\s+(?:print|list)|pg_isready|mysqladmin\s[^|;&\n]{0,80}ping|redis-cli\s[^|;&\n]{0,80}ping|nc\s+-\w*z\w*|wait-on|\S{0,80}wait-for(?:-it)?(?:\.sh)?`,
    String.raw`(?:curl|wget|http|https|xh)\s[^|;&\n]{0,400}(?:/(?:api/)?(?:v\d+/)?(?:health|healthz|healthcheck|ready|readyz|readiness|live|livez|liveness|alive|up|ping|status|statuses|builds?|runs?|jobs?|pipelines?|deployments?|workflows?|check-runs|tasks?|operations?|executions?|predictions?)\b|--retry)[^|;&\n]*`,
  ].join('|'),
);
const pollingNames = new Set([
  'bashoutput',
  'taskoutput',
  'agentoutput',
  'wait',
  'wait_agent',
  'wait_for',
  'sleep',
  'taskget',
  'tasklist',
  'todoread',
  'list_agents',
  'monitor',
  'poll',
]);
const pollingName = /(?:^|_)(?:status|wait|wait_for|poll|sleep|get_output|read_output|command_status|logs)$|(?:Status|Output|Wait|Poll)$/u;
const noCharacters = /"chars"\s*:\s*""/u;
const stillGoing =
  /still (?:running|in progress|waiting|pending)|Process running with|(?:status|state)\W{1,4}(?:running|pending|queued|in_progress|started|processing)|<status>running|\bin progress\b|not (?:yet )?(?:ready|finished|completed?)\b|\b(?:pending|queued)\b|running in (?:the )?background/iu;

/** States in capitals, tables of states, and probes that have no answer yet. */
const notYet =
  /\b(?:PENDING|QUEUED|RUNNING|IN_PROGRESS|STARTING|BUILDING|DEPLOYING|CREATING|UPDATING|PROVISIONING|WAITING|SUBMITTED|SCHEDULED|INITIALIZING|Pending|Queued|ContainerCreating|PodInitializing|NotReady|Progressing|InProgress|In Progress|Init:\d+\/\d+)\b|\b0\/[1-9]\d{0,3}\b|health: starting|[Ww]aiting for|\b(?:status|state|phase|health)\W{1,4}(?:building|starting|deploying|creating|updating|provisioning|initiali[sz]ing|waiting|scheduled|submitted|validating|pending)|\b(?:PD|CF|CG)\s+\d+:\d\d|\bnot (?:yet )?(?:available|reachable|up|healthy|started|deployed|published)\b|\bno (?:checks|runs|jobs|pods) (?:reported|found)\b|^\W?(?:starting|pending|queued|running|in_progress|building|creating|deploying|updating|activating|waiting|processing|submitted|scheduled)\W?$/mu;
const timedOut = /timed? ?out\b/iu;
const unreachable = /failed to connect|could ?n[o']t connect|connection refused|empty reply|no response|not listening/iu;
const missingFile = /no such file|cannot access|does not exist/iu;

const outage =
  /too many requests|rate.?limit(?:ed|s| exceeded| reached)|overloaded|quota exceeded|service (?:is )?(?:temporarily )?unavailable|bad gateway|gateway time-?out|internal server error|\bE(?:CONNREFUSED|CONNRESET|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)\b|connection (?:was )?(?:refused|reset|timed out|aborted)|could not resolve (?:host|proxy)|temporary failure in name resolution|network is unreachable|socket hang up|fetch failed|\b(?:status|http|code|error)\W{0,3}(?:code )?(?:429|5\d\d)\b|\bHTTP\/[\d.]+ (?:429|5\d\d)|\b(?:429|5\d\d) (?:Too|Internal|Bad|Service|Gateway|Server)/iu;

/** Names of tools that change something, where nothing else is known of them. */
const changingName =
  /(?:^|_)(?:create|update|delete|remove|write|edit|insert|replace|move|rename|send|post|put|patch|click|type|fill|press|navigate|upload|execute|run|apply|commit|push|merge|set|add|submit|drag|select)(?:_|$)/iu;

const hasNoArguments = (params: string): boolean => params.length <= 8 && /^(?:\{\s*\}|null|""|\[\s*\])?$/u.test(params.trim());

/** A summary that ends here was cut: then the arguments as they stand, as far as commands are looked at. */
const toCommandText = ({ summary, params }: CallFacts): string => (summary.endsWith('…') ? params.slice(0, 4_096) : summary);

/** Checks whose failures are information, unless they could not run at all. */
const judging: ReadonlySet<CheckKind> = new Set(['tests', 'types', 'build', 'lint']);

const isCheck = (work: readonly Work[]): boolean =>
  work.some((one) => one.did === 'check' && judging.has(one.kind)) && !work.some(({ did }) => did === 'miss');

const isEmptySearch = (facts: CallFacts, text: string): boolean => {
  if (facts.kind === 'search') return foundNothing.test(facts.resultHead ?? '') || facts.exitCode === 1;
  if (facts.kind !== 'shell') return false;
  if (askingService.test(text) && isDown.test(facts.resultHead ?? '')) return true;
  // Without an exit code, a lookup that says nothing has found nothing.
  if (facts.exitCode === null) return searching.test(text) && saysNothing.test((facts.resultHead ?? '').trim());
  if (facts.exitCode !== 1) return false;
  return searching.test(text) && !complaint.test(facts.resultHead ?? '');
};

const isPoll = ({ name, kind, params }: CallFacts, text: string): boolean => {
  if (kind === 'shell' && [waiting, asking, askingService, sendingKeys].some((pattern) => pattern.test(text))) return true;
  if (name.endsWith('write_stdin')) return noCharacters.test(params) || !params.includes('"chars"');
  return pollingNames.has(name.toLowerCase()) || (kind !== 'shell' && pollingName.test(name));
};

const installing =
  /\b(?:npm|pnpm|yarn|bun|pip3?|pipx|uv|poetry|cargo|go|gem|bundle|apt|apt-get|brew|dnf|yum|apk|conda|composer|dotnet)\s+(?:[\w-]+\s+){0,2}?(?:install|i|ci|add|remove|uninstall|reinstall|upgrade|update|sync|rebuild|cache)\b/u;

const isWriting = (facts: CallFacts, text: string): boolean =>
  opensFile.test(text) || (text.includes('>') && redirects.test(toShellCode(readCommand(facts))));

const isChange = (facts: CallFacts, text: string): boolean => {
  const { kind, name, outcome } = facts;
  if (outcome === 'error' || isRefused(outcome)) return false;
  if (kind === 'edit' || kind === 'write') return true;
  if (kind === 'shell') return changing.test(text) || isWriting(facts, text);
  if (kind === 'subagent') return !pollingName.test(name);
  return (kind === 'mcp' || kind === 'other') && changingName.test(name);
};

/** Status reports are short. */
const maxStatusCharacters = 400;

const saysThatItRuns = ({ kind, resultHead }: CallFacts): boolean =>
  resultHead !== null &&
  resultHead.length <= maxStatusCharacters &&
  (kind === 'shell' || kind === 'subagent' || kind === 'mcp' || kind === 'other') &&
  stillGoing.test(resultHead);

/** Exit codes of `gh pr checks` while checks are pending, and of `timeout`. */
const notYetCodes: ReadonlySet<number | null> = new Set([8, 124]);
const exitLine = /^\s*Exit code:? -?\d+\s*/u;

/** Whether a command waits for a job or a service that is not ready. Some exit with an error to say so. */
const isAwaiting = ({ kind, outcome, resultHead, exitCode }: CallFacts, text: string): boolean => {
  if (kind !== 'shell' || resultHead === null) return false;
  const asks = askingService.test(text);
  const waits = waiting.test(text);
  if (!asks && !(waits && outcome === 'error')) return false;
  if (stillGoing.test(resultHead) || notYet.test(resultHead)) return true;
  if (outcome !== 'error') return false;
  if (notYetCodes.has(exitCode) || timedOut.test(resultHead)) return true;
  const isSilent = resultHead.replace(exitLine, '').trim() === '';
  return isSilent || outage.test(resultHead) || unreachable.test(resultHead) || (waits && missingFile.test(resultHead));
};

const none: readonly Trait[] = [];

/** Lists the traits of a call. `work`: its changes and checks. */
export const computeTraits = (facts: CallFacts, work: readonly Work[]): readonly Trait[] => {
  const { kind, outcome, resultHead, params } = facts;
  const traits: Trait[] = [];
  const text = kind === 'shell' ? toCommandText(facts) : '';
  const failed = outcome === 'error';
  if (hasNoArguments(params)) traits.push('no_arguments');
  if (resultHead === null) traits.push('no_result');
  if (isPoll(facts, text)) traits.push('polls');
  const checks = kind === 'shell' && isCheck(work);
  if (checks) traits.push('checks');
  if (!checks && saysThatItRuns(facts)) traits.push('runs');
  const awaits = !checks && isAwaiting(facts, text);
  if (awaits) traits.push('awaits');
  else if (failed && isEmptySearch(facts, text)) traits.push('finds_nothing');
  else if (failed && !checks && outage.test(resultHead ?? '')) traits.push('outage');
  if (isChange(facts, text)) {
    traits.push('changes');
    if (kind === 'shell' && installing.test(text)) traits.push('installs');
  }
  return traits.length === 0 ? none : traits;
};

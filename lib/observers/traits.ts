import { isRefused } from '../domain/outcome-names.ts';
import type { CallFacts } from '../session/call-facts.ts';
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

const checking = command(
  [
    String.raw`(?:npm|pnpm|yarn|bun)\s+(?:run\s+|exec\s+)?(?:t|test|lint|build|check|typecheck|type-check|types|unit|e2e|format|tsc|vitest|jest|eslint)(?::[\w:-]+)?`,
    'vitest|jest|mocha|ava|pytest|py\\.test|tox|nox|rspec|phpunit|ctest|eslint|tsc|ruff|mypy|pyright|flake8|pylint|black|prettier|golangci-lint|shellcheck|playwright|cypress|biome|rustc|gcc|g\\+\\+|clang|javac|node --check|bats|rubocop|stylelint|knip|depcruise|xcodebuild|swiftc',
    String.raw`(?:\S{1,80}/)?(?:pytest|vitest|jest|tsc|eslint|mypy|ruff)`,
    String.raw`cargo\s+(?:\+\S+\s+)?(?:test|t|check|build|b|clippy|fmt|bench|run|nextest)|go\s+(?:test|build|vet|run)|dotnet\s+(?:test|build)|swift\s+(?:test|build)|deno\s+(?:test|check|lint)|mix\s+(?:test|compile)`,
    String.raw`make|gmake|cmake\s+--build|ninja|bazel|mvn|(?:\./)?mvnw|gradle|(?:\./)?gradlew|rake|sbt|next\s+build`,
    String.raw`python3?\s+-m\s+(?:pytest|unittest|mypy|ruff|flake8|compileall|py_compile|nose|tox)|python3?\s+\S{0,80}(?:manage\.py\s+test|test\S{0,80}\.py|_test\.py)|node\s+(?:-\S{1,40}\s+){0,4}--test`,
    String.raw`(?:ba|z)?sh\s+\S{0,80}(?:test|check|lint|build)\S{0,40}|\S{1,80}/(?:run[_-])?(?:tests?|checks?|lint|build)(?:\.\w+)?`,
  ].join('|'),
);
/** The check could not run at all, so it says nothing about the code. */
const notRun =
  /command not found|not recognized as|No rule to make target|Missing script|No such file or directory|not installed|Permission denied|No module named (?:pytest|mypy|ruff|tox)\b/u;

const searching =
  /(?:^|[;&|]\s*)(?:git\s+)?(?:e?f?grep|rg|ag|ack|which|pgrep|fd|find|type|command\s+-v|test|\[|diff|cmp|ls|git\s+diff)\b[^;&|]*$/u;
const complaint = /(?:^|\n)(?:e?f?grep|rg|ag|find|fd|diff|ls|cmp): |unrecognized|invalid option|usage:|regex parse error/iu;
const foundNothing =
  /\bno (?:files?|matches|results?|match) (?:were )?found\b|\bno (?:matches|results)\b|\bfound 0 (?:files|matches|results)\b/iu;

const waiting = /(?:^|[;&|({"\s])sleep\s+[\d.$]|\btail\s+(?:-\S+\s+)*-\w*[fF]\b|\bwait\b\s*(?:\$|%|\d|;|$)/u;
const asking = command(
  String.raw`git\s+status|gh\s+(?:run|pr)\s+(?:view|watch|checks|list|status)|(?:docker|podman)\s+(?:compose\s+)?(?:ps|logs|inspect)|kubectl\s+(?:get|describe|logs|rollout)|systemctl\s+(?:\S+\s+)?(?:status|is-active)|ps|pgrep|jobs|squeue|nvidia-smi|top|uptime|lsof|pm2\s+(?:ls|list|status|logs)`,
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

const outage =
  /too many requests|rate.?limit(?:ed|s| exceeded| reached)|overloaded|quota exceeded|service (?:is )?(?:temporarily )?unavailable|bad gateway|gateway time-?out|internal server error|\bE(?:CONNREFUSED|CONNRESET|TIMEDOUT|NOTFOUND|AI_AGAIN|HOSTUNREACH|NETUNREACH)\b|connection (?:was )?(?:refused|reset|timed out|aborted)|could not resolve (?:host|proxy)|temporary failure in name resolution|network is unreachable|socket hang up|fetch failed|\b(?:status|http|code|error)\W{0,3}(?:code )?(?:429|5\d\d)\b|\bHTTP\/[\d.]+ (?:429|5\d\d)|\b(?:429|5\d\d) (?:Too|Internal|Bad|Service|Gateway|Server)/iu;

/** Of tools whose name is all that is known of them. */
const changingName =
  /(?:^|_)(?:create|update|delete|remove|write|edit|insert|replace|move|rename|send|post|put|patch|click|type|fill|press|navigate|upload|execute|run|apply|commit|push|merge|set|add|submit|drag|select)(?:_|$)/iu;

const hasNoArguments = (params: string): boolean => params.length <= 8 && /^(?:\{\s*\}|null|""|\[\s*\])?$/u.test(params.trim());

/** A summary that ends here was cut: then the arguments as they stand, as far as commands are looked at. */
const toCommandText = ({ summary, params }: CallFacts): string => (summary.endsWith('…') ? params.slice(0, 4_096) : summary);

/** A command that failed because of the tests, types or rules that it checks. */
const isCheck = (facts: CallFacts, text: string): boolean =>
  checking.test(text) &&
  !(facts.outcome === 'error' && (facts.exitCode === 126 || facts.exitCode === 127 || notRun.test(facts.resultHead ?? '')));

const isEmptySearch = (facts: CallFacts, text: string): boolean => {
  if (facts.kind === 'search') return foundNothing.test(facts.resultHead ?? '') || facts.exitCode === 1;
  if (facts.kind !== 'shell' || facts.exitCode !== 1) return false;
  return searching.test(text) && !complaint.test(facts.resultHead ?? '');
};

const isPoll = ({ name, kind, params }: CallFacts, text: string): boolean => {
  if (kind === 'shell' && (waiting.test(text) || asking.test(text))) return true;
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

const none: readonly Trait[] = [];

/** What is special about a call. */
export const computeTraits = (facts: CallFacts): readonly Trait[] => {
  const { kind, outcome, resultHead, params } = facts;
  const traits: Trait[] = [];
  const text = kind === 'shell' ? toCommandText(facts) : '';
  const failed = outcome === 'error';
  if (hasNoArguments(params)) traits.push('no_arguments');
  if (resultHead === null) traits.push('no_result');
  if (isPoll(facts, text)) traits.push('polls');
  const checks = kind === 'shell' && isCheck(facts, text);
  if (checks) traits.push('checks');
  if (!checks && saysThatItRuns(facts)) traits.push('runs');
  if (failed && isEmptySearch(facts, text)) traits.push('finds_nothing');
  else if (failed && !checks && outage.test(resultHead ?? '')) traits.push('outage');
  if (isChange(facts, text)) {
    traits.push('changes');
    if (kind === 'shell' && installing.test(text)) traits.push('installs');
  }
  return traits.length === 0 ? none : traits;
};

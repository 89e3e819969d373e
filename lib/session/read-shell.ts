import { maxCommands, readShellTree, type ShellGroup, type ShellItem, type SimpleCommand } from './shell-tree.ts';
import { assignment } from './unwrap-command.ts';

/** A simple command of a shell line, as far as it can be read without running it. */
export type ShellCommand = Omit<SimpleCommand, 'inner'> & {
  /** The line ends with 0 only if this command ran and ended with 0. */
  isImplied: boolean;
  /** It gets the output of another one. */
  isFed: boolean;
  /**
   * The text that is printed behind it, and by which names its exit code stands in that; null: its exit code is not printed. `isLast`: the
   * line prints nothing after it.
   */
  reportedExit: { text: string; names: readonly string[]; isLast: boolean } | null;
  /** The texts that `&& echo … || echo …` behind it prints. */
  answers: Answers | null;
  /** The commands that its output goes through, by their words; none where a group of commands takes it. */
  filters: readonly (readonly string[])[];
  /** The shells and blocks around it in the line, the outermost first. */
  scopes: readonly Scope[];
};

/**
 * The texts that a line prints where a command ended with 0, and where it did not; null: nothing of its own. `isOwn`: it is the only one
 * whose failure prints the second.
 */
export type Answers = { passed: string | null; failed: string; isOwn: boolean };

/** `subshell`: its folder is its own. `block`: whether its commands run is not known. The same object for all of its commands. */
export type Scope = { kind: 'subshell' | 'block' };

export type ShellLine = {
  commands: readonly ShellCommand[];
  /** A quote, a substitution, a heredoc or a group has no end, or there is too much of the line. */
  isCut: boolean;
};

/** `set -e` and `set -o pipefail`. */
type Settings = { stopsAtFailure: boolean; hasPipefail: boolean };
/** The same of a pipeline: names of the exit codes of its last and its first command. */
type PipeReport = { text: string; last: readonly string[]; first: readonly string[]; isLast: boolean } | null;
/**
 * Around a list. `stops`: `set -e` has an effect in it, as it has not where its exit code is looked at. `isLast`: nothing is printed behind
 * it.
 */
type Around = {
  isImplied: boolean;
  stops: boolean;
  isFed: boolean;
  isLast: boolean;
  scopes: readonly Scope[];
  report: PipeReport;
  answers: Answers | null;
  filters: ShellCommand['filters'];
  depth: number;
};
type Pipeline = { items: readonly ShellItem[]; before: '&&' | '||' | ''; isNegated: boolean };
type Chain = { pipelines: readonly Pipeline[]; isBackground: boolean };

const maxInner = 6;
const maxAhead = 8;

const toChains = (items: readonly ShellItem[]): Chain[] => {
  const chains: Chain[] = [];
  let pipelines: Pipeline[] = [];
  let current: ShellItem[] = [];
  let before: Pipeline['before'] = '';
  for (const [at, item] of items.entries()) {
    current.push(item);
    if (item.after === '|' && at < items.length - 1) continue;
    pipelines.push({ items: current, before, isNegated: current[0]?.isNegated === true });
    current = [];
    before = item.after === '&&' || item.after === '||' ? item.after : '';
    if (before !== '' && at < items.length - 1) continue;
    chains.push({ pipelines, isBackground: item.after === '&' });
    pipelines = [];
    before = '';
  }
  return chains;
};

const isGroup = (node: ShellItem['node']): node is ShellGroup => 'kind' in node;

/** The only command of a chain; null where it has several, or runs beside the others. */
const toSingle = ({ pipelines, isBackground }: Chain): SimpleCommand | null =>
  toLone(pipelines.length === 1 && !isBackground ? pipelines[0] : undefined);

const toLone = (pipeline: Pipeline | undefined): SimpleCommand | null => {
  const node = pipeline?.items.length === 1 && !pipeline.isNegated ? pipeline.items[0]?.node : undefined;
  return node === undefined || isGroup(node) ? null : node;
};

const leaving = /^(?:exit|return)$/u;

/** Whether a pipeline that runs only after a failure never ends with 0: `|| exit 1`, `|| { echo no; exit 1; }`. */
const neverEndsWell = ({ items, isNegated }: Pipeline): boolean => {
  const node = items.length === 1 && !isNegated ? items[0]?.node : undefined;
  if (node === undefined) return false;
  if (!isGroup(node)) {
    const [program = '', code] = node.words;
    return program === 'false' || (leaving.test(program) && (code === '$?' || /^[1-9]\d{0,2}$/u.test(code ?? '')));
  }
  if (node.kind !== 'braces' && node.kind !== 'subshell') return false;
  const last = toChains(node.items).at(-1)?.pipelines;
  return last?.length === 1 && last[0] !== undefined && last[0].items[0]?.node !== node && neverEndsWell(last[0]);
};

/** The chain whose exit code is that of the list: the last one, or the one whose code `exit` gives; −1: none. */
const findDeciding = (chains: readonly Chain[]): number => {
  const last = chains.at(-1);
  const [program = '', code] = (last && toSingle(last)?.words) ?? [];
  if (!leaving.test(program)) return chains.length - 1;
  if (code === undefined || code === '$?') return chains.length - 2;
  const name = /^\$\{?(\w+)\}?$/u.exec(code)?.[1];
  return name === undefined ? -1 : chains.findIndex((chain) => toSingle(chain)?.words.join(' ') === `${name}=$?`) - 1;
};

const printing = /^(?:echo|printf)$/u;

/** Commands that print nothing. */
const silent = /^(?:exit|return|true|false|:|set|unset|export|cd|rm|mv|cp|ln|mkdir|rmdir|touch|chmod|sleep|kill|wait|test|\[|\[\[)$/u;

const isSilent = (command: SimpleCommand | null | undefined): boolean =>
  !!command && (command.writes.length > 0 || silent.test(command.words[0] ?? '') || command.words.every((word) => assignment.test(word)));

/** The words that a command shows; '' where it shows none. */
const toShown = (command: SimpleCommand | null | undefined): string =>
  command && printing.test(command.words[0] ?? '') && command.writes.length === 0 ? command.words.slice(1).join(' ') : '';

/**
 * The command that prints the exit code of a pipeline: `echo $?`, or `code=$?` and later `echo $code`. `behind`: the commands behind the
 * pipeline, null for those that are more than one; `isLast`: nothing is printed behind these.
 */
const findReportedExit = (behind: readonly (SimpleCommand | null)[], isLast: boolean): PipeReport => {
  const [next] = behind;
  if (!next) return null;
  const report = (at: number, last: readonly string[], first: readonly string[]): PipeReport => ({
    text: toShown(behind[at]),
    last,
    first,
    isLast: isLast && behind.slice(at + 1).every(isSilent),
  });
  if (printing.test(next.words[0] ?? '')) return toShown(next) === '' ? null : report(0, ['$?'], ['${PIPESTATUS[0]}']);
  const [, name, code] = (next.words.length === 1 && /^(\w+)=\$(\?|\{PIPESTATUS\[0\]\})$/u.exec(next.words[0] ?? '')) || [];
  if (name === undefined) return null;
  const names = [`$${name}`, `\${${name}}`];
  const at = behind.findIndex((one, index) => index > 0 && names.some((mark) => toShown(one).includes(mark)));
  const isSetAgain = behind
    .slice(1, Math.max(1, at))
    .some((one) => one && isAssigning(one.words) && one.words.some((word) => word.startsWith(`${name}=`)));
  return at < 0 || isSetAgain ? null : report(at, code === '?' ? names : [], code === '?' ? [] : names);
};

/** The text that a pipeline does no more than print; null: it does more, or the text is not known. */
const toPrinted = (pipeline: Pipeline | undefined): string | null => {
  const [program, ...words] = toLone(pipeline)?.words ?? [];
  const text = words.join(' ').trim();
  return program === 'echo' && text !== '' && !/[$\\]/u.test(text) && !text.startsWith('-') ? text : null;
};

/** Commands before another one that hardly ever fail. */
const sure = /^(?:cd|pushd|mkdir|export|set|echo|printf|true|:)$/u;

const isSure = (pipeline: Pipeline): boolean => {
  const command = toLone(pipeline);
  return command !== null && (sure.test(command.words[0] ?? '') || (isAssigning(command.words) && command.inner.length === 0));
};

const isAssigning = (words: readonly string[]): boolean => words.length > 0 && words.every((word) => assignment.test(word));

/** Whether a pipeline of a chain is the only one by whose failure the one behind its `&&` is left out. */
const isOnlyToFail = (pipelines: readonly Pipeline[], at: number): boolean => {
  let first = at;
  while (first > 0 && pipelines[first]?.before === '&&') first -= 1;
  return pipelines.slice(first, at).every(isSure);
};

/** The answers that a chain gives for one of its pipelines: `X && echo A || echo B`, `X || echo B`. */
const findAnswers = (pipelines: readonly Pipeline[], at: number): Answers | null => {
  const last = pipelines.length - 1;
  const failed = pipelines[last]?.before === '||' ? toPrinted(pipelines[last]) : null;
  if (failed === null || pipelines[at]?.isNegated === true) return null;
  const isOwn = isOnlyToFail(pipelines, at);
  if (at === last - 1) return { passed: null, failed, isOwn };
  const passed = at === last - 2 && pipelines[last - 1]?.before === '&&' ? toPrinted(pipelines[last - 1]) : null;
  return passed === null || passed === failed ? null : { passed, failed, isOwn };
};

class Walk {
  readonly commands: ShellCommand[] = [];
  isCut = false;

  list(items: readonly ShellItem[], around: Around, settings: Settings, isBlock: boolean): void {
    const chains = toChains(items);
    const deciding = findDeciding(chains);
    for (const [at, chain] of chains.entries()) {
      const behind = chains.slice(at + 1, at + 1 + maxAhead);
      const isLast = around.isLast && chains.length <= at + 1 + maxAhead;
      const first = behind.map((next) => toLone(next.pipelines[0]));
      const areAlone = behind.every(({ pipelines }) => pipelines.length === 1);
      this.chain(
        chain,
        {
          ...around,
          isLast: isLast && areAlone && first.every(isSilent),
          report: chain.isBackground ? null : at === chains.length - 1 ? around.report : findReportedExit(first, isLast && areAlone),
        },
        settings,
        {
          isDeciding: at === deciding && !chain.isBackground,
          isBlock,
        },
      );
      // Nothing behind it ever runs.
      if (!isBlock && leaving.test(toSingle(chain)?.words[0] ?? '')) break;
    }
  }

  private chain(
    { pipelines, isBackground }: Chain,
    around: Around,
    settings: Settings,
    { isDeciding, isBlock }: { isDeciding: boolean; isBlock: boolean },
  ): void {
    const last = pipelines.length - 1;
    const final = pipelines[last];
    const isGuarded = last > 0 && final?.before === '||' && neverEndsWell(final);
    const isAlone = last === 0 && final?.isNegated === false;
    let isImplied = around.isImplied && !isBackground && (isDeciding || isGuarded || (isAlone && around.stops && settings.stopsAtFailure));
    const implied = pipelines.map(() => false);
    for (let at = isGuarded ? last - 1 : last; at >= 0; at -= 1) {
      const isOther = pipelines[at]?.before === '||';
      implied[at] = isImplied && !isOther;
      if (isOther) isImplied = false;
    }
    let scopes = isBackground ? [...around.scopes, subshell()] : around.scopes;
    let isCertain = true;
    for (const [at, pipeline] of pipelines.entries()) {
      const before = pipelines[at - 1];
      // Behind `&&` and `||`, it may be left out; where that ends the line, it is not.
      if (isCertain && before && !isGuarded && (pipeline.before === '||' || !isSure(before))) {
        isCertain = false;
        scopes = [...scopes, block()];
      }
      const behind = pipelines.slice(at + 1).map(toLone);
      const report = at === last ? around.report : findReportedExit(behind, around.isLast);
      this.pipeline(
        pipeline,
        {
          ...around,
          isImplied: implied[at] === true && !pipeline.isNegated,
          stops: around.stops && at === last && !pipeline.isNegated && !isBackground,
          isLast: around.isLast && behind.every(isSilent),
          scopes,
          report: pipeline.isNegated || isBackground ? null : report,
          answers: isBackground ? null : (findAnswers(pipelines, at) ?? (last === 0 ? around.answers : null)),
        },
        settings,
        at === 0 && !isBlock && !isBackground,
      );
    }
  }

  /** `isSure`: it runs, and in this shell. */
  private pipeline({ items }: Pipeline, around: Around, settings: Settings, isSure: boolean): void {
    const filters = items.map(({ node }) => (isGroup(node) ? [] : node.words));
    for (const [at, { node }] of items.entries()) {
      const isLast = at === items.length - 1;
      const { report } = around;
      const [first, last] = [at === 0 ? (report?.first ?? []) : [], isLast ? (report?.last ?? []) : []];
      const own: Around = {
        ...around,
        isImplied: around.isImplied && (isLast || settings.hasPipefail),
        isFed: at > 0 || around.isFed,
        isLast: around.isLast && isLast,
        scopes: items.length > 1 ? [...around.scopes, subshell()] : around.scopes,
        report: report && { ...report, last: [...first, ...last], first: [...first, ...last] },
        answers: isLast || settings.hasPipefail ? around.answers : null,
        filters: [...filters.slice(at + 1, at + 1 + maxAhead), ...around.filters].slice(0, maxAhead),
      };
      if (isGroup(node)) this.group(node, own, items.length > 1 ? { ...settings } : settings);
      else this.simple(node, own, settings, isSure && items.length === 1);
    }
  }

  private group({ kind, items, writes }: ShellGroup, around: Around, settings: Settings): void {
    const isBlock = kind === 'block' || kind === 'function';
    const scopes = kind === 'braces' ? around.scopes : [...around.scopes, kind === 'subshell' ? subshell() : block()];
    const own = { ...around, scopes, answers: null, ...(isBlock ? { isImplied: false, report: null, isLast: false } : {}) };
    this.list(items, own, kind === 'braces' || kind === 'block' ? settings : { ...settings }, isBlock);
    if (writes.length > 0) this.add({ words: [], writes, input: null }, { ...around, isImplied: false, report: null });
  }

  private simple({ words, writes, input, inner }: SimpleCommand, around: Around, settings: Settings, isSure: boolean): void {
    for (const line of inner) {
      if (around.depth >= maxInner) {
        this.isCut = true;
        break;
      }
      const tree = readShellTree(line);
      if (tree.isCut) this.isCut = true;
      // The exit code of `x=$(…)` is that of what it substitutes.
      const isWhole = isAssigning(words) && inner.length === 1 && !tree.isCut;
      this.list(
        tree.items,
        {
          isImplied: around.isImplied && isWhole,
          stops: around.stops,
          isFed: false,
          isLast: false,
          scopes: [...around.scopes, subshell()],
          report: isWhole ? around.report : null,
          answers: isWhole ? around.answers : null,
          filters: [],
          depth: around.depth + 1,
        },
        { ...settings },
        false,
      );
    }
    if (words[0] === 'set') applySet(words.slice(1), settings, isSure);
    this.add({ words: words.filter((word) => word !== ''), writes, input }, around);
  }

  private add(command: Omit<SimpleCommand, 'inner'>, { isImplied, isFed, report, answers, filters, scopes }: Around): void {
    if (this.commands.length >= maxCommands) this.isCut = true;
    else
      this.commands.push({
        ...command,
        isImplied,
        isFed,
        reportedExit: report && report.last.length > 0 ? { text: report.text, names: report.last, isLast: report.isLast } : null,
        answers,
        filters,
        scopes,
      });
  }
}

const subshell = (): Scope => ({ kind: 'subshell' });
const block = (): Scope => ({ kind: 'block' });

/** A setting that is switched on counts only where it is sure to be; `set +e` always. No setting stands behind `--`, `-` or another word. */
const applySet = (words: readonly string[], settings: Settings, isSure: boolean): void => {
  for (let at = 0; at < words.length; at += 1) {
    const [, sign, letters = ''] = /^([-+])([a-zA-Z]+)$/u.exec(words[at] ?? '') ?? [];
    if (sign === undefined) break;
    const isOn = sign === '-';
    if (isOn && !isSure) continue;
    const name = letters.endsWith('o') ? words[(at += 1)] : undefined;
    if (letters.includes('e') || name === 'errexit') settings.stopsAtFailure = isOn;
    if (name === 'pipefail') settings.hasPipefail = isOn;
  }
};

const setsTrap = (commands: readonly ShellCommand[]): boolean =>
  commands.some(({ words }) => words[0] === 'trap' && words.some((word) => /\bexit\b/u.test(word)));

/**
 * The commands of a line in their order, those that it substitutes before the one that does, and what the line's exit code says of each.
 * Takes linear time.
 */
export const readShell = (line: string): ShellLine => {
  const { items, isCut } = readShellTree(line);
  const walk = new Walk();
  walk.list(
    items,
    { isImplied: true, stops: true, isFed: false, isLast: true, scopes: [], report: null, answers: null, filters: [], depth: 0 },
    { stopsAtFailure: false, hasPipefail: false },
    false,
  );
  const isAnyCut = isCut || walk.isCut;
  // Who knows what ends the line.
  const isOpen = isAnyCut || setsTrap(walk.commands);
  return { commands: isOpen ? walk.commands.map((command) => ({ ...command, isImplied: false })) : walk.commands, isCut: isAnyCut };
};

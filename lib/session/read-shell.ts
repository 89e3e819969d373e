/** A simple command of a shell line, as far as it can be read without running it. */
export type ShellCommand = {
  /** Without quotes and redirects; what is substituted stands as `$(…)`. */
  words: readonly string[];
  /** Files that its output goes to. */
  writes: readonly string[];
  /** What a heredoc or a here-string gives it; null: neither. */
  input: string | null;
  /** The line ends with 0 only if this command ran and ended with 0. */
  isImplied: boolean;
  /** What the rest of its pipeline does with its output does not change its exit code, but hides it. */
  isPiped: boolean;
};

export type ShellLine = {
  commands: readonly ShellCommand[];
  /** A quote, a substitution or a heredoc has no end, or the line was cut. */
  isCut: boolean;
};

type Operator = '&&' | '||' | '|' | ';' | '&' | '';
type Draft = {
  words: string[];
  writes: string[];
  input: string | null;
  after: Operator;
  /** Its exit code, or whether it runs at all, depends on a keyword or a group around it. */
  isHidden: boolean;
};

const maxCharacters = 65_536;
const maxCommands = 400;

/** Keywords that open a block in which not every command runs once, and that close it. */
const opening: ReadonlySet<string> = new Set(['if', 'for', 'while', 'until', 'case', 'select']);
const closing: ReadonlySet<string> = new Set(['fi', 'done', 'esac']);
const between: ReadonlySet<string> = new Set(['then', 'do', 'else', 'elif', '{', '}', '!', 'time']);

/** Reads the characters of a line once, from left to right. */
class Reader {
  at = 0;
  isCut = false;
  readonly drafts: Draft[] = [];
  private draft: Draft = toDraft();
  private readonly heredocs: { end: string; draft: Draft | null }[] = [];
  /** Where the open groups begin in `drafts`. */
  private readonly groups: number[] = [];
  private blocks = 0;

  constructor(private readonly text: string) {}

  read(): void {
    const { text } = this;
    while (this.at < text.length && this.drafts.length < maxCommands) {
      const char = text[this.at] ?? '';
      if (char !== '\n' && /\s/u.test(char)) this.at += 1;
      else if (char === '\\' && text[this.at + 1] === '\n') this.at += 2;
      else if (char === '#') this.at = this.endOfLine();
      else if (char === '\n') {
        this.end(';');
        this.at += 1;
        this.skipHeredocs();
      } else if (char === '&' && text[this.at + 1] === '>') this.readRedirect(1);
      else if (char === '&' || char === '|' || char === ';') this.readOperator(char);
      else if (char === '(') {
        this.groups.push(this.drafts.length);
        this.at += 1;
      } else if (char === ')') this.closeGroup();
      else if (char === '<' || char === '>') this.readRedirect(0);
      else this.addWord(this.readWord());
    }
    if (this.at < text.length) this.isCut = true;
    this.end('');
    if (this.heredocs.length > 0) this.isCut = true;
  }

  private endOfLine(): number {
    const end = this.text.indexOf('\n', this.at);
    return end < 0 ? this.text.length : end;
  }

  private readOperator(char: string): void {
    const isDouble = this.text[this.at + 1] === char;
    this.at += isDouble ? 2 : 1;
    if (char === '|' && this.text[this.at] === '&') this.at += 1;
    this.end(char === ';' ? ';' : isDouble ? (char === '&' ? '&&' : '||') : char === '&' ? '&' : '|');
  }

  private closeGroup(): void {
    this.at += 1;
    this.end('');
    const from = this.groups.pop();
    while (this.text[this.at] === ' ') this.at += 1;
    const next = this.text[this.at] ?? '';
    const isHiding = (next === '|' && this.text[this.at + 1] !== '|') || (next === '&' && !'&>'.includes(this.text[this.at + 1] ?? ' '));
    if (from !== undefined && isHiding) for (const draft of this.drafts.slice(from)) draft.isHidden = true;
    // The operator behind a group is that of its last command.
    const last = this.drafts.at(-1);
    if (last && (next === '|' || next === '&' || next === ';')) {
      const isDouble = this.text[this.at + 1] === next;
      if (next === '&' && this.text[this.at + 1] === '>') return;
      last.after = next === ';' ? ';' : isDouble ? (next === '&' ? '&&' : '||') : next;
      this.at += isDouble ? 2 : 1;
    } else if (last && last.after === '') last.after = ';';
  }

  private end(after: Operator): void {
    const { draft } = this;
    if (draft.words.length > 0 || draft.writes.length > 0) {
      draft.after = after;
      this.drafts.push(draft);
    }
    this.draft = toDraft();
    this.draft.isHidden = this.blocks > 0;
  }

  private addWord(word: string): void {
    const { draft } = this;
    if (draft.words.length > 0) draft.words.push(word);
    else if (opening.has(word)) {
      this.blocks += 1;
      draft.isHidden = true;
      // `if` and `while` have a command behind them; `for` and `case` have words.
      if (!/^(?:if|while|until)$/u.test(word)) draft.words.push(word);
    } else if (closing.has(word)) {
      this.blocks = Math.max(0, this.blocks - 1);
      draft.words.push(word);
    } else if (word === '!') draft.isHidden = true;
    else if (!between.has(word)) draft.words.push(word);
  }

  /** `skip`: characters before the angle bracket. */
  private readRedirect(skip: number): void {
    const { text, draft } = this;
    this.at += skip;
    const isInput = text[this.at] === '<';
    if (isInput && text.startsWith('<<<', this.at)) {
      this.at += 3;
      draft.input = this.readTarget();
      return;
    }
    if (isInput && text[this.at + 1] === '<') {
      this.at += text[this.at + 2] === '-' ? 3 : 2;
      this.heredocs.push({ end: this.readTarget(), draft });
      return;
    }
    if (text[this.at + 1] === '(') {
      this.at += 1;
      this.skipSubstitution();
      return;
    }
    this.at += 1;
    if (!isInput && (text[this.at] === '>' || text[this.at] === '|')) this.at += 1;
    if (text[this.at] === '&') {
      this.at += 1;
      this.readTarget();
      return;
    }
    const target = this.readTarget();
    if (!isInput) draft.writes.push(target);
    else if (target !== '') draft.input ??= `< ${target}`;
  }

  private readTarget(): string {
    while (this.text[this.at] === ' ' || this.text[this.at] === '\t') this.at += 1;
    return this.readWord();
  }

  private skipHeredocs(): void {
    for (const { end, draft } of this.heredocs.splice(0)) {
      const from = this.at;
      let isFound = false;
      while (this.at < this.text.length && !isFound) {
        const lineEnd = this.endOfLine();
        const line = this.text.slice(this.at, lineEnd).trim();
        if (line === end) {
          if (draft) draft.input = this.text.slice(from, this.at);
          isFound = true;
        }
        this.at = Math.min(this.text.length, lineEnd + 1);
      }
      if (!isFound) {
        if (draft) draft.input = this.text.slice(from);
        this.isCut = true;
      } else if (this.text[this.at - 1] === '\n') this.at -= 1;
    }
  }

  /** To the end of a word; the quotes around its parts are dropped. */
  private readWord(): string {
    const { text } = this;
    let word = '';
    while (this.at < text.length) {
      const char = text[this.at] ?? '';
      if (/[\s;&|()<>]/u.test(char)) {
        // A number before an angle bracket is that of a stream.
        if ((char === '>' || char === '<') && /^\d$/u.test(word)) {
          const isError = word === '2';
          const { draft } = this;
          const before = draft.writes.length;
          this.readRedirect(0);
          if (isError) draft.writes.length = before;
          return '';
        }
        break;
      }
      if (char === "'") {
        const end = text.indexOf("'", this.at + 1);
        if (end < 0) this.isCut = true;
        word += text.slice(this.at + 1, end < 0 ? text.length : end);
        this.at = end < 0 ? text.length : end + 1;
      } else if (char === '"') word += this.readQuoted();
      else if (char === '\\') {
        if (text[this.at + 1] !== '\n') word += text[this.at + 1] ?? '';
        this.at += 2;
      } else if (char === '`') {
        this.skipBackticks();
        word += '$(…)';
      } else if (char === '$' && text[this.at + 1] === '(') {
        this.at += 1;
        this.skipSubstitution();
        word += '$(…)';
      } else {
        word += char;
        this.at += 1;
      }
    }
    return word;
  }

  private readQuoted(): string {
    const { text } = this;
    const parts: string[] = [];
    this.at += 1;
    let from = this.at;
    while (this.at < text.length) {
      const char = text[this.at];
      if (char === '"') {
        parts.push(text.slice(from, this.at));
        this.at += 1;
        return parts.join('');
      }
      if (char === '\\') {
        parts.push(text.slice(from, this.at), text[this.at + 1] ?? '');
        this.at += 2;
        from = this.at;
      } else if (char === '`' || (char === '$' && text[this.at + 1] === '(')) {
        parts.push(text.slice(from, this.at), '$(…)');
        if (char === '`') this.skipBackticks();
        else {
          this.at += 1;
          this.skipSubstitution();
        }
        from = this.at;
      } else this.at += 1;
    }
    this.isCut = true;
    parts.push(text.slice(from));
    return parts.join('');
  }

  private skipBackticks(): void {
    const end = this.text.indexOf('`', this.at + 1);
    if (end < 0) this.isCut = true;
    this.at = end < 0 ? this.text.length : end + 1;
  }

  /** From an opening parenthesis to behind the one that closes it. */
  private skipSubstitution(): void {
    const { text } = this;
    let depth = 0;
    const ends: string[] = [];
    while (this.at < text.length) {
      const char = text[this.at];
      if (char === '(') depth += 1;
      if (char === ')') {
        depth -= 1;
        if (depth === 0) {
          this.at += 1;
          return;
        }
      }
      if (char === "'") {
        const end = text.indexOf("'", this.at + 1);
        this.at = end < 0 ? text.length : end + 1;
      } else if (char === '"') {
        this.at += 1;
        while (this.at < text.length && text[this.at] !== '"') this.at += text[this.at] === '\\' ? 2 : 1;
        this.at += 1;
      } else if (char === '\\') this.at += 2;
      else if (char === '<' && text[this.at + 1] === '<' && text[this.at + 2] !== '<') {
        const found = /^<<-?\s{0,4}(["']?)([\w-]{1,80})\1/u.exec(text.slice(this.at, this.at + 100));
        if (found?.[2] !== undefined) ends.push(found[2]);
        this.at += found?.[0].length ?? 2;
      } else if (char === '\n' && ends.length > 0) {
        this.at += 1;
        for (const end of ends.splice(0)) {
          let isFound = false;
          while (this.at < text.length && !isFound) {
            const lineEnd = this.endOfLine();
            const line = text.slice(this.at, lineEnd).trim();
            isFound = line === end || line === `${end})`;
            this.at = isFound && line !== end ? lineEnd - 1 : Math.min(text.length, lineEnd + 1);
          }
        }
      } else this.at += 1;
    }
    this.isCut = true;
  }
}

const toDraft = (): Draft => ({ words: [], writes: [], input: null, after: '', isHidden: false });

/** Words as a shell would split them: the commands of a line in their order, without what it substitutes. Takes linear time. */
export const readShell = (line: string): ShellLine => {
  const reader = new Reader(line.slice(0, maxCharacters));
  reader.read();
  const { drafts } = reader;
  let [stopsAtFailure, hasPipefail] = [false, false];
  const settings = drafts.map(({ words }) => {
    if (words[0] === 'set') {
      const options = words.slice(1).join(' ');
      if (/(?:^|\s)-[a-z]*e/u.test(options)) stopsAtFailure = true;
      if (options.includes('pipefail')) hasPipefail = true;
    }
    return { stopsAtFailure, hasPipefail };
  });
  const commands: ShellCommand[] = [];
  /** Whether all that follows runs only, or ends the line, if what is before it ended with 0. */
  let isChained = true;
  for (let at = drafts.length - 1; at >= 0; at -= 1) {
    const draft = drafts[at];
    if (!draft) continue;
    const { words, writes, input, after, isHidden } = draft;
    const isPiped = after === '|';
    if (after === '||' || after === '&') isChained = false;
    if (after === ';' && at < drafts.length - 1 && !settings[at]?.stopsAtFailure) isChained = false;
    const before = drafts[at - 1]?.after;
    const isImplied = isChained && !isHidden && (!isPiped || settings[at]?.hasPipefail === true) && before !== '||';
    commands.unshift({ words: words.filter((word) => word !== ''), writes, input, isImplied, isPiped });
  }
  return { commands, isCut: reader.isCut || line.length > maxCharacters };
};

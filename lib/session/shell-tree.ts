/** A simple command of a shell line, without quotes and redirects; a substitution stands as `$(…)`. */
export type SimpleCommand = {
  words: readonly string[];
  /** Files that its output goes to. */
  writes: readonly string[];
  /** The text that a heredoc or a here-string gives it; null: neither. */
  input: string | null;
  /** The lines that it substitutes. */
  inner: readonly string[];
};

/** `&`, `;` and a line's end come behind a list; '' where nothing does. */
export type ShellOperator = '&&' | '||' | '|' | ';' | '&' | '';

/** `block`: whether and how often its commands run depends on others. `function`: they run where it is called. */
export type ShellGroup = { kind: 'subshell' | 'braces' | 'block' | 'function'; items: readonly ShellItem[]; writes: readonly string[] };

export type ShellItem = { node: SimpleCommand | ShellGroup; isNegated: boolean; after: ShellOperator };

export type ShellTree = {
  items: readonly ShellItem[];
  /** A quote, a substitution, a heredoc or a group has no end, or there is too much of the line. */
  isCut: boolean;
};

type Draft = { words: string[]; writes: string[]; input: string | null; inner: string[] };
type Item = { node: Draft | Frame; isNegated: boolean; after: ShellOperator };
type Frame = { kind: ShellGroup['kind']; items: Item[]; writes: string[]; isNegated: boolean };

/** How many characters of a line are read, how many of its commands, and how deep. */
export const maxCharacters = 65_536;
export const maxCommands = 400;
const maxDepth = 24;

/** Keywords that open a block in which not every command runs once, and that close it. */
const opening: ReadonlySet<string> = new Set(['if', 'for', 'while', 'until', 'case', 'select']);
const closing: ReadonlySet<string> = new Set(['fi', 'done', 'esac']);
const between: ReadonlySet<string> = new Set(['then', 'do', 'else', 'elif', 'time']);

/** Reads the characters of a line once, from left to right. */
class Reader {
  at = 0;
  isCut = false;
  private draft: Draft = toDraft();
  private isNegated = false;
  /** The next group is the body of a function. */
  private isFunction = false;
  private readonly heredocs: { end: string; draft: Draft }[] = [];
  private readonly frames: [Frame, ...Frame[]] = [{ kind: 'braces', items: [], writes: [], isNegated: false }];
  private commands = 0;

  constructor(private readonly text: string) {}

  read(): readonly Item[] {
    const { text } = this;
    while (this.at < text.length && this.commands < maxCommands && this.frames.length < maxDepth) {
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
      else if (char === '(') this.openParenthesis();
      else if (char === ')') this.closeParenthesis();
      else if (char === '<' || char === '>') this.readRedirect(0);
      else {
        const word = this.readWord(true);
        if (word !== null) this.addWord(word);
      }
    }
    if (this.at < text.length || this.heredocs.length > 0) this.isCut = true;
    this.end('');
    if (this.frames.length > 1) this.isCut = true;
    while (this.frames.length > 1) this.close();
    return this.frames[0].items;
  }

  private get frame(): Frame {
    return this.frames.at(-1) ?? this.frames[0];
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

  private open(kind: ShellGroup['kind']): void {
    this.frames.push({ kind: this.isFunction ? 'function' : kind, items: [], writes: [], isNegated: this.isNegated });
    this.isFunction = false;
    this.isNegated = false;
  }

  /** The innermost group becomes a part of the one around it. */
  private close(): void {
    const group = this.frames.length > 1 ? this.frames.pop() : undefined;
    if (group) this.frame.items.push({ node: group, isNegated: group.isNegated, after: '' });
  }

  private openParenthesis(): void {
    const { text, draft } = this;
    const isFor = draft.words[0] === 'for';
    // `list=(a b)`, `!(*.md)`
    if (/[=!@*?+]/u.test(text[this.at - 1] ?? '') && draft.words.length > 0) {
      this.skipSubstitution();
      return;
    }
    if (text[this.at + 1] === '(' && (draft.words.length === 0 || isFor)) {
      const end = text.indexOf('))', this.at);
      if (end >= 0) {
        this.at = end + 2;
        draft.words.push('((');
        return;
      }
    }
    const rest = /^\(\s{0,8}\)/u.exec(text.slice(this.at, this.at + 12));
    if (rest && (draft.words.length === 1 || draft.words[0] === 'function')) {
      this.at += rest[0].length;
      this.draft = toDraft();
      this.isFunction = true;
      return;
    }
    this.end(';');
    this.open('subshell');
    this.at += 1;
  }

  private closeParenthesis(): void {
    this.at += 1;
    if (this.frame.kind === 'block') {
      // A pattern of `case`.
      this.draft = toDraft();
      return;
    }
    this.end('');
    if (this.frames.length > 1) this.close();
    else this.isCut = true;
  }

  private end(after: ShellOperator): void {
    const { draft, frame } = this;
    const last = frame.items.at(-1);
    if (draft.words.length === 0 && last?.after === '') {
      // Behind a group.
      if ('items' in last.node) last.node.writes.push(...draft.writes);
      last.after = after;
    } else if (draft.words.length > 0 || draft.writes.length > 0) {
      frame.items.push({ node: draft, isNegated: this.isNegated, after });
      this.commands += 1;
    } else if (after !== '') return;
    this.draft = toDraft();
    this.isNegated = false;
  }

  private addWord(word: string): void {
    const { draft } = this;
    if (draft.words[0] === 'function' && word === '{') {
      this.draft = toDraft();
      this.isFunction = true;
      this.open('braces');
    } else if (draft.words.length > 0) draft.words.push(word);
    else if (word === '{') this.open('braces');
    else if (word === '}') {
      if (this.frame.kind === 'braces' || this.frame.kind === 'function') this.close();
    } else if (opening.has(word)) {
      this.open('block');
      // `if` and `while` have a command behind them; `for` and `case` have words.
      if (!/^(?:if|while|until)$/u.test(word)) draft.words.push(word);
    } else if (closing.has(word)) {
      if (this.frame.kind === 'block') this.close();
    } else if (word === '!') this.isNegated = !this.isNegated;
    else if (word === '[[') {
      const end = this.text.indexOf(']]', this.at);
      if (end < 0) this.isCut = true;
      this.at = end < 0 ? this.text.length : end + 2;
      draft.words.push(word);
    } else if (!between.has(word)) draft.words.push(word);
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
      this.readSubstitution();
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
    return this.readWord(false) ?? '';
  }

  private skipHeredocs(): void {
    for (const { end, draft } of this.heredocs.splice(0)) {
      const from = this.at;
      let isFound = false;
      while (this.at < this.text.length && !isFound) {
        const lineEnd = this.endOfLine();
        const line = this.text.slice(this.at, lineEnd).trim();
        if (line === end) {
          draft.input = this.text.slice(from, this.at);
          isFound = true;
        }
        this.at = Math.min(this.text.length, lineEnd + 1);
      }
      if (!isFound) {
        draft.input = this.text.slice(from);
        this.isCut = true;
      } else if (this.text[this.at - 1] === '\n') this.at -= 1;
    }
  }

  /**
   * To the end of a word; the quotes around its parts are dropped. Null: it was the number of a stream, before an angle bracket and what
   * follows it.
   */
  private readWord(mayRedirect: boolean): string | null {
    const { text } = this;
    let word = '';
    while (this.at < text.length) {
      const char = text[this.at] ?? '';
      if (/[\s;&|()<>]/u.test(char)) {
        if (mayRedirect && (char === '>' || char === '<') && /^\d$/u.test(word)) {
          const isError = word === '2';
          const { draft } = this;
          const before = draft.writes.length;
          this.readRedirect(0);
          if (isError) draft.writes.length = before;
          return null;
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
        this.readBackticks();
        word += '$(…)';
      } else if (char === '$' && text[this.at + 1] === '(') {
        this.at += 1;
        this.readSubstitution();
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
        // Before other characters it stands for itself.
        const isKept = !/[$`"\\\n]/u.test(text[this.at + 1] ?? '"');
        parts.push(text.slice(from, isKept ? this.at + 1 : this.at), text[this.at + 1] ?? '');
        this.at += 2;
        from = this.at;
      } else if (char === '`' || (char === '$' && text[this.at + 1] === '(')) {
        parts.push(text.slice(from, this.at), '$(…)');
        if (char === '`') this.readBackticks();
        else {
          this.at += 1;
          this.readSubstitution();
        }
        from = this.at;
      } else this.at += 1;
    }
    this.isCut = true;
    parts.push(text.slice(from));
    return parts.join('');
  }

  private readBackticks(): void {
    const end = this.text.indexOf('`', this.at + 1);
    if (end < 0) this.isCut = true;
    else this.draft.inner.push(this.text.slice(this.at + 1, end));
    this.at = end < 0 ? this.text.length : end + 1;
  }

  /** From an opening parenthesis to behind the one that closes it; what is computed is no line. */
  private readSubstitution(): void {
    const from = this.at + 1;
    this.skipSubstitution();
    if (this.text[from] !== '(') this.draft.inner.push(this.text.slice(from, this.at - 1));
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

const toDraft = (): Draft => ({ words: [], writes: [], input: null, inner: [] });

/** A line as a shell would read it: its commands and groups in their order. Takes linear time. */
export const readShellTree = (line: string): ShellTree => {
  const reader = new Reader(line.slice(0, maxCharacters));
  const items = reader.read();
  return { items, isCut: reader.isCut || line.length > maxCharacters };
};

import { describe, expect, it } from 'vitest';
import { cutProse, listTexts, maxMarkdownChars, parseMarkdown, type MarkdownNode } from './parse-markdown.ts';

/** A tree in one line: `p(text em(text))`. */
const print = (nodes: readonly MarkdownNode[] | null): string =>
  (nodes ?? [{ kind: 'text', text: 'not parsed' }])
    .map((node) => {
      if (node.kind === 'element') return `${node.tag}(${print(node.children)})`;
      if (node.kind === 'link') return `link[${node.href}](${print(node.children)})`;
      if (node.kind === 'image') return `image[${node.src}](${node.alt})`;
      if (node.kind === 'code') return `${node.isBlock ? 'block' : 'code'}[${node.language}](${node.text})`;
      return JSON.stringify(node.text);
    })
    .join(' ');
const tree = (text: string): string => print(parseMarkdown(text));

describe('parseMarkdown', () => {
  it('reads headings, emphasis and code', () => {
    expect(tree('# A **b** `c`\nd')).toBe('h1("A " strong("b") " " code[](c)) p("d")');
    expect(tree('```ts title\nconst a = 1;\n```')).toBe('block[ts](const a = 1;)');
    expect(tree('```\nopen')).toBe('block[](open)');
  });

  it('keeps line breaks', () => {
    expect(tree('a\nb  \nc')).toBe('p("a" "\\n" "b" "\\n" "c")');
  });

  it('reads lists, tight and loose, with their first number', () => {
    expect(tree('- a\n  - b\n- c')).toBe('ul(li("a" ul(li("b"))) li("c"))');
    expect(tree('- a\n\n- b')).toBe('ul(li(p("a")) li(p("b")))');
    expect(parseMarkdown('7. a')?.[0]).toMatchObject({ tag: 'ol', start: 7 });
  });

  it('reads task lists, and leaves brackets elsewhere', () => {
    const text = '- [x] done\n- [ ] *open*\n- [y] `[ ]`\n\n[x] no item';
    expect(tree(text)).toBe('ul(li("☑ done") li("☐ " em("open")) li("[y] " code[]([ ]))) p("[x] no item")');
    const [list] = parseMarkdown(text) ?? [];
    const items = list?.kind === 'element' ? list.children : [];
    expect(items.map((item) => item.kind === 'element' && item.isTask)).toEqual([true, true, false]);
  });

  it('reads tables with their alignment', () => {
    const [table] = parseMarkdown('| a | b |\n|---|--:|\n| 1 | 2 |') ?? [];
    expect(print(table ? [table] : null)).toBe('table(thead(tr(th("a") th("b"))) tbody(tr(td("1") td("2"))))');
    expect(JSON.stringify(table)).toContain('"tag":"td","start":null,"align":"right"');
  });

  it('shows HTML as text, and links only what has a safe scheme', () => {
    expect(tree('<script>alert(1)</script>')).toBe('p("<script>alert(1)</script>")');
    expect(tree('[a](javascript:alert(1)) setup.py www.a.org')).toBe('p("[a](javascript:alert(1)) setup.py www.a.org")');
    expect(tree('see https://a.org/x. ok')).toBe('p("see " link[https://a.org/x]("https://a.org/x") ". ok")');
    expect(tree('[f](src/a.ts:12) ![pic](https://a.org/p.png)')).toBe('p(link[src/a.ts:12]("f") " " image[https://a.org/p.png](pic))');
  });

  it('does not parse what is too long or nested too deeply, and takes hostile texts in bounded time', () => {
    expect(parseMarkdown('a'.repeat(maxMarkdownChars + 1))).toBeNull();
    expect(parseMarkdown('>'.repeat(5_000))).toBeNull();
    expect(parseMarkdown('1. '.repeat(5_000))).toBeNull();
    const startedAt = performance.now();
    for (const part of ['_*', '[', '[a](', '~~a', '` `` ', '| a |\n|-|\n', '![', '**a *'])
      expect(listTexts(parseMarkdown(part.repeat(maxMarkdownChars / part.length)) ?? []).length).toBeGreaterThan(0);
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });
});

describe('cutProse', () => {
  it('leaves a text that has no more lines', () => {
    expect(cutProse('a\nb', 2)).toBe('a\nb');
    expect(cutProse('', 2)).toBe('');
  });

  it('cuts behind whole lines, and within a long one', () => {
    expect(cutProse('a\nb\nc', 2)).toBe('a\nb');
    expect(cutProse(`a\n${'b'.repeat(300)}`, 2)).toBe(`a\n${'b'.repeat(92)}…`);
  });
});

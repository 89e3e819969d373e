import { describe, expect, it } from 'vitest';
import { cutProse, listTexts, maxMarkdownChars, parseMarkdown, type MarkdownNode } from './parse-markdown.ts';
import { toHtml } from './to-html.ts';

/** A tree in one line: `p(text em(text))`. */
const print = (nodes: readonly MarkdownNode[] | null): string =>
  (nodes ?? [{ kind: 'text', text: 'not parsed' }])
    .map((node) => {
      if (node.kind === 'element') return `${node.tag}(${print(node.children)})`;
      if (node.kind === 'link') return `link[${node.href}](${print(node.children)})`;
      if (node.kind === 'image') return `image[${node.src}](${node.alt})`;
      if (node.kind === 'code') return `${node.isBlock ? 'block' : 'code'}[${node.language}](${node.text})`;
      if (node.kind === 'note-ref') return `ref[${node.number}.${node.nth}]`;
      if (node.kind === 'note') return `note[${node.number} ${node.references}](${print(node.children)})`;
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

  it('reads footnotes, numbered as they are referred to, behind the text', () => {
    expect(tree('a[^x] b[^1] c[^x]\n\n[^1]: one\n[^x]: *two*\nmore\n\n    - list\n\nend')).toBe(
      'p("a" ref[1.1] " b" ref[2.1] " c" ref[1.2]) p("end") note[1 2](p(em("two") "\\n" "more") ul(li("list"))) note[2 1](p("one"))',
    );
    expect(tree('text\n\n[^lost]: kept')).toBe('p("text") note[1 0](p("kept"))');
    expect(tree('no note[^1], `[^1]` \\[^1]')).toBe('p("no note[^1], " code[]([^1]) " [^1]")');
    expect(tree('a[^1]\n\n[^1]: <b>x</b>\n[^1]: again')).toBe('p("a" ref[1.1]) note[1 1](p("<b>x</b>")) note[2 0](p("again"))');
    expect(tree('b[^2]\n- item\n[^2]: two')).toBe('p("b" ref[1.1]) ul(li("item")) note[1 1](p("two"))');
    expect(tree('- a[^1]\n\n  [^1]: in a list\n\n      [^2]: in a note')).toBe(
      'ul(li(p("a" ref[1.1]))) note[1 1](p("in a list")) note[2 0](p("in a note"))',
    );
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
    for (const part of ['_*', '[', '[a](', '~~a', '` `` ', '| a |\n|-|\n', '![', '**a *', '[^1]: a\n', '[^1] [^1]: ', '[^'])
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

it('writes footnotes as links within their own text', () => {
  const html = toHtml(parseMarkdown('a[^1]\n\n[^1]: <i>b</i>') ?? [], 'p7');
  expect(html).toContain('<sup><a id="p7-ref-1-1" href="#p7-note-1" aria-label="Footnote 1">1</a></sup>');
  expect(html).toContain('id="p7-note-1"><span>1.</span><div><p>&lt;i&gt;b&lt;/i&gt;</p></div> <a href="#p7-ref-1-1"');
});

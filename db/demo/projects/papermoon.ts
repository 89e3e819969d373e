import type { Project } from '../project.ts';

export const papermoon: Project = {
  name: 'papermoon',
  branch: 'incremental',
  testCommand: 'cargo test',
  testPassed: (count) =>
    `   Compiling papermoon v0.6.2 (/home/demo/papermoon)\n    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 6.12s\n     Running unittests src/lib.rs\n\nrunning ${count} tests\n${'.'.repeat(Math.min(count, 80))}\ntest result: ok. ${count} passed; 0 failed; 0 ignored; finished in 0.22s`,
  testFailed: (test, failure) =>
    `running 37 tests\n....................................F\nfailures:\n\n---- ${test} stdout ----\n${failure}\n\nfailures:\n    ${test}\n\ntest result: FAILED. 36 passed; 1 failed; 0 ignored; finished in 0.24s\n\nerror: test failed, to rerun pass \`--lib\``,
  checkCommand: 'cargo clippy -- -D warnings',
  others: [
    { path: 'src/theme.rs', text: 'pub struct Theme {\n    pub name: String,\n    pub accent: Colour,\n}' },
    { path: 'src/feed.rs', text: 'pub fn atom(site: &Site) -> String {\n    todo!("entries")\n}' },
    { path: 'benches/render.rs', text: 'use criterion::{criterion_group, criterion_main, Criterion};' },
  ],
  tasks: [
    {
      title: 'Rebuild only pages that changed',
      request: 'A build renders all 2,400 pages even if one has changed. Keep hashes of inputs and skip what is up to date.',
      followUp: 'And when a template changes, are all pages that use it rendered?',
      thought:
        'A page depends on its source, its template, the partials of that template, and the site data. Hash all of them into one key a page; a changed partial then invalidates exactly the pages that reach it.',
      file: 'src/build.rs',
      before: 'for page in &site.pages {\n    let html = render(page, &site.templates)?;\n    fs::write(page.target(), html)?;\n}',
      after:
        'for page in &site.pages {\n    let key = inputs_of(page, &site.templates).hash();\n    if cache.is_current(page.id(), key) {\n        continue;\n    }\n    let html = render(page, &site.templates)?;\n    fs::write(page.target(), html)?;\n    cache.insert(page.id(), key);\n}',
      search: 'fs::write',
      test: 'build::tests::partial_invalidates_its_pages',
      failure: 'thread panicked at src/build.rs:141:9:\nassertion `left == right` failed\n  left: 0\n right: 3',
      done: 'Pages are skipped when the hash of everything that goes into them is unchanged. A second build of 2,400 pages takes 0.3 s instead of 11 s; a changed partial renders the pages that reach it and no others.',
    },
    {
      title: 'Footnotes inside table cells',
      request: 'Footnotes in table cells come out as literal [^1]. They should work there as anywhere else.',
      followUp: 'Numbering should follow reading order, row by row.',
      thought:
        'Cells are parsed by the inline parser without the footnote table: it is created after the tables are. Pass it in, and number when the cell is visited, not when the note is defined.',
      file: 'src/inline.rs',
      before: 'fn parse_cell(src: &str) -> Vec<Inline> {\n    parse_inline(src, &Footnotes::default())\n}',
      after: "fn parse_cell<'a>(src: &'a str, notes: &mut Footnotes<'a>) -> Vec<Inline<'a>> {\n    parse_inline(src, notes)\n}",
      search: 'Footnotes::default',
      test: 'inline::tests::footnote_in_a_cell',
      failure: 'thread panicked at src/inline.rs:212:9:\nassertion failed: html.contains("<sup")\nhtml = "<td>[^1]</td>"',
      done: 'Cells share the footnote table of the document and number in reading order. The borrow of the table had to become mutable, which touched four signatures.',
    },
  ],
};

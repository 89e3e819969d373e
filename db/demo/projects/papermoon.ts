import type { Project } from '../project.ts';

export const papermoon: Project = {
  name: 'papermoon',
  branch: 'incremental',
  testCommand: 'cargo test',
  testOne: (test) => `cargo test ${test}`,
  testPassed: (count) =>
    `   Compiling papermoon v0.6.2 (/home/demo/papermoon)\n    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 6.12s\n     Running unittests src/lib.rs\n\nrunning ${count} tests\n${'.'.repeat(Math.min(count, 80))}\ntest result: ok. ${count} passed; 0 failed; 0 ignored; finished in 0.22s`,
  testFailed: (test, failure) =>
    `running 37 tests\n....................................F\nfailures:\n\n---- ${test} stdout ----\n${failure}\n\nfailures:\n    ${test}\n\ntest result: FAILED. 36 passed; 1 failed; 0 ignored; finished in 0.24s\n\nerror: test failed, to rerun pass \`--lib\``,
  testFile: (file) => file.replace(/\.rs$/u, '/tests.rs'),
  testHead: 'use super::*;\nuse crate::fixtures::site;',
  testCase: (test) =>
    `#[test]\nfn ${test.split('::').at(-1) ?? test}() {\n    let site = site();\n    assert_eq!(site.run(), site.wanted());\n}`,
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
    {
      title: 'Report every broken link at once',
      request: 'The build stops at the first broken link. Collect them all and print them by page, then fail.',
      followUp: 'Anchors too?',
      thought: 'Link errors become values in a list instead of an early return; the exit code is decided after the last page.',
      file: 'src/links.rs',
      before: 'for link in page.links() {\n    resolve(link, site)?;\n}',
      after:
        'let broken: Vec<_> = page\n    .links()\n    .filter_map(|link| resolve(link, site).err())\n    .collect();\nreport.extend(page.id(), broken);',
      search: 'resolve\\(',
      test: 'links::tests::all_are_reported',
      failure: 'thread panicked at src/links.rs:96:9:\nassertion `left == right` failed\n  left: 1\n right: 5',
      done: 'All broken links are printed, grouped by page with their lines, and the build fails once at the end. Anchors are checked against the ids of the target page.',
    },
    {
      title: 'Reload the preview when a file is saved',
      request: 'papermoon serve should reload the browser after a save. Server-sent events are enough, no websocket.',
      followUp: 'Does it keep the scroll position?',
      thought: 'One thread watches, one serves. A save within 50 ms of another is the same save: editors write twice.',
      file: 'src/serve.rs',
      before: 'for event in watcher {\n    rebuild(&site)?;\n}',
      after: 'for batch in debounce(watcher, Duration::from_millis(50)) {\n    rebuild(&site, &batch)?;\n    clients.send("reload");\n}',
      search: 'rebuild\\(',
      test: 'serve::tests::two_writes_are_one_reload',
      failure: 'thread panicked at src/serve.rs:188:9:\nassertion `left == right` failed\n  left: 2\n right: 1',
      done: 'The preview reloads once a save, and the page goes back to where it was scrolled. The script is 14 lines and only served by papermoon serve.',
    },
    {
      title: 'Dates in the language of the page',
      request: 'Dates are printed in English on every page. Use the language that the front matter names; fall back to the site.',
      followUp: 'What happens with a language that we have no names for?',
      thought: 'A table of month names for the five languages of the site, and ISO dates for any other. No locale library for that.',
      file: 'src/dates.rs',
      before: 'date.format("%B %-d, %Y").to_string()',
      after:
        'match names_of(page.lang().unwrap_or(site.lang())) {\n    Some(names) => names.print(date),\n    None => date.format("%Y-%m-%d").to_string(),\n}',
      search: '%B',
      test: 'dates::tests::german_page',
      failure: 'thread panicked at src/dates.rs:52:9:\nassertion `left == right` failed\n  left: "March 3, 2026"\n right: "3. März 2026"',
      done: 'Dates follow the language of their page, then that of the site. A language without names gets an ISO date.',
    },
    {
      title: 'Report every missing image at once',
      request: 'As with broken links: collect missing images over the whole build and print them by page, then fail.',
      followUp: 'Images in a srcset as well?',
      thought: 'The report that links fill takes a kind; images are resolved in the same pass. A srcset names several.',
      file: 'src/images.rs',
      before: 'let image = site.find_image(src).ok_or(Error::MissingImage(src))?;',
      after:
        'let Some(image) = site.find_image(src) else {\n    report.push(page.id(), Problem::MissingImage(src.into()));\n    continue;\n};',
      search: 'MissingImage',
      test: 'images::tests::all_missing_are_reported',
      failure: 'thread panicked at src/images.rs:71:9:\nassertion `left == right` failed\n  left: 1\n right: 3',
      done: 'Missing images stand in the same report as broken links, by page and line, and those in a srcset are checked each.',
    },
  ],
};

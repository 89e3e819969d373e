import { dirname } from 'node:path/posix';
import type { Project } from './project.ts';
import data from './projects.json' with { type: 'json' };

/** Parts of a project that the JSON cannot hold: the commands and files of its tests, in the words of its test runner. */
export const denpyoWeb: Project = {
  ...data.denpyoWeb,
  testOne: (test) => `bundle exec rspec -e '${test}'`,
  testPassed: (count) => `${'.'.repeat(count)}\n\nFinished in 1.92 seconds (files took 2.1 seconds to load)\n${count} examples, 0 failures`,
  testFailed: (test, failure) =>
    `.....F......\n\nFailures:\n\n  1) ${test}\n${failure}\n\nFinished in 1.98 seconds\n12 examples, 1 failure`,
  testFile: (file) => file.replace(/^app\//u, 'spec/').replace(/\.rb$/u, '_spec.rb'),
  testCase: (test) => `  it '${test.replace(/^\S+ /u, '')}' do\n    expect(subject.call).to eq wanted\n  end`,
};

export const gantry: Project = {
  ...data.gantry,
  testOne: (test) => `go test ./... -run ${test}`,
  testPassed: (count) =>
    `ok  \tdemo/gantry/internal/rollout\t0.${String(200 + count)}s\nok  \tdemo/gantry/internal/health\t0.041s\nok  \tdemo/gantry/cmd/gantry\t0.318s`,
  testFailed: (test, failure, testFile) =>
    `--- FAIL: ${test} (0.01s)\n${failure}\nFAIL\nFAIL\tdemo/gantry/${dirname(testFile)}\t0.244s\nok  \tdemo/gantry/internal/health\t(cached)\nFAIL`,
  testFile: (file) => file.replace(/\.go$/u, '_test.go'),
  testCase: (test) =>
    `func ${test}(t *testing.T) {\n\tgot, want := fake.Run(t)\n\tif got != want {\n\t\tt.Fatalf("got %v, want %v", got, want)\n\t}\n}`,
};

export const ledgerApi: Project = {
  ...data.ledgerApi,
  testOne: (test) => `npx vitest run -t '${test}'`,
  testPassed: (count) =>
    ` RUN  v3.2.4\n\n ✓ src/money.test.ts (${count} tests) 18ms\n ✓ src/invoice.test.ts (9 tests) 31ms\n\n Test Files  2 passed (2)\n      Tests  ${count + 9} passed (${count + 9})\n   Duration  612ms`,
  testFailed: (test, failure, testFile) =>
    ` RUN  v3.2.4\n\n ❯ ${testFile} (14 tests | 1 failed) 22ms\n   × ${test}\n\n FAIL  ${testFile} > ${test}\n${failure}\n\n Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | 22 passed (23)`,
  testFile: (file) => (file.endsWith('.ts') ? file.replace(/\.ts$/u, '.test.ts') : 'tests/migrations.test.ts'),
  testCase: (test) =>
    `it('${test}', async () => {\n  const { run, wanted } = await makeFixture();\n  expect(await run()).toEqual(wanted);\n});`,
};

export const orchardUi: Project = {
  ...data.orchardUi,
  testOne: (test) => `pnpm test -t '${test}'`,
  testPassed: (count) =>
    `> orchard-ui@2.4.0 test\n> jest\n\nPASS src/components/data-table.test.tsx\nPASS src/components/date-field.test.tsx\n\nTests:       ${count} passed, ${count} total\nTime:        4.8 s`,
  testFailed: (test, failure, testFile) =>
    `> orchard-ui@2.4.0 test\n> jest\n\nFAIL ${testFile}\n  ● ${test}\n\n${failure}\n\nTests:       1 failed, 47 passed, 48 total\nTime:        5.1 s`,
  testFile: (file) => file.replace(/\.(?:tsx|css)$/u, '.test.tsx'),
  testCase: (test) =>
    `it('${test.split(' › ').at(-1) ?? test}', async () => {\n  render(<Example />);\n  await userEvent.tab();\n  expect(screen.getByTestId('result')).toMatchSnapshot();\n});`,
};

export const papermoon: Project = {
  ...data.papermoon,
  testOne: (test) => `cargo test ${test}`,
  testPassed: (count) =>
    `   Compiling papermoon v0.6.2 (/home/demo/papermoon)\n    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 6.12s\n     Running unittests src/lib.rs\n\nrunning ${count} tests\n${'.'.repeat(Math.min(count, 80))}\ntest result: ok. ${count} passed; 0 failed; 0 ignored; finished in 0.22s`,
  testFailed: (test, failure) =>
    `running 37 tests\n....................................F\nfailures:\n\n---- ${test} stdout ----\n${failure}\n\nfailures:\n    ${test}\n\ntest result: FAILED. 36 passed; 1 failed; 0 ignored; finished in 0.24s\n\nerror: test failed, to rerun pass \`--lib\``,
  testFile: (file) => file.replace(/\.rs$/u, '/tests.rs'),
  testCase: (test) =>
    `#[test]\nfn ${test.split('::').at(-1) ?? test}() {\n    let site = site();\n    assert_eq!(site.run(), site.wanted());\n}`,
};

export const tidewatch: Project = {
  ...data.tidewatch,
  testOne: (test) => `uv run pytest -q -k ${test}`,
  testPassed: (count) => `${'.'.repeat(Math.min(count, 60))}                                        [100%]\n${count} passed in 3.41s`,
  testFailed: (test, failure, testFile) =>
    `..........F.........                                                 [100%]\n=================================== FAILURES ===================================\n${failure}\n=========================== short test summary info ============================\nFAILED ${testFile}::${test}\n1 failed, 19 passed in 3.52s`,
  testFile: (file) => file.replace(/^tidewatch\//u, 'tests/test_'),
  testCase: (test) => `def ${test}(series):\n    assert series.result() == series.wanted`,
};

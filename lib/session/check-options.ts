import { isOption } from './unwrap-command.ts';

/** Runs that list, show or set up, and check nothing, by their options. */
const listing =
  /^--?(?:collect-only|co|fixtures|fixtures-per-test|markers|setup-plan|cache-show|list|list-?tests?|list-?suites|list-?groups|list-?files(?:-?only)?|list-?all|list-(?:reporters|interfaces|browsers|optional|target-files)|list-msgs\w*|show-?config|show-only|show-settings|print-config|print-data-base|dump-config|env-info|inspect-config|clean|clear-?cache|init|init-\w+|dry-?run|just-print|recon|question|touch|notest|generate-rcfile|auto-gen-config|createstub|showsdks|showBuildSettings|dumpversion|dumpmachine|print-[\w-]+)(?:=|$)/iu;
/** Other names of programs that take the same options. */
const aliases = new Map([
  ['gmake', 'make'],
  ['gradlew', 'gradle'],
  ['mvnw', 'mvn'],
]);
const lookUp = (options: ReadonlyMap<string, RegExp>, program: string): RegExp | undefined => options.get(aliases.get(program) ?? program);

/** The same by letters that mean something else elsewhere. */
const listingLetters = new Map<string, RegExp>([
  ['make', /^-[a-zA-Z]*[npqtv]/u],
  ['ninja', /^-[nt]/u],
  ['scons', /^-[nc]$/u],
  ['ctest', /^-N$/u],
  ['tox', /^-(?:l|a)$/u],
  ['nox', /^-l$/u],
  ['gradle', /^-m$/u],
  ['rubocop', /^-[LV]$/u],
  ['prove', /^-D$/u],
  ['bats', /^(?:-c|--count)$/u],
  ['go', /^-n$/u],
  ['xcodebuild', /^-list$/u],
]);

/** Whether a program is told to list, show or set up something. `words`: those behind its name. */
export const onlyLists = (program: string, words: readonly string[]): boolean => {
  const letters = lookUp(listingLetters, program);
  return words.some((word) => listing.test(word) || letters?.test(word) === true);
};

/** Options by which test runners build tests, and run none. */
const building = new Map<string, RegExp>([
  ['cargo', /^(?:--no-run|--list|list)$/u],
  ['go', /^-(?:c|list(?:=.*)?)$/u],
  ['dotnet', /^(?:--list-tests|-t)$/u],
  ['swift', /^(?:list|--list-tests)$/u],
]);

/** Whether a test runner is told to build tests without running one. */
export const onlyBuilds = (program: string, words: readonly string[]): boolean => {
  const option = building.get(program);
  // `go test -run '^$'` selects no test.
  const runsNone = program === 'go' && / -run[ =](?:\^\$|NONE|XXX|-)(?: |$)/iu.test(` ${words.join(' ')}`);
  return runsNone || (option !== undefined && words.some((word) => option.test(word)));
};

const forgiving = /^(?:--exit-zero|--if-present|--ignore-errors|--fail-never|-Dmaven\.test\.failure\.ignore(?:=true)?|--no-fail)$/u;
const forgivingLetters = new Map<string, RegExp>([
  ['make', /^-[a-hj-zA-Z]*i/u],
  ['mvn', /^-fn$/u],
]);

/** Whether a program is told to end with 0 whatever it finds, or where there is nothing to run. */
export const endsWellAnyway = (program: string, words: readonly string[]): boolean => {
  const letters = lookUp(forgivingLetters, program);
  return words.some((word) => forgiving.test(word) || letters?.test(word) === true);
};

/** Programs to which `-v` says that they may talk. */
const verbose = /^(?:pytest|py\.test|nose2?|nosetests|ctest|prove|ninja|behave|tox|busted|trial)$/u;

/** `X --version`, `X sub -h`, and `-v` where it is no more than that. */
export const asksAbout = (program: string, words: readonly string[]): boolean => {
  if (words.some((word) => word === '--help' || word === '--version')) return true;
  const asked = verbose.test(program) ? /^(?:-h|version|help)$/u : /^(?:-V|-v|-h|-version|version|help)$/u;
  return (
    words.length > 0 &&
    words.length <= 2 &&
    asked.test(words.at(-1) ?? '') &&
    (words.length === 1 || asked.test(words[0] ?? '') || (words.at(-1) === '-h' && !isOption(words[0] ?? '-')))
  );
};

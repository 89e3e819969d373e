/** The walls of docs/architecture.md. Tests may reach across them; what ships may not. */
const test = '\\.(test|process\\.test)\\.tsx?$|/__fixtures__/';
const pure =
  '^lib/((domain|formats|session|observers|observations|markdown|metrics|redaction|retrieval|search|stats|pricing|print|reviewers|trajectories|yaml)/|summaries/(?!model\\.ts)|models/(?!ask\\.ts))';

const wall = (name, comment, from, to) => ({ name, comment, severity: 'error', from: { pathNot: test, ...from }, to });

/** @type {import('dependency-cruiser').IConfiguration} */
module.exports = {
  forbidden: [
    { name: 'no-cycles', severity: 'error', comment: 'Data flows one way.', from: {}, to: { circular: true } },
    { name: 'resolvable', severity: 'error', comment: 'Every import exists.', from: {}, to: { couldNotResolve: true } },
    wall(
      'pure-ring',
      'The pure ring knows only itself.',
      { path: pure },
      { path: '^(lib|app|components|cli|server|db|scripts)/', pathNot: pure },
    ),
    wall(
      'pure-siblings',
      'Pure siblings meet only through domain, session, redaction, stats, pricing and print.',
      { path: '^lib/(domain|session|observers|observations|redaction|search|stats|pricing|print)/' },
      { path: '^lib/formats/' },
    ),
    wall(
      'pure-observers',
      'Nothing in the pure ring but observers knows observers.',
      { path: '^lib/(domain|formats|session|observations|redaction|search|stats|pricing|print)/' },
      { path: '^lib/observers/' },
    ),
    wall(
      'pure-observations',
      'Nothing in the pure ring but observations knows observations.',
      { path: '^lib/(domain|formats|session|observers|redaction|search|stats|pricing|print)/' },
      { path: '^lib/observations/' },
    ),
    wall(
      'pure-retrieval',
      'Retrieval knows only the domain, search, print, and which lines explain a failure.',
      { path: '^lib/retrieval/' },
      { path: '^lib/(?!retrieval/|domain/|search/|print/|session/explain-failure\.ts)' },
    ),
    wall(
      'pure-metrics',
      'Metrics knows only the domain, stats and print.',
      { path: '^lib/metrics/' },
      { path: '^lib/(?!metrics/|domain/|stats/|print/)' },
    ),
    wall('pure-search', 'Search knows only the domain and print.', { path: '^lib/search/' }, { path: '^lib/(?!search/|domain/|print/)' }),
    wall(
      'pure-experiments',
      'Experiments know only the domain, stats, metrics and print.',
      { path: '^lib/experiments/' },
      { path: '^lib/(?!experiments/|domain/|stats/|metrics/|print/)' },
    ),
    wall(
      'pure-below-experiments',
      'Nothing in the pure ring but experiments knows experiments.',
      { path: pure, pathNot: '^lib/experiments/' },
      { path: '^lib/experiments/' },
    ),
    wall(
      'pure-trajectories',
      'Trajectories know only the domain, how texts are cut and how parsed JSON is narrowed.',
      { path: '^lib/trajectories/' },
      { path: '^lib/(?!trajectories/|domain/|print/cut-text\\.ts|formats/(narrow|fingerprint)\\.ts)' },
    ),
    wall(
      'pure-summaries',
      'Summaries know only the domain, session, search, models, redaction, print, and how Python rounds.',
      { path: '^lib/summaries/' },
      { path: '^lib/(?!summaries/|domain/|session/|search/|models/|redaction/|print/|metrics/round-half-even\\.ts)' },
    ),
    wall(
      'pure-models',
      'Models know only the domain, redaction, pricing and print.',
      { path: '^lib/models/' },
      { path: '^lib/(?!models/|domain/|redaction/|pricing/|print/)' },
    ),
    wall(
      'pure-reviewers',
      'Reviewers know only the domain, session, observations, models, redaction, print, YAML, and words.',
      { path: '^lib/reviewers/' },
      {
        path: '^lib/(?!reviewers/|domain/|session/|observations/|models/|redaction/|print/|yaml/|search/(?:words|stem)\\.ts)',
      },
    ),
    wall('model-sdk', 'One file asks models.', { pathNot: `^lib/models/ask\\.ts$|${test}` }, { path: 'node_modules/(ai|@ai-sdk)/' }),
    wall('pure-yaml', 'YAML knows only the domain.', { path: '^lib/yaml/' }, { path: '^lib/(?!yaml/|domain/)' }),
    wall('pure-markdown', 'Markdown knows only print.', { path: '^lib/markdown/' }, { path: '^lib/(?!markdown/|print/)' }),
    wall(
      'pure-redaction',
      'Redaction knows only how JSON is parsed and how texts are cut and shown.',
      { path: '^lib/redaction/' },
      { path: '^lib/(?!redaction/|domain/parse-json\\.ts|print/(?:cut-text|visible-text)\\.ts)' },
    ),
    wall('pure-domain', 'The domain stands by itself.', { path: '^lib/domain/' }, { path: '^lib/(?!domain/)' }),
    wall(
      'pure-no-io',
      'No I/O in the pure ring; hashing is allowed.',
      { path: pure },
      { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    ),
    wall(
      'browser-no-node',
      'The browser loads these.',
      { path: '^(lib/(domain|markdown|print|redaction|search|contracts|client)|components)/' },
      { dependencyTypes: ['core'] },
    ),
    wall(
      'engines',
      'Only the SQLite engine, its schema and readers of foreign files speak SQL.',
      { pathNot: `^(lib/store/sqlite|db)/|^lib/sources/|^drizzle\\.config|${test}` },
      {
        path: 'node_modules/(drizzle-orm|better-sqlite3|@types/better-sqlite3)/',
      },
    ),
    wall(
      'store-port',
      'Services know the port, never an engine.',
      { path: '^lib/(services|sources|contracts|client|store/[^/]+\\.ts)' },
      { path: '^(lib/store/(?!contract/)[^/]+|db)/' },
    ),
    wall(
      'store-below-services',
      'The store knows no use case.',
      { path: '^(lib/store|db/(?!demo))/' },
      { path: '^(lib/(services|server|client|contracts)|app|components|cli|server)/' },
    ),
    wall(
      'services-below-server',
      'Use cases know no transport.',
      { path: '^lib/services/' },
      { path: '^(lib/(server|client)|app|components|cli|server)/' },
    ),
    wall(
      'services-without-http',
      'Use cases take plain input: HTTP shapes stay in contracts and routes.',
      { path: '^lib/services/' },
      { path: '^lib/contracts/' },
    ),
    wall(
      'server-below-app',
      'What is wired knows no page and no command.',
      { path: '^lib/server/' },
      { path: '^(app|components|cli|server|lib/client)/' },
    ),
    wall(
      'contracts',
      'The table of endpoints knows only the domain.',
      { path: '^lib/contracts/' },
      { path: '^(lib|app|components|cli|server|db)/', pathNot: '^lib/(contracts|domain)/' },
    ),
    wall(
      'client',
      'The client knows contracts, not what is behind them.',
      { path: '^lib/client/' },
      { path: '^(lib|app|components|cli|server|db)/', pathNot: '^lib/(client|contracts|domain|print|session|formats/format)' },
    ),
    wall('mount', 'What hosts of agents mount stands alone.', { path: '^client/' }, { path: '.*', pathNot: '^client/' }),
    wall(
      'components',
      'Components know the client.',
      { path: '^components/' },
      { path: '^(lib/(store|services|server|sources|formats)|app|cli|server|db)/' },
    ),
    wall(
      'pages',
      'Pages know no store and no service.',
      { path: '^app/' },
      { path: '^(lib/(store|services|sources|formats)|cli|server|db)/' },
    ),
    wall(
      'routes',
      'Routes only name an endpoint and a handler.',
      { path: '^lib/server/routes/' },
      { path: '^(lib|components|app|db)/', pathNot: '^lib/(server|contracts)/' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(\\.next|dist|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};

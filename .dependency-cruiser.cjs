// The house's arrows: web, cli, api → externagent → harness → dispatch → spine. Run by `npm run lint` and test/architecture.
const LADDER = ['spine', 'dispatch', 'harness', 'externagent'];

/** A library may know only the libraries below it, and never an app. */
const arrows = LADDER.map((library, height) => ({
  name: `${library}-knows-only-what-is-below`,
  comment: `libs/${library} may import only ${LADDER.slice(0, height).join(', ') || 'nothing'} of ours.`,
  severity: 'error',
  // Tests of a library may start what the project keeps for tests, e.g. a real Postgres.
  from: { path: `^libs/${library}/`, pathNot: '\\.test\\.ts$' },
  to: { path: '^(apps|infra|test|libs)/', pathNot: LADDER.slice(0, height + 1).map((below) => `^libs/${below}/`) },
}));

module.exports = {
  forbidden: [
    ...arrows,
    {
      name: 'api-knows-only-libraries',
      severity: 'error',
      from: { path: '^apps/api/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps/(web|cli)|infra|test)/' },
    },
    {
      name: 'web-and-cli-know-the-record-and-the-wire',
      comment:
        'Front ends speak to the API over HTTP through its typed client; they share its wire types and never load the server. The command line also reads what harnesses left.',
      severity: 'error',
      from: { path: '^apps/(web|cli)/src/', pathNot: '\\.test\\.tsx?$' },
      to: {
        path: '^(apps/api|libs/(dispatch|harness|externagent)|infra|test)/',
        pathNot: ['^apps/api/(src|dist)/(client|wire)/', '^libs/externagent/(src|dist)/evidence/'],
      },
    },
    {
      name: 'web-knows-no-harness',
      severity: 'error',
      from: { path: '^apps/web/src/' },
      to: { path: '^libs/externagent/' },
    },
    {
      name: 'web-and-cli-are-strangers',
      severity: 'error',
      from: { path: '^apps/(web|cli)/' },
      to: { path: '^apps/(web|cli)/', pathNot: '^apps/$1/' },
    },
    {
      name: 'the-record-is-browser-safe',
      comment: 'The main entry of libs/spine runs in a browser: no Node built-ins, no database.',
      severity: 'error',
      from: { path: '^libs/spine/src/', pathNot: ['^libs/spine/src/(node|postgres)/', '\\.test\\.ts$'] },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'the-record-knows-no-database',
      severity: 'error',
      from: { path: '^libs/spine/src/', pathNot: ['^libs/spine/src/(node|postgres)/', '\\.test\\.ts$'] },
      to: { path: ['^libs/spine/src/(node|postgres)/', '^node_modules/postgres/'] },
    },
    {
      name: 'adapters-are-strangers',
      comment: 'A second CLI is a new folder, never an edit of another.',
      severity: 'error',
      from: { path: '^libs/externagent/src/adapters/([^/]+)/' },
      to: { path: '^libs/externagent/src/adapters/[^/]+/', pathNot: '^libs/externagent/src/adapters/$1/' },
    },
    {
      name: 'no-circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
  ],
  options: {
    doNotFollow: { path: ['node_modules', '(^|/)dist/'] },
    exclude: { path: ['(^|/)\\.next/', '^test/(harnesses|bench/emmett)/node_modules/', '\\.d\\.ts$'] },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
    moduleSystems: ['es6', 'cjs'],
  },
};

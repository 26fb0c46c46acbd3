// The walls of the house: which room may know which. `npm run check` proves that each of them catches what it is for.
const server = '^apps/server/src/';
const web = '^apps/web/src/';

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Move what both sides need into one of them, or into a third file below both.',
      severity: 'error',
      from: {},
      // Words load their Hindi when it is read, and Hindi names the type of the English beside it: that circle runs nowhere.
      to: { circular: true, viaOnly: { pathNot: `${web}.+\\.hi\\.ts$` } },
    },
    {
      name: 'nothing-unresolved',
      comment: 'Mend the path, or add the package to the workspace that imports it.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
    {
      name: 'shipped-code-knows-no-test',
      comment: 'Move what both need out of the test.',
      severity: 'error',
      from: {
        pathNot: ['\\.(test|testing)\\.tsx?$', '/test/', '^(e2e|bench|scripts)/'],
      },
      to: { path: ['\\.(test|testing)\\.tsx?$', '^apps/[^/]+/test/', '^(e2e|bench)/'] },
    },
    {
      name: 'money-is-pure',
      comment: 'packages/money is arithmetic and calendars: pass values in instead.',
      severity: 'error',
      from: { path: '^packages/money/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/money/src/' },
    },
    {
      name: 'lending-on-money-alone',
      comment: 'The rules of the loan book are pure: they know packages/money and the values passed in.',
      severity: 'error',
      from: { path: '^packages/lending/src/', pathNot: '\\.test\\.ts$' },
      to: { pathNot: '^packages/(lending|money)/src/' },
    },
    {
      name: 'contract-on-money-alone',
      comment: 'The contract is what crosses the wire: it may use packages/money and zod.',
      severity: 'error',
      from: { path: '^packages/contract/src/', pathNot: '\\.test(ing)?\\.ts$' },
      to: { pathNot: ['^packages/(contract|money)/src/', '^node_modules/zod/'] },
    },
    {
      name: 'calls-without-schemas',
      comment: 'A browser fetches *.calls.ts: what checks a call stands in the file beside it.',
      severity: 'error',
      from: { path: '^packages/contract/src/.+\\.calls\\.ts$' },
      to: { pathNot: '^packages/contract/src/(.+\\.calls|endpoint|staff-roles|kyc-reasons)\\.ts$' },
    },
    {
      name: 'platform-package-alone',
      comment: 'packages/platform is mechanism for any product: pass what it needs as an argument.',
      severity: 'error',
      from: { path: '^packages/platform/src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/platform/src/' },
    },
    {
      name: 'feature-private',
      comment: "Import the other feature's index.ts, or enqueue a job.",
      severity: 'error',
      // A test beside its feature may look into what the feature works with.
      from: { path: `${server}features/([^/]+)/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: `${server}features/([^/]+)/`,
        pathNot: [`${server}features/$1/`, '/index\\.ts$'],
      },
    },
    {
      name: 'auth-knows-no-product',
      comment:
        'The auth server serves any product: what it needs of this one, features/sign-in gives it (AuthHost).',
      severity: 'error',
      from: { path: '^packages/auth/src/' },
      to: { path: '^(apps|packages)/', pathNot: '^packages/(auth|platform)/src/' },
    },
    {
      name: 'platform-is-mechanism',
      comment: 'Platform knows platform, contract and money: pass what it needs from app.ts.',
      severity: 'error',
      from: { path: `${server}platform/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(apps|packages)/',
        pathNot: [`${server}platform/`, '^packages/(contract|money|platform)/src/'],
      },
    },
    {
      name: 'ledger-below-features',
      comment: 'The ledger knows platform, contract, money and lending.',
      severity: 'error',
      from: { path: `${server}ledger/`, pathNot: '\\.test\\.ts$' },
      to: {
        path: '^(apps|packages)/',
        pathNot: [`${server}(ledger|platform)/`, '^packages/(contract|lending|money|platform)/src/'],
      },
    },
    {
      name: 'providers-below-features',
      comment: 'A provider knows platform, contract and money; a test of one may open the sandbox.',
      severity: 'error',
      from: { path: `${server}providers/`, pathNot: '\\.(test|testing)\\.ts$' },
      to: {
        path: '^(apps|packages)/',
        pathNot: [`${server}(providers|platform)/`, '^packages/(contract|money|platform)/src/'],
      },
    },
    {
      name: 'provider-adapters-private',
      comment: 'Features speak to ports: import #providers/index.ts.',
      severity: 'error',
      from: { path: `${server}(features/|(app|main|parts|work)\\.ts)`, pathNot: '\\.test(ing)?\\.ts$' },
      to: { path: `${server}providers/`, pathNot: `${server}providers/index\\.ts$` },
    },
    {
      name: 'features-above-app',
      comment: 'Wiring is in app.ts and main.ts: a feature takes what it needs as an argument.',
      severity: 'error',
      from: { path: `${server}(features|ledger|providers|platform)/`, pathNot: '\\.test(ing)?\\.ts$' },
      to: { path: `${server}(app|main|parts|work)\\.ts$` },
    },
    {
      name: 'app-wires-features',
      comment: "The composition walks features/all.ts, and knows a feature's index.ts alone.",
      severity: 'error',
      from: { path: `${server}(app|main|parts|work)\\.ts$` },
      to: {
        path: `${server}features/.+`,
        pathNot: ['/index\\.ts$', `${server}features/(all|context|feature)\\.ts$`],
      },
    },
    {
      name: 'entry-for-the-list',
      comment: "A feature's entry is read by features/all.ts alone: import its index.ts.",
      severity: 'error',
      from: { pathNot: `${server}features/all\\.ts$` },
      to: { path: `${server}features/[^/]+/[^/]+\\.feature\\.ts$` },
    },
    {
      name: 'routes-not-repo',
      comment: 'A route asks its service.',
      severity: 'error',
      from: { path: '\\.(routes|admin)\\.ts$' },
      to: { path: '\\.repo\\.ts$' },
    },
    {
      name: 'rules-are-pure',
      comment: 'Rules take values: no database, no provider, no clock, no service.',
      severity: 'error',
      from: { path: `${server}features/.+\\.rules\\.ts$` },
      to: {
        path: [
          `${server}(platform/(db|http/server|jobs|clock|config|events)|providers|ledger)/`,
          '\\.(repo|service|routes|jobs|admin)\\.ts$',
          '^node_modules/(pg|kysely|fastify|undici)/',
          '^(node:)?(fs|net|http|https|child_process)(/|$)',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'nothing-upward',
      comment: 'Data flows route → service → rules, repo, ledger, provider.',
      severity: 'error',
      from: { path: `${server}features/.+\\.(service|repo|rules|journals)\\.ts$` },
      to: { path: '\\.(routes|admin)\\.ts$' },
    },
    {
      name: 'server-not-web',
      comment: 'Server and web share packages/contract and packages/money, nothing else.',
      severity: 'error',
      from: { path: '^(apps/(server|sandbox)|packages)/' },
      to: { path: '^apps/web/' },
    },
    {
      name: 'web-not-server',
      comment: 'The web calls the contract over HTTP.',
      severity: 'error',
      from: { path: '^apps/web/' },
      to: { path: '^apps/(server|sandbox)/' },
    },
    {
      name: 'server-not-sandbox',
      comment: 'The sandbox is the outside world: speak to it over HTTP. Tests may start it.',
      severity: 'error',
      from: { path: server, pathNot: '\\.(test|testing)\\.ts$' },
      to: { path: '^apps/sandbox/' },
    },
    {
      name: 'sandbox-alone',
      comment: 'The sandbox imitates providers from their papers: it shares code with nobody.',
      severity: 'error',
      from: { path: '^apps/sandbox/src/' },
      to: { path: '^(apps|packages|scripts|bench|e2e)/', pathNot: '^apps/sandbox/src/' },
    },
    {
      name: 'ui-knows-no-product',
      comment: 'ui takes plain values and callbacks; money figures come from packages/money.',
      severity: 'error',
      from: { path: `${web}ui/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: '^(apps|packages)/', pathNot: [`${web}ui/`, '^packages/money/src/'] },
    },
    {
      name: 'lib-knows-no-feature',
      comment: 'lib knows contract, money and ui.',
      severity: 'error',
      from: { path: `${web}lib/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: `${web}(features|admin|shell|marketing)/` },
    },
    {
      name: 'web-feature-private',
      comment: 'Join two features in shell, or move the shared part to ui or lib.',
      severity: 'error',
      // A test beside its feature may draw the screens its parts stand in.
      from: { path: `${web}(features|admin)/([^/]+)/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: `${web}(features|admin)/`, pathNot: [`${web}$1/$2/`, `${web}features/feature\\.ts$`] },
    },
    {
      name: 'web-feature-below-shell',
      comment: 'shell and routes know features, not the other way round.',
      severity: 'error',
      from: { path: `${web}(features|admin)/`, pathNot: '\\.test\\.tsx?$' },
      to: { path: `${web}(shell|marketing|main\\.tsx|routes\\.tsx)` },
    },
    {
      name: 'web-entry-for-the-list',
      comment:
        "A feature's entry is read by features/all.ts and all-staff.ts alone; the shell's own, by screens.ts.",
      severity: 'error',
      from: { pathNot: `${web}(features/all(-staff)?|shell/screens)\\.ts$` },
      to: { path: `${web}(features/[^/]+|shell)/[^/]+\\.feature\\.ts$` },
    },
    {
      name: 'staff-apart',
      comment: 'No customer fetches what staff see: the list of their pages is for the pages of staff.',
      severity: 'error',
      from: { path: `${web}`, pathNot: [`${web}shell/staff-screens\\.ts$`, '\\.test\\.tsx?$'] },
      to: { path: `${web}features/all-staff\\.ts$` },
    },
    {
      name: 'marketing-alone',
      comment:
        'Public pages know ui, plain parts of lib, contract constants and money: no app, no auth client.',
      severity: 'error',
      from: { path: `${web}marketing/`, pathNot: '\\.test\\.tsx?$' },
      to: {
        path: [
          `${web}(features|admin|shell|main)`,
          `${web}lib/(api|auth|queries|query-client|events)\\.ts`,
          'auth-js',
        ],
        dependencyTypesNot: ['type-only'],
      },
    },
    {
      name: 'journeys-from-outside',
      comment: 'Journeys and benches use the product over HTTP.',
      severity: 'error',
      from: { path: '^e2e/' },
      to: { path: '^apps/(server|sandbox|web)/src/' },
    },
  ],
  options: {
    // Its own TypeScript parser stops below version 7 and would see nothing.
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: ['/dist/', '^\\.data/'] },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.css'],
    },
  },
};

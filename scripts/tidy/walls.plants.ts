interface Plant {
  /** The wall that must catch it. */
  readonly rule: string;
  readonly from: string;
  readonly imports: readonly string[];
}

const server = 'apps/server/src';
const web = 'apps/web/src';

/** A house of empty rooms, and for each wall a file that breaks it. */
export const PLANTS: {
  readonly house: Readonly<Record<string, string>>;
  readonly imports: readonly Plant[];
} = {
  house: {
    'package.json': '{"type":"module"}',
    'apps/server/package.json':
      '{"type":"module","imports":{"#platform/*":"./src/platform/*","#features/*":"./src/features/*"}}',
    [`${server}/platform/db/database.ts`]: 'export const database = 1;\n',
    [`${server}/providers/index.ts`]: 'export const index = 1;\n',
    [`${server}/providers/rail/adapter.ts`]: 'export const adapter = 1;\n',
    [`${server}/features/b/index.ts`]: 'export const b = 1;\n',
    [`${server}/features/b/b.repo.ts`]: 'export const repo = 1;\n',
    [`${server}/features/b/b.routes.ts`]: 'export const routes = 1;\n',
    [`${server}/features/b/b.feature.ts`]: 'export const feature = 1;\n',
    [`${server}/features/b/b.test.ts`]: 'export const tested = 1;\n',
    'apps/sandbox/src/core/clock.ts': 'export const clock = 1;\n',
    'packages/money/src/index.ts': 'export const money = 1;\n',
    'packages/contract/src/index.ts': 'export const contract = 1;\n',
    [`${web}/ui/button.ts`]: 'export const button = 1;\n',
    [`${web}/lib/auth.ts`]: 'export const auth = 1;\n',
    [`${web}/shell/app.ts`]: 'export const shell = 1;\n',
    [`${web}/features/b/b.ts`]: 'export const b = 1;\n',
    [`${web}/features/b/b.feature.ts`]: 'export const feature = 1;\n',
    [`${web}/features/all-staff.ts`]: 'export const staff = 1;\n',
  },
  imports: [
    { rule: 'no-circle', from: 'packages/money/src/one.ts', imports: ['./two.ts'] },
    { rule: 'no-circle', from: 'packages/money/src/two.ts', imports: ['./one.ts'] },
    { rule: 'nothing-unresolved', from: 'packages/money/src/lost.ts', imports: ['./nowhere.ts'] },
    {
      rule: 'shipped-code-knows-no-test',
      from: `${server}/features/b/shipped.ts`,
      imports: ['./b.test.ts'],
    },
    { rule: 'money-is-pure', from: 'packages/money/src/impure.ts', imports: ['node:fs'] },
    {
      rule: 'lending-on-money-alone',
      from: 'packages/lending/src/nosy.ts',
      imports: ['../../contract/src/index.ts'],
    },
    {
      rule: 'contract-on-money-alone',
      from: 'packages/contract/src/nosy.ts',
      imports: ['../../../apps/server/src/platform/db/database.ts'],
    },
    {
      rule: 'calls-without-schemas',
      from: 'packages/contract/src/nosy.calls.ts',
      imports: ['./index.ts'],
    },
    {
      rule: 'platform-package-alone',
      from: 'packages/platform/src/nosy.ts',
      imports: ['../../contract/src/index.ts'],
    },
    {
      rule: 'feature-private',
      from: `${server}/features/a/a.service.ts`,
      imports: ['#features/b/b.repo.ts'],
    },
    {
      rule: 'auth-knows-no-product',
      from: 'packages/auth/src/nosy.ts',
      imports: ['../../../apps/server/src/features/b/index.ts'],
    },
    {
      rule: 'platform-is-mechanism',
      from: `${server}/platform/http/nosy.ts`,
      imports: ['#features/b/index.ts'],
    },
    { rule: 'ledger-below-features', from: `${server}/ledger/post.ts`, imports: ['#features/b/index.ts'] },
    {
      rule: 'providers-below-features',
      from: `${server}/providers/rail/nosy.ts`,
      imports: ['#features/b/index.ts'],
    },
    {
      rule: 'provider-adapters-private',
      from: `${server}/features/a/a.jobs.ts`,
      imports: ['../../providers/rail/adapter.ts'],
    },
    { rule: 'features-above-app', from: `${server}/features/a/index.ts`, imports: ['../../app.ts'] },
    { rule: 'app-wires-features', from: `${server}/app.ts`, imports: ['#features/b/b.routes.ts'] },
    { rule: 'entry-for-the-list', from: `${server}/app.ts`, imports: ['#features/b/b.feature.ts'] },
    { rule: 'routes-not-repo', from: `${server}/features/b/b.admin.ts`, imports: ['./b.repo.ts'] },
    {
      rule: 'rules-are-pure',
      from: `${server}/features/a/a.rules.ts`,
      imports: ['#platform/db/database.ts'],
    },
    { rule: 'nothing-upward', from: `${server}/features/b/b.service.ts`, imports: ['./b.routes.ts'] },
    {
      rule: 'server-not-web',
      from: `${server}/features/a/page.ts`,
      imports: ['../../../../web/src/ui/button.ts'],
    },
    {
      rule: 'web-not-server',
      from: `${web}/lib/nosy.ts`,
      imports: ['../../../server/src/platform/db/database.ts'],
    },
    {
      rule: 'server-not-sandbox',
      from: `${server}/features/a/inside.ts`,
      imports: ['../../../../sandbox/src/core/clock.ts'],
    },
    {
      rule: 'sandbox-alone',
      from: 'apps/sandbox/src/core/nosy.ts',
      imports: ['../../../../packages/money/src/index.ts'],
    },
    {
      rule: 'ui-knows-no-product',
      from: `${web}/ui/nosy.ts`,
      imports: ['../../../../packages/contract/src/index.ts'],
    },
    { rule: 'lib-knows-no-feature', from: `${web}/lib/upward.ts`, imports: ['../features/b/b.ts'] },
    { rule: 'web-feature-private', from: `${web}/features/a/a.ts`, imports: ['../b/b.ts'] },
    { rule: 'web-feature-below-shell', from: `${web}/features/a/upward.ts`, imports: ['../../shell/app.ts'] },
    {
      rule: 'web-entry-for-the-list',
      from: `${web}/shell/routes.ts`,
      imports: ['../features/b/b.feature.ts'],
    },
    { rule: 'staff-apart', from: `${web}/shell/screens.ts`, imports: ['../features/all-staff.ts'] },
    { rule: 'marketing-alone', from: `${web}/marketing/page.ts`, imports: ['../lib/auth.ts'] },
    {
      rule: 'journeys-from-outside',
      from: 'e2e/journey.spec.ts',
      imports: ['../apps/server/src/platform/db/database.ts'],
    },
  ],
};

import { describe, expect, it } from 'vitest';
import { reachJourneys, reachTests, routesOf } from './reach.ts';
import { importersOf, type Tree, withImports, workingTree } from './tree.ts';

const TEXTS: Readonly<Record<string, string>> = {
  'apps/server/test/harness.ts': "import { mkdtempSync } from 'node:fs';",
  'apps/server/test/processes.ts': "import { spawn } from 'node:child_process';",
  'apps/server/test/crash.test.ts': "import { readFileSync } from 'node:fs';",
  'apps/server/src/features/kyc/kyc.test.ts': '',
  'apps/web/src/ui/theme.test.ts': "import { readFileSync } from 'node:fs';",
  'apps/web/src/ui/button.test.tsx': '',
  'apps/web/src/features/rewards/rewards.tsx': '',
  'apps/web/src/features/cards/saved-cards.tsx': '',
  'apps/web/src/features/rewards/rewards.feature.ts':
    "'/dashboard/rewards': {\n      lazy: () => import('./rewards.tsx'),\n    },",
  'apps/web/src/features/cards/cards.feature.ts':
    "'profile.cards': async () => (await import('./saved-cards.tsx')).SavedCardsSection,",
  'apps/web/src/features/me/me.feature.ts':
    "'/dashboard': { lazy: () => import('./dashboard.tsx') }, '/dashboard/profile': { lazy: () => import('./profile/profile.tsx') },",
  'apps/web/src/features/me/profile/profile.tsx': '<Part at="profile.cards" given={{}} />',
  'apps/web/src/features/admin-users/users.feature.ts':
    "'/admin/users/:id': { lazy: () => import('./user.tsx') },",
  'scripts/start.ts': "import { run } from './service.ts';",
  'scripts/service.ts': '',
  'scripts/shots.ts': '',
  'e2e/journey.spec.ts': "import './product.ts';",
  'e2e/rewards.spec.ts': String.raw`import './product.ts'; toHaveURL(/\/dashboard\/rewards$/)`,
  'e2e/totp.spec.ts': "import { code } from './totp.ts';",
  'e2e/settings.spec.ts': "page.goto('/dashboard/profile')",
  'e2e/sweep.spec.ts': "import { addressesIn } from './menu.ts'; await addressesIn(menu)",
  'e2e/product.ts': '',
  'e2e/totp.ts': '',
};

const tree: Tree = { files: Object.keys(TEXTS), read: (file) => TEXTS[file] ?? '' };

describe('reachTests', () => {
  it('given a test alone, runs it alone', () => {
    const test = 'apps/server/src/features/kyc/kyc.test.ts';
    expect(reachTests([test], tree).files).toEqual([test]);
  });

  it('given shipped code, adds the tests of its workspace that no import reaches', () => {
    const file = 'apps/server/src/features/kyc/kyc.rules.ts';
    expect(reachTests([file], tree).files).toEqual([
      file,
      'apps/server/test/crash.test.ts',
      'apps/server/test/processes.ts',
    ]);
  });

  it('given SQL, runs every test of this project that has a database', () => {
    const project = workingTree();
    const clones = /\b(?:cloneDatabase|openLab|startTestServer)\(/;
    const withDatabase = project.files.filter(
      (file) => /^apps\/server\/.+\.test\.ts$/.test(file) && clones.test(project.read(file)),
    );
    const reached = importersOf(project)(reachTests(['db/functions/book.sql'], project).files);
    expect(withDatabase.length).toBeGreaterThan(100);
    expect(withDatabase.filter((file) => !reached.has(file))).toEqual([]);
  });

  it('given data of a workspace, runs all its tests and no other', () => {
    expect(reachTests(['apps/web/public/manifest.webmanifest'], tree).files).toEqual([
      'apps/web/src/ui/button.test.tsx',
      'apps/web/src/ui/theme.test.ts',
    ]);
  });

  it('given settings of a runner or a package, runs everything', () => {
    expect(reachTests(['package-lock.json'], tree).files).toBe('all');
  });

  it('given the settings of the other runner, runs nothing', () => {
    expect(reachTests(['playwright.config.ts'], tree).files).toEqual([]);
    expect(reachJourneys(['vitest.config.ts'], tree).files).toEqual([]);
  });

  it('given prose, runs nothing', () => {
    expect(reachTests(['docs/ledger.md', 'apps/server/README.md'], tree)).toEqual({ files: [], why: [] });
  });
});

describe('reachJourneys', () => {
  it.each([
    { change: 'e2e/totp.spec.ts', chosen: ['e2e/totp.spec.ts'] },
    { change: 'e2e/totp.ts', chosen: ['e2e/totp.spec.ts'] },
    { change: 'e2e/product.ts', chosen: ['e2e/journey.spec.ts', 'e2e/rewards.spec.ts'] },
    {
      change: 'apps/web/src/features/rewards/rewards.tsx',
      chosen: ['e2e/journey.spec.ts', 'e2e/rewards.spec.ts', 'e2e/sweep.spec.ts'],
    },
    {
      change: 'apps/server/src/features/rewards/rewards.service.ts',
      chosen: ['e2e/journey.spec.ts', 'e2e/rewards.spec.ts', 'e2e/sweep.spec.ts'],
    },
    {
      change: 'apps/web/src/features/cards/saved-cards.tsx',
      chosen: ['e2e/journey.spec.ts', 'e2e/settings.spec.ts', 'e2e/sweep.spec.ts'],
    },
    { change: 'apps/web/src/ui/theme.test.ts', chosen: [] },
    { change: 'scripts/shots.ts', chosen: [] },
    { change: 'docs/ledger.md', chosen: [] },
  ])('given $change, runs $chosen', ({ change, chosen }) => {
    expect(reachJourneys([change], tree).files).toEqual(chosen);
  });

  it.each([
    'apps/web/src/ui/button.tsx',
    'apps/server/src/ledger/post.ts',
    'apps/server/src/features/refunds/refunds.service.ts',
    'packages/contract/src/catalogue.ts',
    'db/migrations/0099_x.sql',
    'scripts/service.ts',
    'playwright.config.ts',
  ])('given %s, runs all', (change) => {
    expect(reachJourneys([change, 'e2e/totp.ts'], tree).files).toBe('all');
  });
});

it('finds the addresses of a feature, also of a screen that draws a part of it', () => {
  expect(['rewards', 'cards', 'me', 'admin-users'].map((feature) => routesOf(feature, tree))).toEqual([
    ['/rewards'],
    ['/profile'],
    ['/dashboard', '/profile'],
    ['/users'],
  ]);
});

it('follows imports through other files and leaves out what is not there', () => {
  expect([...withImports('scripts/start.ts', tree)]).toEqual(['scripts/start.ts', 'scripts/service.ts']);
});

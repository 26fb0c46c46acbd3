import { importersOf, type Tree } from '../proof/tree.ts';
import type { Bearer } from './collect.ts';

/** Where rules are decided, the first of these that bears one. The others ask it, store what it said, or say it early. */
const ROOMS: readonly { readonly name: string; readonly files: RegExp }[] = [
  { name: 'the kernel (packages/lending, packages/money)', files: /^packages\/(?:lending|money)\// },
  { name: 'the server (apps/server)', files: /^apps\/server\// },
  { name: 'the database’s functions (db/functions)', files: /^db\/functions\// },
  { name: 'the invariants (db/invariants)', files: /^db\/invariants\// },
  { name: 'the tables (db/migrations)', files: /^db\/migrations\// },
  { name: 'the contract (packages/contract)', files: /^packages\/contract\// },
  { name: 'the web (apps/web)', files: /^apps\/web\// },
];

/** Every test with a database clones the migrated one, and so runs what the database holds. */
const CLONE = 'apps/server/test/database.ts';
/** Journeys are people at the whole product. */
const JOURNEY = /^e2e\//;

/** The one place that decides a rule, and what of its bearers stands there. */
export interface Home {
  readonly name: string;
  readonly bearers: readonly Bearer[];
}

/** Undefined of a rule that no code bears. */
export function homeOf(bearers: readonly Bearer[]): Home | undefined {
  const room = ROOMS.find(({ files }) => bearers.some(({ file }) => files.test(file)));
  if (room === undefined) return undefined;
  return { name: room.name, bearers: bearers.filter(({ file }) => room.files.test(file)) };
}

/**
 * Finds the tests that run a home: they import one of its files, directly or through others. A home in the database is run by the
 * tests with a database. A test that only names a rule proves nothing about it.
 */
export function runnersIn(tree: Tree): (home: Home) => (test: string) => boolean {
  const importers = importersOf(tree);
  const known = new Map<string, ReadonlySet<string>>();
  return ({ bearers }) => {
    const seeds = [...new Set(bearers.map(({ file }) => (file.startsWith('db/') ? CLONE : file)))].sort();
    const key = seeds.join(' ');
    const runners = known.get(key) ?? importers(seeds);
    known.set(key, runners);
    return (test) => runners.has(test) || JOURNEY.test(test);
  };
}

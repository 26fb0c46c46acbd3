import { fileURLToPath } from 'node:url';

/** The bundler's information about modules. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

interface Roots {
  readonly name: string;
  /** Modules that begin what is fetched together. */
  readonly roots: readonly string[];
}

/** Modules that declare much and use little: the bundler cuts them down for each page (tree shaking). `DECLARED` is excepted. */
const LEFT = /\/packages\/|\/node_modules\/zod\//;

/** Declarations that go with a group, of a kilobyte or less each: on a slow line a file more costs what ten kilobytes do. */
const DECLARED = {
  open: /\/packages\/money\/src\/(?:calendar|durations|loan-state)\.ts$/,
  app: /\/packages\/contract\/src\/(?:endpoint|client-errors)\.ts$/,
  frame: /\/packages\/contract\/src\/me\.calls\.ts$/,
  /** Lines that every page of the log-in has; apart, their names and heads would weigh as much as they do. */
  entrance: /\/src\/features\/auth\/(?:auth-page|signup\/(?:confirm-state|terms-label))\.tsx?$/,
  facts:
    /\/packages\/contract\/src\/(?:cards|hardships|kyc|mandates|notice|notifications|payments|preferences|pricing|repayments)\.calls\.ts$/,
  staff:
    /\/packages\/contract\/src\/(?:(?:admin-[\w-]+|approvals|audit|books|chargebacks|overview|reconciliation|reinstatement|reviews|users)\.calls|staff-roles)\.ts$/,
};

const file = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const PUBLIC: Roots = { name: 'public', roots: ['src/marketing/browser.ts'] };
const APP: Roots = { name: 'app', roots: ['src/main.tsx'] };
const LOG_IN: Roots = {
  name: 'log-in',
  roots: [
    'src/shell/auth-layout.tsx',
    'src/features/auth/login/login.tsx',
    'src/features/auth/signup/signup.tsx',
  ],
};
const DASHBOARD: Roots = {
  name: 'dashboard',
  roots: ['src/shell/dashboard-layout.tsx', 'src/features/me/dashboard/dashboard.tsx'],
};

/** All that some modules import, themselves included; what is imported on demand is not. */
function closureOf({ roots }: Roots, modules: Modules): ReadonlySet<string> {
  const found = new Set<string>();
  const collect = (id: string) => {
    if (found.has(id) || LEFT.test(id)) return;
    found.add(id);
    for (const next of modules.getModuleInfo(id)?.importedIds ?? []) collect(next);
  };
  for (const root of roots) collect(file(root));
  // A page that is fetched on demand keeps a file of its own, by which it is found.
  for (const root of roots) found.delete(file(root));
  return found;
}

interface Group {
  readonly debugName: string;
  readonly name: (id: string, modules: Modules) => string | null;
  readonly priority: number;
}

/**
 * Puts the first sight of the dashboard into four scripts instead of fifty: the app's own, the part shared with the log-in
 * page, the rest, and the contract's declarations of its figures. The declarations for staff alone are one more. Each of the
 * first three holds all that its modules import, except what the scripts before it hold. So no page fetches a script for one
 * part of it. The bundler splits the others by itself.
 */
export function scriptGroups(): Group[] {
  const known = new Map<Roots, ReadonlySet<string>>();
  const isOf = (roots: Roots, id: string, modules: Modules) => {
    const closure = known.get(roots) ?? closureOf(roots, modules);
    known.set(roots, closure);
    return closure.has(id);
  };
  const group = (name: string, within: (isIn: (roots: Roots) => boolean) => boolean, declared?: RegExp) => ({
    debugName: name,
    name: (id: string, modules: Modules) =>
      declared?.test(id) === true || within((roots) => isOf(roots, id, modules)) ? name : null,
  });
  return [
    group('open', (isIn) => isIn(PUBLIC) && (isIn(APP) || isIn(LOG_IN) || isIn(DASHBOARD)), DECLARED.open),
    group('app', (isIn) => isIn(APP), DECLARED.app),
    group('frame', (isIn) => isIn(DASHBOARD) && isIn(LOG_IN), DECLARED.frame),
    group('dashboard', (isIn) => isIn(DASHBOARD)),
    group('entrance', () => false, DECLARED.entrance),
    group('facts', () => false, DECLARED.facts),
    group('staff', () => false, DECLARED.staff),
  ].map((one, index, all) => ({ ...one, priority: all.length - index }));
}

import { ERRORS } from '../../packages/contract/src/catalogue.ts';
import { isText, read } from './files.ts';
import type { Finding } from './finding.ts';

const LINES_MAX = 400;
const GENERATED = /\.gen\.ts$|^package-lock\.json$|^docs\/rules\.md$/;
const PROSE = /\.md$|^LICENSE$/;

export function findLongFiles(files: readonly string[]): readonly Finding[] {
  return files
    .filter((file) => isText(file) && !GENERATED.test(file) && !PROSE.test(file))
    .map((file) => ({ file, lines: read(file).trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > LINES_MAX)
    .map(({ file, lines }) => ({
      at: file,
      what: `has ${lines} lines, more than ${LINES_MAX}`,
      mend: 'Split it by use-case: payments.cancel.service.ts.',
    }));
}

/** Kebab-case files, dots between the roles; no folder that means "anything". */
export function findBadNames(files: readonly string[]): readonly Finding[] {
  const code = files.filter((file) =>
    /^(apps|packages|scripts|bench|e2e)\/.+\.(tsx?|mjs|js|css)$/.test(file),
  );
  const names = code
    .filter((file) => !/^[a-z0-9]+(?:[-.][a-z0-9]+)*$/.test(file.split('/').at(-1) ?? ''))
    .map((file) => ({
      at: file,
      what: 'is not named in kebab-case',
      mend: 'Rename it: plan-picker.tsx, payments.rules.ts.',
    }));
  const rooms = code
    .filter((file) => /(^|\/)(utils?|helpers?|common|shared|misc)(\/|\.[a-z]+$)/.test(file))
    .map((file) => ({
      at: file,
      what: 'lies in a place that could hold anything',
      mend: 'Name it by what it does, and put it where that is done.',
    }));
  return [...names, ...rooms];
}

const HEADER =
  /^-- What: +\S.*\n(?:--.*\n)*-- Why: +\S.*\n(?:--.*\n)*-- Locks: +\S.*\n(?:--.*\n)*-- Safe while the old version runs: +(?:yes|no)\b/;

export function findMigrationsWithoutHeader(files: readonly string[]): readonly Finding[] {
  return files
    .filter((file) => /^db\/migrations\/.+\.sql$/.test(file) && !HEADER.test(read(file)))
    .map((file) => ({
      at: file,
      what: 'has no header',
      mend: 'Begin it with the lines What, Why, Locks and "Safe while the old version runs: yes" (or no).',
    }));
}

/** Every code can be said to a person, in both languages. */
export function findCodesWithoutWords(): readonly Finding[] {
  return Object.entries(ERRORS).flatMap(([code, { en, hi }]) => {
    const missing = [
      ...(/^[A-Z]/.test(en) ? [] : ['English']),
      ...(/[\u0900-\u097f]/.test(hi) ? [] : ['Hindi']),
    ];
    return missing.map((language) => ({
      at: 'packages/contract/src',
      what: `the code ${code} has no sentence in ${language}`,
      mend: 'Add the sentence a person reads, saying what to do next.',
    }));
  });
}

const VARIABLE =
  /\benv(?:\.|\[')([A-Z][A-Z0-9_]{2,})\b|\b(?:need|url|flag|count)\('([A-Z][A-Z0-9_]{2,})'|: '((?:LENDER|GRIEVANCE)_[A-Z_]+)'/g;
const OURS = /^(apps|scripts|bench|packages)\/.+\.ts$|^[\w.]+\.config\.ts$/;
// PROD is the bundler's.
const FOREIGN = new Set(['PATH', 'DEBIAN_FRONTEND', 'PROD']);

/** An operator finds every variable on one page. */
export function findVariablesWithoutWords(files: readonly string[]): readonly Finding[] {
  const page = read('docs/configuration.md');
  const named = files
    .filter((file) => OURS.test(file))
    .flatMap((file) =>
      [...read(file).matchAll(VARIABLE)].map((match) => ({
        file,
        name: (match[1] ?? match[2] ?? match[3] ?? '').replace(/_FILE$/, ''),
      })),
    );
  return named
    .filter(({ name }) => !FOREIGN.has(name) && !page.includes(`\`${name}\``))
    .map(({ file, name }) => ({
      at: file,
      what: `reads ${name}, which docs/configuration.md does not name`,
      mend: 'Add a line there: name, default, meaning.',
    }));
}

interface Section {
  readonly title: string;
  /** The section is wanted when the feature's code shows this; always without it. */
  readonly when?: RegExp;
}

const SECTIONS: readonly Section[] = [
  { title: 'Purpose' },
  { title: 'States', when: /\bstatus\b/ },
  { title: 'Invariants' },
  { title: 'Journals', when: /\.journals\.ts'|ledger_post|\bPostingLine\b/ },
  { title: 'Provider calls', when: /\bproviders\.\w+\.\w+\(/ },
];

/** Each feature of the server says on one page what it is, what must hold, what it books and whom it calls. */
export function findFeaturesWithoutReadme(files: readonly string[]): readonly Finding[] {
  const features = new Map<string, string[]>();
  for (const file of files) {
    const name = /^apps\/server\/src\/features\/([^/]+)\//.exec(file)?.[1];
    if (name) features.set(name, [...(features.get(name) ?? []), file]);
  }
  return [...features].flatMap(([name, own]) => {
    const path = `apps/server/src/features/${name}/README.md`;
    if (!own.includes(path))
      return [
        {
          at: path,
          what: 'is missing',
          mend: 'Write one page: purpose, states, invariants, journals, calls.',
        },
      ];
    const code = own
      .filter((file) => file.endsWith('.ts') && !/\.test(ing)?\.ts$/.test(file))
      .map(read)
      .join('\n');
    const page = read(path);
    return SECTIONS.filter(
      ({ title, when }) => (when?.test(code) ?? true) && !new RegExp(`^## ${title}\\b`, 'm').test(page),
    ).map(({ title }) => ({
      at: path,
      what: `has no section "${title}"`,
      mend: `Add "## ${title}": what a newcomer must know of it, in a few lines.`,
    }));
  });
}

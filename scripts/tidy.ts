// `npm run tidy`: what lint, types and walls by themselves do not see. Each line says where, what, and how to mend it.
import { resolve } from 'node:path';
import { readCommandLine } from './command-line.ts';
import { findWrittenAddresses } from './tidy/addresses.ts';
import { findStaleAsvs } from './tidy/asvs.ts';
import { listFiles } from './tidy/files.ts';
import type { Look } from './tidy/finding.ts';
import { findStaleFiles } from './tidy/generated.ts';
import { findBadLines } from './tidy/lines.ts';
import { findWrittenLists } from './tidy/lists.ts';
import {
  findBadNames,
  findCodesWithoutWords,
  findFeaturesWithoutReadme,
  findLongFiles,
  findMigrationsWithoutHeader,
  findVariablesWithoutWords,
} from './tidy/places.ts';
import { findStaleSpecification } from './tidy/specification.ts';
import { findWaits } from './tidy/waits.ts';

readCommandLine(import.meta.filename, {});
process.chdir(resolve(import.meta.dirname, '..'));
// Reads the walls from the project's folder, so it is loaded once we are there.
const { findBrokenWalls } = await import('./tidy/walls.ts');

const looks: readonly Look[] = [
  findStaleFiles,
  findBrokenWalls,
  findLongFiles,
  findBadNames,
  findBadLines,
  findWrittenAddresses,
  findWrittenLists,
  findMigrationsWithoutHeader,
  findCodesWithoutWords,
  findFeaturesWithoutReadme,
  findVariablesWithoutWords,
  findStaleSpecification,
  (files) => findStaleAsvs(files),
  findWaits,
];

const files = listFiles();
const findings = (await Promise.all(looks.map(async (look) => look(files)))).flat();
for (const { at, what, mend } of findings) process.stdout.write(`${at}  ${what}\n    ${mend}\n`);
process.stdout.write(
  findings.length === 0
    ? `Tidy: ${files.length} files looked at, nothing out of order.\n`
    : `Tidy: ${findings.length} out of order.\n`,
);
if (findings.length > 0) process.exitCode = 1;

// `npm run -s sbom > sbom.cdx.json`: the software bill of materials in CycloneDX, of what is shipped. It needs no network.
import { execFileSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { readCommandLine } from './command-line.ts';
import { ROOT } from './run.ts';

interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly purl: string;
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

/** The parts of a bill that are looked at here; the others stay as npm wrote them. */
export interface Bill {
  readonly bomFormat: string;
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn?: readonly string[] }[];
}

const DEVELOPMENT = 'cdx:npm:package:development';
/** Megabytes are more than the default of Node. */
const OUTPUT_BYTES_MAX = 64 * 1024 ** 2;

/**
 * The bill without what only development needs. npm's own `--omit dev` leaves out too much: whatever some tool of the
 * development depends on as well, such as pg, react and zod.
 */
export function shippedOf(bill: Bill): Bill {
  const isTool = ({ properties = [] }: Component) =>
    properties.some(({ name, value }) => name === DEVELOPMENT && value === 'true');
  const tools = new Set(bill.components.filter(isTool).map((one) => one['bom-ref']));
  return {
    ...bill,
    components: bill.components.filter((one) => !tools.has(one['bom-ref'])),
    dependencies: bill.dependencies
      .filter(({ ref }) => !tools.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => !tools.has(one)) })),
  };
}

/** The packages that npm knows of every workspace from the lock file. */
export function readBill(): Bill {
  const output = execFileSync(
    'npm',
    ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--workspaces'],
    { cwd: ROOT, encoding: 'utf8', maxBuffer: OUTPUT_BYTES_MAX, shell: process.platform === 'win32' },
  );
  return JSON.parse(output) as Bill;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  readCommandLine(import.meta.filename, {});
  process.stdout.write(`${JSON.stringify(shippedOf(readBill()), undefined, 2)}\n`);
}

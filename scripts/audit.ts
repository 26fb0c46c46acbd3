// `npm run audit`: asks the registry which of the packages that are shipped have known weaknesses.
import { spawn } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { readCommandLine } from './command-line.ts';

interface Verdict {
  /** 0: none of high severity; 1: some; 2: no registry could be asked. */
  readonly code: 0 | 1 | 2;
  readonly lines: readonly string[];
}

const GRAVE = ['critical', 'high'];
const WITHIN_MS = 120_000;

/** Reads what `npm audit --json` printed. An answer without a list of packages is no clean audit. */
export function judgeAudit(output: string): Verdict {
  const found = readVulnerabilities(output);
  if (!found)
    return { code: 2, lines: ['Nothing was looked at: the registry cannot be reached, or does not audit.'] };
  if (found.length === 0) return { code: 0, lines: ['No known weakness in what is shipped.'] };
  return {
    code: found.some(({ severity }) => GRAVE.includes(severity)) ? 1 : 0,
    lines: found.map(({ name, range, severity }) => `${name} ${range}: ${severity}`).sort(),
  };
}

interface Vulnerability {
  readonly name: string;
  readonly range: string;
  readonly severity: string;
}

function readVulnerabilities(output: string): readonly Vulnerability[] | undefined {
  try {
    const { vulnerabilities } = JSON.parse(output) as { vulnerabilities?: Record<string, Vulnerability> };
    return vulnerabilities && Object.values(vulnerabilities);
  } catch {
    return undefined;
  }
}

async function askRegistry(): Promise<string> {
  const child = spawn('npm', ['audit', '--json', '--omit', 'dev', '--package-lock-only'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
    timeout: WITHIN_MS,
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  await new Promise((done) => child.once('close', done).once('error', done));
  return Buffer.concat(chunks).toString('utf8');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  readCommandLine(import.meta.filename, {});
  const { code, lines } = judgeAudit(await askRegistry());
  process.stdout.write(`${lines.join('\n')}\n`);
  process.exitCode = code;
}

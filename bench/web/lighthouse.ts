import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from '@playwright/test';
import { median } from '../accept/summary.ts';
import { freePort } from '../../scripts/free-port.ts';

const CLI = fileURLToPath(import.meta.resolve('lighthouse/cli/index.js'));
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;
type Category = (typeof CATEGORIES)[number];
/** Each a browser of its own with nothing in its store: the first visit is what is told. */
const VISITS = 3;

/** A page, and the least that its scores may be. */
export interface Audited {
  readonly name: string;
  readonly path: string;
  readonly least: Partial<Record<Category, number>>;
  /** Signs a person in to the browser, before the visit. */
  readonly enter?: (page: Page) => Promise<void>;
}

export interface Audit {
  readonly name: string;
  readonly scores: Readonly<Record<Category, number>>;
  /** The median of the visits: when the largest thing is seen, what keeps a finger waiting, what moves. */
  readonly largestPaintMs: number;
  readonly blockedMs: number;
  readonly layoutShift: number;
  /** Where a score is below its least: what took it there, in Lighthouse's own names. */
  readonly tooLow: readonly string[];
}

interface Report {
  /** Why there are no figures. */
  readonly runtimeError?: { readonly message: string };
  readonly categories: Readonly<
    Record<
      Category,
      {
        readonly score: number | null;
        readonly auditRefs: readonly { readonly id: string; readonly weight: number }[];
      }
    >
  >;
  readonly audits: Readonly<
    Record<string, { readonly score: number | null; readonly numericValue?: number }>
  >;
}

/** Lighthouse with its own phone: 1.6 Mbps, 150 ms there and back, a quarter of the machine's speed. */
export async function auditPage(executablePath: string, origin: string, page: Audited): Promise<Audit> {
  // The first visit fills the caches of the machine, as the first walk through the wizard does; the others are told.
  await visitOnce(executablePath, origin, page);
  const reports: Report[] = [];
  for (let visit = 0; visit < VISITS; visit += 1) reports.push(await visitOnce(executablePath, origin, page));
  const score = (category: Category) =>
    Math.round(100 * median(reports.map((one) => one.categories[category].score ?? 0)));
  const figure = (audit: string) => median(reports.map((one) => one.audits[audit]?.numericValue ?? 0));
  const scores = Object.fromEntries(CATEGORIES.map((one) => [one, score(one)])) as Audit['scores'];
  return {
    name: page.name,
    scores,
    largestPaintMs: figure('largest-contentful-paint'),
    blockedMs: figure('total-blocking-time'),
    layoutShift: figure('cumulative-layout-shift'),
    tooLow: CATEGORIES.filter((one) => scores[one] < (page.least[one] ?? 0)).flatMap((one) =>
      findingsOf(reports.at(-1)!, one),
    ),
  };
}

function findingsOf({ categories, audits }: Report, category: Category): string[] {
  const found = categories[category].auditRefs.filter(
    ({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1,
  );
  return [category, ...found.map(({ id }) => `  ${id}`)];
}

async function visitOnce(executablePath: string, origin: string, { path, enter }: Audited): Promise<Report> {
  const profile = mkdtempSync(join(tmpdir(), 'mohlat-lighthouse-'));
  const port = await freePort();
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath,
    baseURL: origin,
    args: ['--no-sandbox', '--disable-gpu', `--remote-debugging-port=${port}`],
  });
  try {
    if (enter) await enter(browser.pages()[0] ?? (await browser.newPage()));
    return await runLighthouse(new URL(path, origin).href, port);
  } finally {
    await browser.close();
    rmSync(profile, { recursive: true, force: true });
  }
}

function runLighthouse(url: string, port: number): Promise<Report> {
  const flags = [
    `--port=${port}`,
    '--output=json',
    '--quiet',
    '--disable-storage-reset',
    '--no-enable-error-reporting',
    `--only-categories=${CATEGORIES.join(',')}`,
  ];
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, [CLI, url, ...flags], { stdio: ['ignore', 'pipe', 'inherit'] });
    const chunks: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
    child.once('error', fail);
    child.once('close', (code) => {
      const text = Buffer.concat(chunks).toString();
      const report = code === 0 ? (JSON.parse(text) as Report) : undefined;
      if (report && !report.runtimeError) done(report);
      else fail(new Error(`Lighthouse at ${url}: ${report?.runtimeError?.message ?? `ended with ${code}`}`));
    });
  });
}

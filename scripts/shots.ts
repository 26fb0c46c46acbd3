// `npm run shots`: a picture of every screen, at both widths and in both themes, of a demo of its own.
// They go to .cache/shots to be looked at; `npm run shots -- --keep` renews the few that the README shows,
// `-- --only staff,hindi` takes some parts alone.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { readCommandLine } from './command-line.ts';
import { findBrowser } from './browser.ts';
import { startDemo } from './demo-product.ts';
import { ROOT, say } from './run.ts';
import { Camera, type Screen } from './shots/camera.ts';
import { takeDisputed, takeHindi, takeLarge, takeMember, takeResident, takeStates } from './shots/members.ts';
import { type People, settle } from './shots/people.ts';
import { takeStaff, takeStaffHindi } from './shots/staff.ts';
import { takeNewcomer, takeVisitor } from './shots/visitors.ts';

const PORT = Number(process.env.E2E_PORT ?? 3700);
const SANDBOX_PORT = PORT + 100;
const ORIGIN = `http://localhost:${PORT}`;
/** Enough for a page of each of the staff's lists, and filled in less than a minute. */
const DEMO = { people: 30, months: 6 };
/** The pictures that the README shows. */
const KEPT = new Set([
  'dashboard-desktop-light',
  'pay-3-phone-light',
  'result-phone-dark',
  'plan-begun-desktop-light',
]);

const PARTS = {
  visitor: takeVisitor,
  newcomer: takeNewcomer,
  member: takeMember,
  resident: takeResident,
  disputed: takeDisputed,
  states: takeStates,
  staff: takeStaff,
  hindi: takeHindi,
  large: takeLarge,
  'staff-hindi': takeStaffHindi,
};

const { values } = readCommandLine(import.meta.filename, {
  options: { keep: { type: 'boolean', default: false }, only: { type: 'string', default: '' } },
});
const wanted = values.only.split(',').filter(Boolean);
const folder = join(ROOT, values.keep ? 'docs/pictures' : '.cache/shots');

/** Widths beside each other, as they do not meet. */
async function takeAll(browser: Browser, people: People): Promise<number> {
  let taken = 0;
  const onTaken = (name: string) => {
    taken += 1;
    process.stdout.write(`\r  ${String(taken).padStart(3)}  ${name.padEnd(40)}`);
  };
  const one = async (screen: Screen) => {
    const camera = await Camera.open(browser, screen, {
      origin: ORIGIN,
      folder,
      ...(values.keep ? { kept: KEPT } : {}),
      onTaken,
    });
    for (const [part, take] of Object.entries(PARTS))
      if (wanted.length === 0 || wanted.includes(part)) await take(camera, people);
    await camera.close();
  };
  await Promise.all([one('phone'), one('desktop')]);
  return taken;
}

const executablePath = findBrowser();
if (executablePath === undefined) throw new Error('there is no browser to take pictures with');
const dataDir = mkdtempSync(join(tmpdir(), 'mohlat-shots-'));
mkdirSync(folder, { recursive: true });
const begun = performance.now();
say(`Filling a demo of ${DEMO.people} people and ${DEMO.months} months…`);
const product = await startDemo({
  ...DEMO,
  dataDir,
  port: PORT,
  sandboxPort: SANDBOX_PORT,
  sandboxSmtpPort: SANDBOX_PORT + 25,
});
try {
  await product.ready;
  const people = await settle(
    ORIGIN,
    `http://127.0.0.1:${SANDBOX_PORT}`,
    dataDir,
    // A reader of the pages about the product sees an ordinary name.
    ...(values.keep ? ['Asha Rao'] : []),
  );
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
  const taken = await takeAll(browser, people);
  await browser.close();
  const seconds = ((performance.now() - begun) / 1000).toFixed(0);
  say(`\n${taken} screens in ${values.keep ? 'docs/pictures' : '.cache/shots'}, in ${seconds} s.`);
} finally {
  await product.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

// Where the journeys and the benches find a browser.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium without a window's parts (Debian's package): it starts faster and takes less of the processor. */
const HEADLESS_SHELL = 'chromium-headless-shell';
/** Without a network the journeys begin with the browser that is there. */
const IMPATIENT = ['-o', 'Acquire::Retries=0', '-o', 'Acquire::http::Timeout=20'];
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * The path of a Chromium to drive: the one Playwright installed, else the system's; undefined when there is none. `full`
 * asks for a whole browser: the headless shell keeps no page for "back".
 */
export function findBrowser(kind: 'any' | 'full' = 'any'): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const names = kind === 'full' ? NAMES : [HEADLESS_SHELL, ...NAMES];
  const candidates = [
    chromium.executablePath(),
    ...names.flatMap((name) => folders.map((folder) => join(folder, name))),
    MAC,
  ];
  return candidates.find((path) => existsSync(path));
}

/**
 * Finds the browsers of the journeys, or installs the system's where we may; undefined, with a line that says what to do,
 * otherwise. The headless shell is installed beside a browser that is there: driving the journeys with the whole browser
 * took 586 s of the processor, with the shell 438 s.
 */
export function ensureBrowser(say: (line: string) => void): string | undefined {
  const isMissing = findBrowser('full') === undefined;
  if (mayInstall() && (isMissing || !hasLightBrowser())) {
    say(`Installing ${isMissing ? 'Chromium' : "Chromium's headless shell"} for the journeys (once)…`);
    // Both of one version, since they share files; older releases have no package of the headless shell.
    if (!install(['chromium', HEADLESS_SHELL]) && isMissing) install(['chromium']);
  }
  if (findBrowser('full') !== undefined) return findBrowser();
  say('The journeys need Chromium: run `npx playwright install chromium`, or install Chromium or Chrome.');
  return undefined;
}

/** Whether the headless shell is there. What Playwright installed is used before it, and is left as it is. */
function hasLightBrowser(): boolean {
  return existsSync(chromium.executablePath()) || findBrowser()?.endsWith(HEADLESS_SHELL) === true;
}

function mayInstall(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version');
}

/** Installs packages, and says whether it could. The lists of packages are fetched when those at hand do not do. */
function install(names: readonly string[]): boolean {
  const run = (args: readonly string[]) =>
    spawnSync('apt-get', [...IMPATIENT, ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  const attempt = () => run(['install', '-y', '-qq', '--no-install-recommends', ...names]);
  return attempt() || (run(['update', '-qq']) && attempt());
}

// Where the journeys and the benches find a browser.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

/** Chromium without a window's parts (Debian's package): it starts faster and takes less of the processor. */
const HEADLESS_SHELL = 'chromium-headless-shell';
const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/**
 * The path of a Chromium to drive: the one Playwright installed, else the system's; undefined when there is none. `full`
 * asks for a whole browser: the headless shell keeps no page for "back", and Lighthouse measures what people have.
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

/** Finds the browsers of the journeys, or installs the system's where we may; undefined, with a line that says what to do, otherwise. */
export function ensureBrowser(say: (line: string) => void): string | undefined {
  // A whole browser lives every journey, if more slowly than the headless shell.
  if (findBrowser('full') === undefined && process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('Installing Chromium for the journeys (once)…');
    const run = (args: readonly string[]) =>
      spawnSync('apt-get', [...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    run(['update', '-qq']);
    // One after the other: older releases have no package of the headless shell.
    for (const name of ['chromium', HEADLESS_SHELL])
      run(['install', '-y', '-qq', '--no-install-recommends', name]);
  }
  if (findBrowser('full') !== undefined) return findBrowser();
  say('The journeys need Chromium: run `npx playwright install chromium`, or install Chromium or Chrome.');
  return undefined;
}

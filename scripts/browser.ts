// Where the journeys find a browser.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const MAC = '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome';

/** The path of a Chromium to drive: the one Playwright installed, else the system's; undefined when there is none. */
export function findBrowser(): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter);
  const candidates = [
    chromium.executablePath(),
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    MAC,
  ];
  return candidates.find((path) => existsSync(path));
}

/** Finds a browser, or installs the system's where we may; undefined, with a line that says what to do, otherwise. */
export function ensureBrowser(say: (line: string) => void): string | undefined {
  const found = findBrowser();
  if (found !== undefined) return found;
  if (process.getuid?.() === 0 && existsSync('/etc/debian_version')) {
    say('Installing Chromium for the journeys (once)…');
    const run = (args: readonly string[]) =>
      spawnSync('apt-get', [...args], {
        stdio: ['ignore', 'ignore', 'inherit'],
        env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
      });
    run(['update', '-qq']);
    run(['install', '-y', '-qq', '--no-install-recommends', 'chromium']);
    const installed = findBrowser();
    if (installed !== undefined) return installed;
  }
  say('The journeys need Chromium: run `npx playwright install chromium`, or install Chromium or Chrome.');
  return undefined;
}

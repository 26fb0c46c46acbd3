import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { MOVES_CLOCK } from './e2e/moves-clock.ts';
import { findBrowser } from './scripts/browser.ts';
import { scratchDir } from './scripts/scratch-dir.ts';

const port = Number(process.env.E2E_PORT ?? 3300);
const sandboxPort = port + 100;
/** An account elsewhere to log in with; the journey about it answers there. */
const providerUrl = `http://127.0.0.1:${port + 150}`;
const executablePath = findBrowser();
const dataDir = process.env.E2E_DATA_DIR ?? scratchDir('e2e');
// Workers read the configuration again: all of them have to name the same place.
process.env.E2E_DATA_DIR = dataDir;

const PHONE = { viewport: { width: 360, height: 780 }, hasTouch: true, colorScheme: 'light' } as const;
const DESKTOP = { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' } as const;
/**
 * A journey is lived on a phone. `@wide`: on a desktop too, where its layout is another one (side bar and menu, dialog and
 * sheet, table and cards). `@desk`: on a desktop alone, since its work is done at a desk.
 */
const DESK = /@desk/;
const ON_DESKTOP = /@(wide|desk)/;

/**
 * When a journey is given up as hanging: one bound, and what it waited for then is in its error. How quick a page is,
 * `npm run bench -- web` measures.
 */
const HANGING_MS = 180_000;

/** The journeys: a real browser against the whole product, started for them on ports and data of its own. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  // Much of a journey is waiting: twice as many as there are cores.
  workers: 2 * availableParallelism(),
  timeout: HANGING_MS,
  expect: { timeout: HANGING_MS },
  forbidOnly: true,
  reporter: [['list']],
  // Playwright empties this folder first; the reports of `npm test` lie beside it.
  outputDir: 'test-results/journeys',
  metadata: { sandboxUrl: `http://127.0.0.1:${sandboxPort}`, dataDir, providerUrl },
  use: {
    baseURL: `http://localhost:${port}`,
    screenshot: 'only-on-failure',
    // Tracing every journey costs a quarter of the time: `--trace on` when one fails.
    trace: 'off',
    // Frames of an animation are most of what drawing costs; journeys about what moves set this back.
    reducedMotion: 'reduce',
    // Each journey sees the network itself; e2e/offline.spec.ts is about the worker between them.
    serviceWorkers: 'block',
    timezoneId: 'Asia/Kolkata',
    locale: 'en-IN',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        // Drawn in software either way; this way without imitating a graphics card first.
        '--disable-gpu',
        // A camera and a microphone that need no person: the video step records them.
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
      ],
    },
  },
  projects: [
    // Journeys at a desk take longest, and begin first.
    { name: 'desktop', testIgnore: MOVES_CLOCK, grep: ON_DESKTOP, use: DESKTOP },
    { name: 'phone', testIgnore: MOVES_CLOCK, grepInvert: DESK, use: PHONE },
    // After everybody else, and on a phone alone: there is one clock, and its month takes its time.
    { name: 'clock', testMatch: MOVES_CLOCK, workers: 1, dependencies: ['phone', 'desktop'], use: PHONE },
  ],
  webServer: {
    command: 'node scripts/start.ts',
    url: `http://localhost:${port}/readyz`,
    timeout: 180_000,
    // `E2E_REUSE=1` runs against a product that is already up on these ports.
    reuseExistingServer: process.env.E2E_REUSE === '1',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 20_000 },
    stdout: 'ignore',
    env: {
      PORT: String(port),
      SANDBOX_PORT: String(sandboxPort),
      SANDBOX_SMTP_PORT: String(sandboxPort + 25),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      AUTH_PROVIDERS: 'keycloak',
      AUTH_PROVIDER_KEYCLOAK_ISSUER: providerUrl,
      AUTH_PROVIDER_KEYCLOAK_CLIENT_ID: 'mohlat',
      AUTH_MANUAL_LINKING: 'on',
      AUTH_MFA_PHONE: 'on',
      AUTH_SMS_TEST_CODES: '919800000001=424242',
      // Two messages follow each other as quickly as a journey asks for them.
      AUTH_SMS_SPACING_SECONDS: '0',
      // No call is given up because the machine is slow.
      AUTH_REQUEST_SECONDS: '300',
      // A bank that never answers cuts the connection soon, so that "unknown" can be seen; a call that is slow is waited for.
      SANDBOX_HOLD_MS: '5000',
      PROVIDER_TIMEOUT_MS: '40000',
    },
  },
});

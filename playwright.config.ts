import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { findBrowser } from './scripts/browser.ts';

const port = Number(process.env.E2E_PORT ?? 3300);
const sandboxPort = port + 100;
const executablePath = findBrowser();
const dataDir = process.env.E2E_DATA_DIR ?? mkdtempSync(join(tmpdir(), 'mohlat-e2e-'));
// PostgreSQL runs as another account when we are root, and has to get to its folder.
chmodSync(dataDir, 0o711);
// Workers read the configuration anew: all of them have to name the same place.
process.env.E2E_DATA_DIR = dataDir;

/** The journeys: a real browser against the whole product, started for them on ports and data of its own. */
export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  workers: 2,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  forbidOnly: true,
  // A machine that stalls once must not hide the other journeys' result; what needed a second try is listed as flaky,
  // with a picture of the first and the trace of the second: tracing every journey costs a quarter of the time.
  retries: 1,
  reporter: [['list']],
  outputDir: 'test-results',
  metadata: { sandboxUrl: `http://127.0.0.1:${sandboxPort}`, dataDir },
  use: {
    baseURL: `http://localhost:${port}`,
    screenshot: 'only-on-failure',
    trace: 'on-first-retry',
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
    { name: 'phone', use: { viewport: { width: 360, height: 780 }, hasTouch: true, colorScheme: 'light' } },
    { name: 'desktop', use: { viewport: { width: 1280, height: 860 }, colorScheme: 'dark' } },
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
      // A bank that never answers is given up on soon, so that "unknown" can be seen.
      PROVIDER_TIMEOUT_MS: '5000',
    },
  },
});

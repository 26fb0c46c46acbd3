import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, type Page, test as base } from '@playwright/test';
import { isLuhnValid } from '@mohlat/money';

interface Sent {
  readonly channel: 'email' | 'sms';
  readonly text: string;
  readonly otp: string | null;
  readonly links: readonly string[];
}

/** The outside world, as its control API shows it. */
export interface Outside {
  inbox(to: string): Promise<Sent[]>;
  /** The newest message to an address that satisfies the question, waited for. */
  message(to: string, fits: (sent: Sent) => boolean): Promise<Sent>;
  truthOfBill(reference: string): Promise<{ amountPaise: number; status: string }[]>;
  truthOfCollections(): Promise<{ receipt: string; amountPaise: number; status: string }[]>;
  /** Proves every invariant on the product's database; answers the broken ones. */
  brokenBooks(): Promise<{ id: string; sentence: string }[]>;
}

let counter = 0;

/** Details nobody else in this run has. */
export interface Identity {
  readonly email: string;
  /** Ten digits. */
  readonly mobile: string;
  readonly pan: string;
}

export const test = base.extend<{ outside: Outside; identity: Identity }>({
  outside: async ({}, use, info) => {
    const url = String(info.config.metadata.sandboxUrl);
    const ask = async <T>(path: string) => (await (await fetch(`${url}/control${path}`)).json()) as T;
    const inbox = (to: string) => ask<Sent[]>(`/outbox?to=${encodeURIComponent(to)}`);
    await use({
      inbox,
      message: async (to, fits) => {
        let found: Sent | undefined;
        await expect
          .poll(async () => (found = (await inbox(to)).find(fits)) !== undefined, {
            message: `a message to ${to}`,
          })
          .toBe(true);
        return found!;
      },
      truthOfBill: (reference) => ask(`/truth/bill-payments?paymentRefId=${reference}`),
      truthOfCollections: () => ask('/truth/collections'),
      brokenBooks: async () => {
        const env = { ...process.env, DATA_DIR: String(info.config.metadata.dataDir) };
        const { stdout } = await promisify(execFile)('node', ['scripts/books.ts', '--json'], { env });
        const { proofs } = JSON.parse(stdout) as {
          proofs: { id: string; sentence: string; breaches: unknown[] }[];
        };
        return proofs.filter((proof) => proof.breaches.length > 0);
      },
    });
  },
  identity: async ({}, use, info) => {
    counter += 1;
    const number = info.workerIndex * 200 + counter * 4 + info.retry;
    await use({
      email: `person-${info.project.name}-${Date.now()}-${number}@example.in`,
      mobile: `9${String(Date.now()).slice(-7)}${String(number % 100).padStart(2, '0')}`,
      // The digits are the bureau's score; letter and digits together are one person's.
      pan: `SBXP${String.fromCharCode(65 + (number % 26))}0${760 + (Math.floor(number / 26) % 130)}A`,
    });
  },
});

export { expect };

/** A valid 16-digit card number with the given ending. */
export function cardEnding(last4: string): string {
  for (let filler = 0; filler < 100; filler += 1) {
    const number = `4111${String(filler).padStart(8, '0')}${last4}`;
    if (isLuhnValid(number)) return number;
  }
  throw new Error('no such number');
}

/** Fails the test when the page says something went wrong in its console. */
export function watchConsole(page: Page): () => void {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of (4\d\d)/.test(message.text())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(String(error)));
  return () => expect(said).toEqual([]);
}

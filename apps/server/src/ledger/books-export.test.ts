import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { BusinessDate } from '@mohlat/money';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { proveBooks, trialBalance } from './books.ts';
import { exportLedger, type LedgerPeriod } from './export.ts';
import { type Lab, noonOf, openLab } from '#test/lending-lab.ts';

let lab: Lab;
let client: pg.Client;

/** Three loans of three months, some repaid, their days closed. */
beforeAll(async () => {
  lab = await openLab();
  client = new pg.Client({ connectionString: lab.url });
  await client.connect();
  for (const [index, name] of ['asha one', 'ravi one', 'meera one'].entries()) {
    const on = `2026-0${index + 1}-10` as BusinessDate;
    const loan = await lab.lend(name, { billPaise: 1_500_000, instalments: 3, disbursedOn: on });
    const later = `2026-0${index + 2}-12` as BusinessDate;
    lab.set(noonOf(later));
    await lab.catchUp(loan, `2026-0${index + 2}-11` as BusinessDate);
    await lab.credit(loan, name.replace(' ', ''), 520_000, noonOf(later));
  }
});
afterAll(async () => {
  await client.end();
  await lab.close();
});

async function exported(period: LedgerPeriod) {
  let text = '';
  const totals = await exportLedger(client, period, (part) => {
    text += part;
    return Promise.resolve();
  });
  const rows = text
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) =>
      line.match(/("[^"]*"|[^,]*)(,|$)/g)!.map((cell) => cell.replace(/,$/, '').replaceAll('"', '')),
    );
  return { totals, rows };
}

const paise = (text: string) => BigInt(text === '' ? '0' : text.replace('.', ''));
const sumOf = (rows: readonly string[][], column: number) =>
  rows.reduce((total, row) => total + paise(row[column]!), 0n);

test('LEND-17: the exported ledger balances, as a whole and journal by journal', async () => {
  const { totals, rows } = await exported({});
  expect(totals.debitPaise).toBe(totals.creditPaise);
  expect([sumOf(rows, 11), sumOf(rows, 12)]).toEqual([totals.debitPaise, totals.creditPaise]);
  const journals = Map.groupBy(rows, (row) => row[2]!);
  expect([journals.size, rows.length]).toEqual([totals.journals, totals.lines]);
  for (const lines of journals.values()) expect(sumOf(lines, 11)).toBe(sumOf(lines, 12));
});

test('two periods that meet are together the whole, and each balances', async () => {
  const whole = await exported({});
  const first = await exported({ toOn: '2026-02-28' });
  const second = await exported({ fromOn: '2026-03-01' });
  expect([...first.rows, ...second.rows]).toEqual(whole.rows);
  expect(first.rows.length).toBeGreaterThan(0);
  expect(second.totals.debitPaise).toBe(second.totals.creditPaise);
});

test('the trial balance of a day is what the ledger exported through that day adds up to', async () => {
  for (const day of ['2026-01-09', '2026-01-31', '2026-03-15', '2026-12-31']) {
    const { rows } = await exported({ toOn: day });
    const balance = await trialBalance(client, day);
    expect(balance.reduce((total, row) => total + BigInt(row.paise), 0n)).toBe(0n);
    for (const { account, paise: sum } of balance) {
      const lines = rows.filter((row) => row[9] === account);
      expect([day, account, BigInt(sum)]).toEqual([day, account, sumOf(lines, 11) - sumOf(lines, 12)]);
    }
  }
  expect((await trialBalance(client, '2026-01-09')).every((row) => row.paise === '0')).toBe(true);
  expect(await trialBalance(client)).toEqual(await trialBalance(client, '2099-12-31'));
});

test('no name, no address and no number of a person is in it', async () => {
  const { rows } = await exported({});
  const kinds = new Set(rows.map((row) => row[3]));
  expect(kinds).toContain('loan_booked');
  for (const row of rows) expect(row.join(' ')).not.toMatch(/[A-Z]{5}\d{4}[A-Z]|@|\+91/);
});

describe('given a login with bounds for a statement and for a pause, as the shipped one has', () => {
  let bounded: pg.Client;
  beforeAll(async () => {
    const options = '-c statement_timeout=30s -c idle_in_transaction_session_timeout=15s';
    bounded = new pg.Client({ connectionString: lab.url, options });
    await bounded.connect();
  });
  afterAll(() => bounded.end());

  const BOUNDS = `select current_setting('statement_timeout') as statement,
    current_setting('idle_in_transaction_session_timeout') as pause`;
  const long = { statement: '1h', pause: '1h' };

  test('LEND-17: when the books are proven, then an invariant may take an hour', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'mohlat-invariants-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'I01_bounds.sql'), `-- The bounds.\n${BOUNDS};\n`);
    expect((await proveBooks(bounded, folder))[0]?.breaches).toEqual([long]);
    expect((await bounded.query(BOUNDS)).rows).toEqual([{ statement: '30s', pause: '15s' }]);
  });

  test('when the ledger goes along as a file, then its statements and its reader may take an hour', async () => {
    const seen: unknown[] = [];
    await exportLedger(bounded, {}, async () => {
      seen.push(...(await bounded.query(BOUNDS)).rows);
    });
    expect(seen).toEqual([long, long]);
  });
});

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  APPROVAL_FACTS,
  AUDIT_ACTIONS,
  LEDGER_ACCOUNTS,
  PAYMENT_TASKS,
  RAIL_ANSWERS,
  RAIL_CALLS,
  RAIL_EVENTS,
} from '@mohlat/contract';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const sources = [
  ...globSync('apps/server/src/features/**/*.ts', { cwd: ROOT }).filter((path) => !path.endsWith('.test.ts')),
  'scripts/staff.ts',
].map((path) => readFileSync(join(ROOT, path), 'utf8'));

/** What a pattern finds in the product's own code, each once. */
const found = (pattern: RegExp, texts: readonly string[] = sources): string[] => [
  ...new Set(texts.flatMap((text) => [...text.matchAll(pattern)].map(([, code = '']) => code))),
];

test('what is written to the audit log is among the actions the staff’s pages have words for', () => {
  const written = found(/(?:action: |audit_\w+\([^;]*?|\.now\(\), )'([a-z_]+\.[a-z_]+)'/g);
  expect(written.length).toBeGreaterThan(30);
  expect(written.filter((action) => !(AUDIT_ACTIONS as readonly string[]).includes(action))).toEqual([]);
});

test('what a second person decides by is among the facts the staff’s pages have words for', () => {
  const handlers = sources.filter((text) => text.includes('approvalHandler('));
  const facts = found(/\{ code: '([a-z_]+)', value/g, handlers);
  expect(facts.length).toBeGreaterThan(20);
  expect(facts.filter((fact) => !(APPROVAL_FACTS as readonly string[]).includes(fact))).toEqual([]);
});

const read = (pattern: string): string[] =>
  globSync(pattern, { cwd: ROOT })
    .filter((path) => !path.includes('.test.'))
    .map((path) => readFileSync(join(ROOT, path), 'utf8'));
const unnamed = (codes: readonly string[], named: readonly string[]) =>
  codes.filter((code) => !named.includes(code));

test('what a rail is asked, and how the call ends, is among what a payment’s story has words for', () => {
  const rails = read('apps/server/src/providers/{setu-billpay,razorpay}/*.ts');
  const calls = found(/(?:\bop(?:: | = )|\b(?:enquiry|read|at|transactions)\()'([a-z]\w+)'/g, rails);
  expect(calls.length).toBeGreaterThan(25);
  expect(unnamed(calls, RAIL_CALLS)).toEqual([]);
  const common = read('apps/server/src/providers/errors.ts');
  const errors = found(/^export class (\w+) extends (?:Provider|WriteSensitive)/gm, [...rails, ...common]);
  expect(errors.length).toBeGreaterThan(8);
  expect(unnamed(errors, RAIL_ANSWERS)).toEqual([]);
});

test('what a rail tells us, and our own work on a payment, is among what its story has words for', () => {
  const [webhook = ''] = read('apps/server/src/providers/razorpay/webhook.ts');
  const known = found(/^ {2}'([a-z_.]+)',$/gm, [webhook.slice(0, webhook.indexOf(']);'))]);
  const told = found(/'(BILL_[A-Z]+)'/g, read('apps/sandbox/src/setu-billpay/{fetch,ledger,complaints}.ts'));
  expect([known.length > 15, told.length > 2]).toEqual([true, true]);
  expect(unnamed([...known, ...told], RAIL_EVENTS)).toEqual([]);
  const tasks = found(/job\('(payments\.\w+)'/g);
  expect(tasks.length).toBeGreaterThan(3);
  expect(unnamed(tasks, PAYMENT_TASKS)).toEqual([]);
});

test('every account of the chart is among those the staff’s pages have words for', () => {
  const accounts = found(/\('([A-Z]\d{3})', '[^']+', '[A-Z]'/g, read('db/migrations/*.sql'));
  expect(accounts.length).toBeGreaterThan(35);
  expect(unnamed(accounts, LEDGER_ACCOUNTS)).toEqual([]);
});

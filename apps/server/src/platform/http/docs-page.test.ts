import { endpointOf, shareInstalment, startRepayment } from '@mohlat/contract';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { exampleOf } from './docs-example.ts';
import { docsPage } from './docs-page.ts';
import { QUICK_START } from './docs-start.ts';

test('an example has what must be there, by its kind, and leaves out the rest', () => {
  const schema = z.toJSONSchema(
    z.strictObject({
      id: z.uuid(),
      kind: z.enum(['emi', 'single']),
      amountPaise: z.int().min(500),
      on: z.iso.date(),
      rows: z.array(z.boolean()),
      note: z.string().optional(),
    }),
  );
  expect(exampleOf(schema)).toEqual({
    id: '01a21539-7bc9-7133-8680-bd89dd049906',
    kind: 'emi',
    amountPaise: 500,
    on: '2026-12-20',
    rows: [true],
  });
});

test('the page begins with a quick start, and has a call to copy for each endpoint under its topic', () => {
  const declarations = [endpointOf(startRepayment), endpointOf(shareInstalment)];
  const html = docsPage(declarations, () => [], z.toJSONSchema);
  expect(html.indexOf('id="start"')).toBeLessThan(html.indexOf('id="repayments"'));
  expect(html.indexOf('id="payments"')).toBeLessThan(html.indexOf('id="repayments"'));
  expect(html).toContain('curl -X POST "$API/api/v1/payments/{id}/repayments"');
  expect(html).toContain('idempotency-key: $(uuidgen)');
});

test('no line of the quick start is longer than the page is wide', () => {
  const lines = QUICK_START.flatMap(([, text]) => text.split('\n'));
  expect(lines.filter((line) => line.length > 96)).toEqual([]);
});

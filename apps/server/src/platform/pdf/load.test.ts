import { availableParallelism } from 'node:os';
import { expect, test } from 'vitest';
import { createPdf } from './document.ts';

const options = {
  title: 'Statement',
  language: 'en',
  foot: 'Mohlat',
  pageLabel: 'Page {page} of {pages}',
  createdAt: new Date('2026-11-20T10:00:00Z'),
} as const;

/** A statement of many pages. */
function longPdf(): Promise<Buffer> {
  const pdf = createPdf(options);
  const columns = [
    { label: 'Day', share: 0.5 },
    { label: 'Amount', share: 0.5 },
  ];
  pdf.table(
    columns,
    Array.from({ length: 400 }, (_, day) => [`day ${day}`, `₹${day}`]),
  );
  return pdf.end();
}

test('a long document costs the thread of the event loop next to nothing', async () => {
  const [mine, everybodys] = [process.threadCpuUsage(), process.cpuUsage()];
  await longPdf();
  const share = process.threadCpuUsage(mine).user / process.cpuUsage(everybodys).user;
  expect(share).toBeLessThan(0.3);
});

test('of more documents than there is room for, the ones beyond are told busy and the others are drawn', async () => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => longPdf()));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  // All ask before the first is drawn: each thread has one, and 32 wait.
  const threads = Math.max(1, Math.min(2, availableParallelism() - 1));
  expect(refused).toHaveLength(60 - 32 - threads);
  for (const one of refused) expect(one).toMatchObject({ reason: { code: 'busy' } });
  // A later request finds room again.
  expect((await longPdf()).length).toBeGreaterThan(10_000);
});

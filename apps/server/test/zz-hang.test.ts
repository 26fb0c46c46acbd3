import { expect, test } from 'vitest';
import { startTestServer } from './harness.ts';
import { Person } from './person.ts';
test('diag', async () => {
  const t0 = performance.now();
  const server = await startTestServer();
  process.stdout.write(`start ${performance.now() - t0}\n`);
  const p = await new Person(server).ready();
  process.stdout.write(`ready ${performance.now() - t0}\n`);
  const done = server.stop().then(() => process.stdout.write(`stopped ${performance.now() - t0}\n`));
  const timer = setTimeout(() => { process.stdout.write(process.getActiveResourcesInfo().join(',') + '\n' + server.logText().slice(-3000)); }, 8000);
  await done; clearTimeout(timer);
}, 60000);

// Stands in for a rehearsal that is told to stop (leaving.test.ts): three things are open, one of them cannot be closed, and the work
// fails as soon as the first is gone.
import { closesWithProcess, leaveOnSignals, unlessLeaving } from './leaving.ts';

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
const tell = (line: string) => process.stdout.write(`${line}\n`);

leaveOnSignals();
const { promise, reject } = Promise.withResolvers<void>();
closesWithProcess(async () => {
  await later(20);
  tell('database closed');
});
const closeEarly = closesWithProcess(async () => void tell('load closed'));
closesWithProcess(() => Promise.reject(new Error('cannot be closed')));
closesWithProcess(async () => {
  tell('fleet closed');
  reject(new Error('the fleet is gone'));
});
await closeEarly();
setInterval(() => {}, 1000);
tell('open');
await unlessLeaving(promise);

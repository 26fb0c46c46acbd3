// One busy process beside a run. It ends with the process that started it: the channel between them closes in every way of ending.
const SLICE_MS = 50;

process.once('disconnect', () => process.exit());
// Ctrl-C reaches the whole group; the starter ends the load, so that a run can finish its own clean-up under it.
process.on('SIGINT', () => undefined);

function spin(): void {
  const until = performance.now() + SLICE_MS;
  while (performance.now() < until);
  // Between slices the process hears that its channel closed.
  setImmediate(spin);
}
spin();

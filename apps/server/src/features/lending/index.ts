export { loadBorrowers, loadDayFacts } from './load.ts';
export { sourceName } from './source-names.ts';

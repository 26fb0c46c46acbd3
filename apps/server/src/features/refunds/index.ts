export { startRefunds } from './refunds.repo.ts';

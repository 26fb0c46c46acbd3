export { IS_WAITING } from './collections.answers.repo.ts';

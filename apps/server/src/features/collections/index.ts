export { IS_WAITING } from './chargebacks/answers.repo.ts';

export { registerCredit } from './credit.routes.ts';
export { createCreditService } from './credit.service.ts';

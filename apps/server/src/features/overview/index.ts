export { BILL_FIGURES } from './overview.rules.ts';
export { registerOverview } from './overview.routes.ts';
export { createOverviewService, sweepOverview } from './overview.service.ts';

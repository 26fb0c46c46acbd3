export { colleagueBlockApproval, unblockApproval } from './users.block.ts';
export { registerUsers } from './users.routes.ts';

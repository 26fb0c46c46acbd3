import type { Feature } from '#features/feature.ts';
import { colleagueBlockApproval, unblockApproval } from './users.block.ts';
import { registerUsers } from './users.routes.ts';

export const users: Feature = {
  name: 'users',
  routes: registerUsers,
  approvals: (parts) => [unblockApproval(parts), colleagueBlockApproval(parts)],
};

import type { Feature } from '#features/feature.ts';
import { settingsApproval, settingsWithdrawalApproval } from './settings-desk.approval.ts';
import { registerSettingsDesk } from './settings-desk.routes.ts';
import { createSettingsDeskService } from './settings-desk.service.ts';

export const settingsDesk: Feature = {
  name: 'settings-desk',
  routes: (endpoints, parts) => registerSettingsDesk(endpoints, createSettingsDeskService(parts), parts),
  approvals: (parts) => [settingsApproval(parts), settingsWithdrawalApproval(parts)],
};

export { settingsApproval, settingsWithdrawalApproval } from './settings-desk.approval.ts';
export { registerSettingsDesk } from './settings-desk.routes.ts';
export { createSettingsDeskService } from './settings-desk.service.ts';

import { declareCall } from './endpoint.ts';
import { STAFF_ROLES } from './staff-roles.ts';

/** The bounds of what an owner may set; the server refuses values outside them. Rule: LEND-S6 */
export const SETTING_BOUNDS = {
  feePercentMax: 5,
  feeMaxPaise: 500_000,
  annualRatePercentMax: 36,
  dueDaysMin: 7,
  dueDaysMax: 60,
  coolingOffDaysMin: 1,
  /** An EMI falls due after 28 days at the earliest; the window is over before. Rule: LEND-8 */
  coolingOffDaysMax: 27,
  lateGraceDaysMax: 15,
  lateChargePaiseMax: 100_000,
  lateCapPercentMax: 30,
  cashbackPercentMax: 5,
  rewardPaiseMax: 1_000_000,
  limitPaiseMax: 50_000_000,
  incomePaiseMax: 1_000_000_000,
  floatPaiseMax: 1_000_000_000_000,
} as const;

/** Reminders a person may refuse; the others are what the rules ask us to say and cannot be left out. */
export const OPTIONAL_REMINDERS = [
  'before_7',
  'before_3',
  'before_1',
  'due_morning',
  'due_evening',
  'late_7',
  'late_15',
  'late_25',
] as const;

export const SETTINGS_STATES = ['past', 'in_force', 'scheduled', 'withdrawn'] as const;

export const getAdminSettings = declareCall({
  name: 'getAdminSettings',
  method: 'GET',
  path: '/admin/settings',
  access: 'admin',
  roles: STAFF_ROLES,
});

export const listSettingsVersions = declareCall({
  name: 'listSettingsVersions',
  method: 'GET',
  path: '/admin/settings/versions',
  access: 'admin',
  roles: STAFF_ROLES,
});

export const putSettings = declareCall({
  name: 'putSettings',
  method: 'PUT',
  path: '/admin/settings',
  access: 'admin',
  roles: ['admin', 'finance'],
  stepUp: true,
});

export const withdrawSettings = declareCall({
  name: 'withdrawSettings',
  method: 'POST',
  path: '/admin/settings/versions/{version}/withdraw',
  access: 'admin',
  roles: ['admin', 'finance'],
  stepUp: true,
});

/** Staff may pause these at once. Enquiries, and what people pay by themselves, go on. Rule: LEND-18 */
export const PAUSABLE = ['bill_payments', 'debits'] as const;
export type Pausable = (typeof PAUSABLE)[number];

export const putPause = declareCall({
  name: 'putPause',
  method: 'PUT',
  path: '/admin/settings/pauses/{capability}',
  access: 'admin',
  roles: ['admin', 'finance'],
  stepUp: true,
});

/** Bills the preview prices: a small one, the specification's own example, a large one. */
export const PREVIEW_BILLS_PAISE = [200_000, 1_500_000, 10_000_000] as const;

export const previewSettings = declareCall({
  name: 'previewSettings',
  method: 'POST',
  path: '/admin/settings/preview',
  access: 'admin',
  roles: ['admin', 'finance'],
  stepUp: false,
});

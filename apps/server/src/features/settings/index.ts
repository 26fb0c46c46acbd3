export { type LenderIdentity, readLender } from './lender.ts';
export { type PlanSetting, type Settings, settingsAt, settingsOfVersion } from './settings.ts';

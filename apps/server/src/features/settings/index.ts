export { type LenderIdentity, readLender } from './lender.ts';
export {
  lateOf,
  type PlanSetting,
  readSettings,
  type Settings,
  settingsAt,
  settingsOfVersion,
} from './settings.ts';

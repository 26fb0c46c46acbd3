export { type LenderIdentity, readLender } from './lender.ts';
export {
  INCOME_BY_ONE_PAISE,
  lateOf,
  type PlanSetting,
  readSettings,
  type Settings,
  settingsAt,
  settingsOfVersion,
} from './settings.ts';

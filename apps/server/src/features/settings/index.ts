export { type LenderIdentity, readLender } from './lender.ts';
export {
  feeParamsOf,
  INCOME_BY_ONE_PAISE,
  lateOf,
  lateTermsOf,
  type PlanSetting,
  readSettings,
  type Settings,
  settingsAt,
  settingsInOrder,
  settingsOfVersion,
  settingsOfVersions,
  type SoldAs,
  storedSettings,
} from './settings.ts';

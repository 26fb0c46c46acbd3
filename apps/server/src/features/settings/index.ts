export { type LenderIdentity, lenderLine, readLender } from './lender.ts';
export {
  feeParamsOf,
  isPaused,
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

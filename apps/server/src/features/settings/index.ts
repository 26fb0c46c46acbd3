export { type LenderIdentity, lenderLine, readLender } from './lender.ts';
export { isPaused } from './pauses.ts';
export {
  feeParamsOf,
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

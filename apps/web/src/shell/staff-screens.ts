import { STAFF_FEATURES } from '../features/all-staff.ts';
import { screensOf } from './screens.ts';

/** The staff's pages. Apart from `screens.ts`, so that no customer fetches what stands in them. */
export const STAFF_SCREENS = screensOf(STAFF_FEATURES);

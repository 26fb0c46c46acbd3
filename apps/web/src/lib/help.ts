import { to } from './addresses.ts';

/** The page that helps, from anywhere in the app. */
export const HELP = to('/dashboard/help');
/** Its short address, for pages that do not know who is signed in. */
export const SHORT_HELP = to('/help');

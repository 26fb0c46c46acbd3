import { auth } from './auth/auth.feature.ts';
import { credit } from './credit/credit.feature.ts';
import { me } from './me/me.feature.ts';
import { payments } from './payments/payments.feature.ts';
import { privacy } from './privacy/privacy.feature.ts';
import { repayments } from './repayments/repayments.feature.ts';
import { rewards } from './rewards/rewards.feature.ts';
import { security } from './security/security.feature.ts';
import { support } from './support/support.feature.ts';
import type { ScreenFeature } from './feature.ts';

/** Every feature with screens of its own. To delete one, delete its folder and its two lines here. */
export const FEATURES = [
  auth,
  credit,
  me,
  payments,
  privacy,
  repayments,
  rewards,
  security,
  support,
] as const satisfies readonly ScreenFeature[];

import { auth } from './auth/auth.feature.ts';
import { bankAccounts } from './bank-accounts/bank-accounts.feature.ts';
import { cards } from './cards/cards.feature.ts';
import { credit } from './credit/credit.feature.ts';
import { hardships } from './hardships/hardships.feature.ts';
import { kyc } from './kyc/kyc.feature.ts';
import { me } from './me/me.feature.ts';
import { payments } from './payments/payments.feature.ts';
import { privacy } from './privacy/privacy.feature.ts';
import { referrals } from './referrals/referrals.feature.ts';
import { repayLinks } from './repay-links/repay-links.feature.ts';
import { repayments } from './repayments/repayments.feature.ts';
import { rewards } from './rewards/rewards.feature.ts';
import { security } from './security/security.feature.ts';
import { status } from './status/status.feature.ts';
import { support } from './support/support.feature.ts';
import { testimonials } from './testimonials/testimonials.feature.ts';
import type { ScreenFeature } from './feature.ts';

/** Every feature with screens of its own, or parts of others' screens. To delete one, delete its folder and its two lines here. */
export const FEATURES = [
  auth,
  bankAccounts,
  cards,
  credit,
  hardships,
  kyc,
  me,
  payments,
  privacy,
  referrals,
  repayLinks,
  repayments,
  rewards,
  security,
  status,
  support,
  testimonials,
] as const satisfies readonly ScreenFeature[];

import { SIGN_IN_SEALED } from '#features/sign-in/index.ts';
import type { Figure } from '#platform/figures/figures.ts';
import { PLATFORM_SEALED, type SealedPlace } from '#platform/crypto/sealed-places.ts';
import { approvals } from './approvals/approvals.feature.ts';
import { audit } from './audit/audit.feature.ts';
import { bankAccounts } from './bank-accounts/bank-accounts.feature.ts';
import { bankMovements } from './bank-movements/bank-movements.feature.ts';
import { booksDesk } from './books-desk/books-desk.feature.ts';
import { bureauReports } from './bureau-reports/bureau-reports.feature.ts';
import { cards } from './cards/cards.feature.ts';
import { collections } from './collections/collections.feature.ts';
import { contacts } from './contacts/contacts.feature.ts';
import { credit } from './credit/credit.feature.ts';
import { documents } from './documents/documents.feature.ts';
import { endOfDay } from './end-of-day/end-of-day.feature.ts';
import { evidence } from './evidence/evidence.feature.ts';
import { float } from './float/float.feature.ts';
import { hardships } from './hardships/hardships.feature.ts';
import { kyc } from './kyc/kyc.feature.ts';
import { lending } from './lending/lending.feature.ts';
import { live } from './live/live.feature.ts';
import { losses } from './losses/losses.feature.ts';
import { mandates } from './mandates/mandates.feature.ts';
import { me } from './me/me.feature.ts';
import { notifications } from './notifications/notifications.feature.ts';
import { overview } from './overview/overview.feature.ts';
import { payments } from './payments/payments.feature.ts';
import { paymentsDesk } from './payments-desk/payments-desk.feature.ts';
import { preferences } from './preferences/preferences.feature.ts';
import { pricing } from './pricing/pricing.feature.ts';
import { privacy } from './privacy/privacy.feature.ts';
import { reconciliation } from './reconciliation/reconciliation.feature.ts';
import { referrals } from './referrals/referrals.feature.ts';
import { refunds } from './refunds/refunds.feature.ts';
import { reminders } from './reminders/reminders.feature.ts';
import { repayLinks } from './repay-links/repay-links.feature.ts';
import { repayments } from './repayments/repayments.feature.ts';
import { restores } from './restores/restores.feature.ts';
import { reviews } from './reviews/reviews.feature.ts';
import { rewards } from './rewards/rewards.feature.ts';
import { settingsDesk } from './settings-desk/settings-desk.feature.ts';
import { staff } from './staff/staff.feature.ts';
import { status } from './status/status.feature.ts';
import { support } from './support/support.feature.ts';
import { testimonials } from './testimonials/testimonials.feature.ts';
import { users } from './users/users.feature.ts';
import { watching } from './watching/watching.feature.ts';
import { webhooks } from './webhooks/webhooks.feature.ts';
import type { Feature } from './feature.ts';
import type { RepaymentCover } from './repayments/cover.ts';
import type { Ending, HeldTable } from './personal-data.ts';

/**
 * Every feature of the product. To delete one, delete its folder and its line here. A feature stands after those whose
 * rows its rows hang on: erasing goes from the end to the beginning, and a test holds the order against the database.
 */
export const FEATURES: readonly Feature[] = [
  me,
  privacy,
  kyc,
  reviews,
  credit,
  bankAccounts,
  bankMovements,
  cards,
  payments,
  lending,
  bureauReports,
  endOfDay,
  reconciliation,
  evidence,
  documents,
  hardships,
  repayments,
  repayLinks,
  collections,
  contacts,
  referrals,
  rewards,
  refunds,
  mandates,
  losses,
  approvals,
  staff,
  users,
  audit,
  overview,
  paymentsDesk,
  booksDesk,
  restores,
  settingsDesk,
  support,
  testimonials,
  notifications,
  pricing,
  preferences,
  reminders,
  float,
  live,
  webhooks,
  watching,
  status,
];

/** Every table that holds rows of a person. A test compares the list with the database. */
export const HELD_TABLES: readonly HeldTable[] = FEATURES.flatMap(({ personalData }) => personalData ?? []);

/** Everything that ends with an account. */
export const ENDINGS: readonly Ending[] = FEATURES.flatMap(({ ending }) => ending ?? []);

/** Every sealed place. A test compares the list with the database. */
export const SEALED_PLACES: readonly SealedPlace[] = [
  ...PLATFORM_SEALED,
  ...SIGN_IN_SEALED,
  ...FEATURES.flatMap(({ sealed }) => sealed ?? []),
];

/** Pays a part of a repayment without money, where a feature does. */
export const COVER: RepaymentCover | undefined = FEATURES.find(({ cover }) => cover)?.cover;

/** Every figure that a worker reads. Alerts and dashboards name them. */
export const FIGURES: readonly Figure[] = FEATURES.flatMap(({ figures }) => figures ?? []);

import { approvals } from './admin-approvals/approvals.feature.ts';
import { audit } from './admin-audit/audit.feature.ts';
import { bankMovements } from './admin-bank-movements/bank-movements.feature.ts';
import { books } from './admin-books/books.feature.ts';
import { bureauReports } from './admin-bureau-reports/bureau-reports.feature.ts';
import { hardships } from './admin-hardships/hardships.feature.ts';
import { limits } from './admin-limits/limits.feature.ts';
import { overview } from './admin-overview/overview.feature.ts';
import { payments } from './admin-payments/payments.feature.ts';
import { reconciliation } from './admin-reconciliation/reconciliation.feature.ts';
import { restores } from './admin-restores/restores.feature.ts';
import { reviews } from './admin-reviews/reviews.feature.ts';
import { settings } from './admin-settings/settings.feature.ts';
import { support } from './admin-support/support.feature.ts';
import { testimonials } from './admin-testimonials/testimonials.feature.ts';
import { users } from './admin-users/users.feature.ts';
import type { ScreenFeature } from './feature.ts';

/** Every feature with pages for staff. Fetched with the first step below `/admin`, so that no customer fetches it. */
export const STAFF_FEATURES = [
  approvals,
  audit,
  bankMovements,
  books,
  bureauReports,
  hardships,
  limits,
  overview,
  payments,
  reconciliation,
  restores,
  reviews,
  settings,
  support,
  testimonials,
  users,
] as const satisfies readonly ScreenFeature[];

import {
  getAdminSettings,
  getBooks,
  getOverview,
  listAdminPayments,
  listApprovals,
  listAudit,
  listBreaks,
  listHardships,
  listReinstatements,
  listReviews,
  listSupportMessages,
  listUsers,
  type Endpoint,
} from '@mohlat/contract';
import { clsx } from 'clsx';
import {
  BadgeCheck,
  BookOpen,
  CreditCard,
  Gauge,
  HeartHandshake,
  House,
  LifeBuoy,
  Scale,
  ScrollText,
  Settings,
  Stamp,
  Users,
  type LucideIcon,
} from 'lucide-react';
import { NavLink, useLocation } from 'react-router';
import { useStaff } from '../lib/admin/staff.ts';
import type { AdminShellWords } from './admin.words.en.ts';

interface Destination {
  readonly to: string;
  readonly word: keyof AdminShellWords['nav'];
  readonly Icon: LucideIcon;
  /** What the page reads: who may not call it does not see the page. */
  readonly reads: Pick<Endpoint, 'roles'>;
  readonly isExact?: true;
  /** Where what it lists has pages of another address. */
  readonly also?: string;
}

/** Only pages that exist: a line here comes with its line in admin-routes.tsx. */
const STAFF_MENU: readonly Destination[] = [
  { to: '/admin', word: 'dashboard', Icon: House, reads: getOverview, isExact: true },
  { to: '/admin/users', word: 'users', Icon: Users, reads: listUsers },
  { to: '/admin/payments', word: 'payments', Icon: CreditCard, reads: listAdminPayments },
  { to: '/admin/approvals', word: 'approvals', Icon: Stamp, reads: listApprovals },
  { to: '/admin/kyc', word: 'reviews', Icon: BadgeCheck, reads: listReviews },
  { to: '/admin/limits', word: 'limits', Icon: Gauge, reads: listReinstatements },
  { to: '/admin/hardships', word: 'hardships', Icon: HeartHandshake, reads: listHardships },
  {
    to: '/admin/reconciliation',
    word: 'reconciliation',
    Icon: Scale,
    reads: listBreaks,
    also: '/admin/chargebacks/',
  },
  { to: '/admin/support', word: 'support', Icon: LifeBuoy, reads: listSupportMessages },
  { to: '/admin/settings', word: 'settings', Icon: Settings, reads: getAdminSettings },
  { to: '/admin/books', word: 'books', Icon: BookOpen, reads: getBooks },
  { to: '/admin/audit', word: 'audit', Icon: ScrollText, reads: listAudit },
];

interface AdminNavigationProps {
  readonly words: AdminShellWords;
  readonly onNavigate?: () => void;
}

/** What the caller's roles allow, in the sidebar and in the menu of a phone. */
export function AdminNavigation({ words, onNavigate }: AdminNavigationProps) {
  const { may } = useStaff();
  const { pathname } = useLocation();
  return (
    <nav aria-label={words.menu} className="flex flex-col max-md:gap-1">
      {STAFF_MENU.filter(({ reads }) => may(reads)).map(({ to, word, Icon, isExact = false, also }) => (
        <NavLink
          key={to}
          to={to}
          end={isExact}
          onClick={onNavigate}
          className={({ isActive }) =>
            clsx(
              'flex min-h-11 items-center gap-3 rounded-button px-3 transition-colors md:min-h-10',
              isActive || (also !== undefined && pathname.startsWith(also))
                ? 'bg-brand-soft font-semibold text-brand-ink'
                : 'text-ink-2 hover:bg-sunken hover:text-ink',
            )
          }
        >
          <Icon aria-hidden="true" className="size-5 shrink-0" />
          {words.nav[word]}
        </NavLink>
      ))}
    </nav>
  );
}

import { clsx } from 'clsx';
import {
  BadgeCheck,
  CreditCard,
  Gift,
  House,
  LifeBuoy,
  ListChecks,
  ReceiptText,
  User,
  type LucideIcon,
} from 'lucide-react';
import { NavLink, useLocation } from 'react-router';
import type { ShellWords } from './words.en.ts';

interface Destination {
  readonly to: string;
  readonly word: keyof ShellWords['nav'];
  readonly Icon: LucideIcon;
  /** Active on this path only, not below it. */
  readonly isExact?: boolean;
}

/**
 * Only screens that exist: a line here comes with its line in routes.tsx. What a thumb should reach stands in BOTTOM_BAR
 * as well; a menu for the staff would be a second list, drawn below this one.
 */
const USER_MENU: readonly Destination[] = [
  { to: '/dashboard', word: 'dashboard', Icon: House, isExact: true },
  { to: '/dashboard/pay-bill', word: 'payBill', Icon: CreditCard },
  { to: '/dashboard/payments', word: 'payments', Icon: ListChecks },
  { to: '/dashboard/transactions', word: 'transactions', Icon: ReceiptText },
  { to: '/dashboard/rewards', word: 'rewards', Icon: Gift },
  { to: '/dashboard/profile', word: 'profile', Icon: User },
  { to: '/dashboard/kyc-verification', word: 'kyc', Icon: BadgeCheck },
  { to: '/dashboard/help', word: 'help', Icon: LifeBuoy },
];

const BOTTOM_BAR: readonly Destination[] = [
  { to: '/dashboard', word: 'dashboard', Icon: House, isExact: true },
  { to: '/dashboard/pay-bill', word: 'pay', Icon: CreditCard },
  { to: '/dashboard/transactions', word: 'history', Icon: ReceiptText },
  { to: '/dashboard/rewards', word: 'rewards', Icon: Gift },
];

interface NavigationProps {
  readonly words: ShellWords;
  readonly onNavigate?: () => void;
}

/** The same list in the sidebar and in the slide-out menu. */
export function Navigation({ words, onNavigate }: NavigationProps) {
  return (
    <nav aria-label={words.nav.main} className="flex flex-col gap-1">
      {USER_MENU.map((destination) => (
        <MenuLink key={destination.to} destination={destination} words={words} onNavigate={onNavigate} />
      ))}
    </nav>
  );
}

interface MenuLinkProps {
  readonly destination: Destination;
  readonly words: ShellWords;
  readonly onNavigate: (() => void) | undefined;
}

function MenuLink({ destination, words, onNavigate }: MenuLinkProps) {
  const { to, word, Icon, isExact = false } = destination;
  return (
    <NavLink
      to={to}
      end={isExact}
      onClick={onNavigate}
      className={({ isActive }) =>
        clsx(
          'flex min-h-11 items-center gap-3 rounded-button px-3 transition-colors',
          isActive
            ? 'bg-brand-soft font-semibold text-brand-ink'
            : 'text-ink-2 hover:bg-sunken hover:text-ink',
        )
      }
    >
      <Icon aria-hidden="true" className="size-5 shrink-0" />
      {words.nav[word]}
    </NavLink>
  );
}

/** Forms in steps: their main button has the foot of a phone to itself. */
const WIZARDS = new Set(['/dashboard/pay-bill', '/dashboard/kyc-verification']);

/** The four places a thumb reaches; everything else is in the menu. Out of the way of steps and of the keyboard. */
export function BottomBar({ words }: { readonly words: ShellWords }) {
  const { pathname } = useLocation();
  if (WIZARDS.has(pathname)) return null;
  return (
    <nav
      aria-label={words.nav.quick}
      className="yields-to-typing safe-bottom fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface md:hidden print:hidden"
    >
      <ul className="grid grid-cols-4">
        {BOTTOM_BAR.map(({ to, word, Icon, isExact = false }) => (
          <li key={to}>
            <NavLink
              to={to}
              end={isExact}
              className={({ isActive }) =>
                clsx(
                  'flex min-h-14 flex-col items-center justify-center gap-0.5 bar-word',
                  isActive ? 'font-semibold text-brand-ink' : 'text-ink-2',
                )
              }
            >
              <Icon aria-hidden="true" className="size-5" />
              {word === 'dashboard' ? words.home : words.nav[word]}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

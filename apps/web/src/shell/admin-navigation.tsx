import { clsx } from 'clsx';
import { NavLink, useLocation } from 'react-router';
import { useStaff } from '../lib/admin/staff.ts';
import { useLanguage } from '../lib/i18n.tsx';
import type { AdminShellWords } from './admin.words.en.ts';
import { menuOf } from './screens.ts';
import { STAFF_SCREENS } from './staff-screens.ts';

const MENU = menuOf(STAFF_SCREENS, 'menu');

interface AdminNavigationProps {
  readonly words: AdminShellWords;
  readonly onNavigate?: () => void;
}

/** What the caller's roles allow, in the sidebar and in the menu of a phone. */
export function AdminNavigation({ words, onNavigate }: AdminNavigationProps) {
  const { may } = useStaff();
  const { pathname } = useLocation();
  const { language } = useLanguage();
  return (
    <nav aria-label={words.menu} className="flex flex-col max-md:gap-1">
      {MENU.filter(({ screen }) => screen.reads && may(screen.reads)).map(({ screen, word, Icon, also }) => (
        <NavLink
          key={screen.address}
          to={screen.address}
          end={screen.address === '/admin'}
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
          {word[language]}
        </NavLink>
      ))}
    </nav>
  );
}

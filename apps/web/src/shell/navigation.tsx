import { clsx } from 'clsx';
import { NavLink, useLocation } from 'react-router';
import { useLanguage } from '../lib/i18n.tsx';
import { type Destination, menuOf, SCREENS } from './screens.ts';
import type { ShellWords } from './shell.words.ts';
import { to } from '../lib/addresses.ts';

const MENU = menuOf(SCREENS, 'menu');
const BAR = menuOf(SCREENS, 'bar');
/** The dashboard itself stands above every other address: its entry is lit on its own page alone. */
const isExact = (address: string) => address === to('/dashboard');

interface NavigationProps {
  readonly words: ShellWords;
  readonly onNavigate?: () => void;
}

/** The same list in the sidebar and in the slide-out menu. */
export function Navigation({ words, onNavigate }: NavigationProps) {
  return (
    <nav aria-label={words.nav.main} className="flex flex-col gap-1">
      {MENU.map((destination) => (
        <MenuLink key={destination.screen.address} destination={destination} onNavigate={onNavigate} />
      ))}
    </nav>
  );
}

interface MenuLinkProps {
  readonly destination: Destination;
  readonly onNavigate: (() => void) | undefined;
}

function MenuLink({ destination, onNavigate }: MenuLinkProps) {
  const { screen, word, Icon } = destination;
  const { language } = useLanguage();
  return (
    <NavLink
      to={screen.address}
      end={isExact(screen.address)}
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
      {word[language]}
    </NavLink>
  );
}

/** The four places a thumb reaches; everything else is in the menu. Out of the way of steps and of the keyboard. */
export function BottomBar({ words }: { readonly words: ShellWords }) {
  const { pathname } = useLocation();
  const { language } = useLanguage();
  if (SCREENS.some(({ address, isWizard }) => isWizard && address === pathname)) return null;
  return (
    <nav
      aria-label={words.nav.quick}
      className="yields-to-typing safe-bottom fixed inset-x-0 bottom-0 z-30 border-t border-line bg-surface md:hidden print:hidden"
    >
      <ul className="grid grid-cols-4">
        {BAR.map(({ screen, word, Icon }) => (
          <li key={screen.address}>
            <NavLink
              to={screen.address}
              end={isExact(screen.address)}
              className={({ isActive }) =>
                clsx(
                  'flex min-h-14 flex-col items-center justify-center gap-0.5 bar-word',
                  isActive ? 'font-semibold text-brand-ink' : 'text-ink-2',
                )
              }
            >
              <Icon aria-hidden="true" className="size-5" />
              {word[language]}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}

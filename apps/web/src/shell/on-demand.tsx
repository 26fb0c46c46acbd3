import { useIsFetching } from '@tanstack/react-query';
import { Menu as MenuIcon } from 'lucide-react';
import { lazy, startTransition, Suspense, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { inItsTurn } from '../lib/in-its-turn.ts';
import { whenIdle } from '../ui/when-idle.ts';
import { IconButton } from '../ui/button.tsx';
import { BadgeButton, BellButton } from './badge-button.tsx';
import { useShellWords } from './shell.words.ts';

const loadBell = inItsTurn(() => import('./notifications-bell.tsx'));
const loadUserMenu = inItsTurn(() => import('./user-menu.tsx'));
const loadPhoneMenu = inItsTurn(() => import('./phone-menu.tsx'));
const NotificationsBell = lazy(() => loadBell().then((module) => ({ default: module.NotificationsBell })));
const UserMenu = lazy(() => loadUserMenu().then((module) => ({ default: module.UserMenu })));
const PhoneMenu = lazy(() => loadPhoneMenu().then((module) => ({ default: module.PhoneMenu })));

/** The bell is there at once; what it opens comes when a finger or the focus is on it, and opens with the press. */
export function BellOnDemand() {
  const [isWanted, setIsWanted] = useState(false);
  const waiting = (
    <BellButton
      aria-haspopup="dialog"
      onPointerEnter={() => void loadBell()}
      onFocus={() => void loadBell()}
      onClick={() => setIsWanted(true)}
    />
  );
  if (!isWanted) return waiting;
  return (
    <Suspense fallback={waiting}>
      <NotificationsBell isOpenAtFirst />
    </Suspense>
  );
}

export function UserMenuOnDemand({ onLeave }: { readonly onLeave: () => void }) {
  const [isWanted, setIsWanted] = useState(false);
  const waiting = (
    <BadgeButton
      aria-haspopup="menu"
      onPointerEnter={() => void loadUserMenu()}
      onFocus={() => void loadUserMenu()}
      onClick={() => setIsWanted(true)}
    />
  );
  if (!isWanted) return waiting;
  return (
    <Suspense fallback={waiting}>
      <UserMenu isOpenAtFirst onLeave={onLeave} />
    </Suspense>
  );
}

const isPhone = () => globalThis.matchMedia?.('(width < 48rem)').matches === true;

/** Compiling it takes a slow phone longer than a finger waits: done once all that the page asked for is there. */
function useMenuAtHand(): void {
  const isAtRest = useIsFetching() === 0;
  useEffect(() => (isAtRest && isPhone() ? whenIdle(() => void loadPhoneMenu()) : undefined), [isAtRest]);
}

/** The same for the menu that slides in; a page with the sidebar never fetches it. */
export function PhoneMenuOnDemand({ onLeave }: { readonly onLeave: () => void }) {
  const words = useShellWords();
  const { pathname } = useLocation();
  useMenuAtHand();
  // The menu is open on the page where it was opened, so a change of page closes it.
  const [openAt, setOpenAt] = useState<string>();
  return (
    <>
      <IconButton
        label={words.nav.openMenu}
        aria-haspopup="dialog"
        className="md:hidden"
        onPointerEnter={() => void loadPhoneMenu()}
        onFocus={() => void loadPhoneMenu()}
        // The finger is answered first; the menu is drawn right after, without holding up the next one.
        onClick={() => startTransition(() => setOpenAt(pathname))}
      >
        <MenuIcon aria-hidden="true" className="size-5" />
      </IconButton>
      {openAt === undefined ? null : (
        <Suspense>
          <PhoneMenu
            isOpen={openAt === pathname}
            onOpenChange={(isOpen) => startTransition(() => setOpenAt(isOpen ? pathname : undefined))}
            onLeave={onLeave}
          />
        </Suspense>
      )}
    </>
  );
}

import { lazy, Suspense, useState } from 'react';
import { BadgeButton } from './badge-button.tsx';
import { BellButton } from './bell-button.tsx';

const loadBell = () => import('./notifications-bell.tsx');
const loadUserMenu = () => import('./user-menu.tsx');
const NotificationsBell = lazy(() => loadBell().then((module) => ({ default: module.NotificationsBell })));
const UserMenu = lazy(() => loadUserMenu().then((module) => ({ default: module.UserMenu })));

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

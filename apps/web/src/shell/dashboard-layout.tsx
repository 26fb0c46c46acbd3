import { useQueryClient } from '@tanstack/react-query';
import { LifeBuoy, LogOut, Menu as MenuIcon } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { logout } from '../lib/auth.ts';
import { IconButton } from '../ui/button.tsx';
import { SlideMenu } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { BottomBar, Navigation } from './navigation.tsx';
import { BellOnDemand, UserMenuOnDemand } from './on-demand.tsx';
import { SessionKeeper } from './session-keeper.tsx';
import { useShellWords } from './shell.words.ts';
import { LanguageSwitch, ThemeSwitch } from './switches.tsx';

function useLogout(): () => void {
  const words = useShellWords();
  const client = useQueryClient();
  return () => {
    void logout().then((problem) => {
      if (problem !== undefined) {
        toast.error(words.logoutFailed, problem);
        return;
      }
      client.clear();
      sessionStorage.clear();
      globalThis.location.assign('/');
    });
  };
}

/** Sidebar from 768 px; below it a slide-out menu and the bottom bar. */
export function Component() {
  const words = useShellWords();
  const leave = useLogout();
  return (
    <div className="md:grid md:min-h-dvh md:grid-cols-shell">
      <a
        href="#content"
        className="sr-only z-50 rounded-button bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {words.skipToContent}
      </a>
      <aside className="sticky top-0 flex h-dvh w-60 flex-col border-r border-line bg-surface px-3 pb-4 max-md:hidden print:hidden">
        <a href="/" className="flex h-16 items-center rounded-chip px-3">
          <Wordmark name={words.productName} />
        </a>
        <div className="min-h-0 flex-1 overflow-y-auto">
          <Navigation words={words} />
        </div>
        <ThemeSwitch />
        <LogoutButton onLeave={leave} label={words.logout} />
      </aside>
      <div className="min-w-0 pb-20 md:pb-0 print:pb-0">
        <TopBar onLeave={leave} />
        <main id="content" tabIndex={-1} className="gutter mx-auto w-full max-w-page pt-4 pb-12 md:pt-8">
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <BottomBar words={words} />
      <SessionKeeper />
    </div>
  );
}

function LogoutButton({ onLeave, label }: { readonly onLeave: () => void; readonly label: string }) {
  return (
    <button
      type="button"
      onClick={onLeave}
      className="mt-3 flex min-h-11 items-center gap-3 rounded-button px-3 text-ink-2 hover:bg-sunken hover:text-ink"
    >
      <LogOut aria-hidden="true" className="size-5" />
      {label}
    </button>
  );
}

function TopBar({ onLeave }: { readonly onLeave: () => void }) {
  const words = useShellWords();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  // The menu is open on the page where it was opened, so a change of page closes it.
  const [menuPath, setMenuPath] = useState<string>();
  return (
    <header className="sticky top-0 z-30 flex min-h-14 flex-wrap items-center border-b border-line bg-surface px-1.5 md:min-h-16 md:gap-x-1 md:bg-canvas md:px-6 print:hidden">
      <IconButton label={words.nav.openMenu} className="md:hidden" onClick={() => setMenuPath(pathname)}>
        <MenuIcon aria-hidden="true" className="size-5" />
      </IconButton>
      <a href="/" className="inline-flex min-h-11 items-center rounded-chip px-1 md:hidden">
        <Wordmark name={words.productName} isShortWhenNarrow />
      </a>
      <div className="ml-auto flex flex-wrap items-center">
        <LanguageSwitch />
        <IconButton label={words.help} onClick={() => void navigate('/dashboard/help')}>
          <LifeBuoy aria-hidden="true" className="size-5" />
        </IconButton>
        <BellOnDemand />
        <UserMenuOnDemand onLeave={onLeave} />
      </div>
      <SlideMenu
        isOpen={menuPath === pathname}
        onOpenChange={(isOpen) => setMenuPath(isOpen ? pathname : undefined)}
        title={words.nav.menu}
        closeLabel={words.close}
        header={<Wordmark name={words.productName} />}
      >
        <Navigation words={words} onNavigate={() => setMenuPath(undefined)} />
        <div className="mt-auto flex flex-col gap-2 pt-6">
          <ThemeSwitch />
          <LogoutButton onLeave={onLeave} label={words.logout} />
        </div>
      </SlideMenu>
    </header>
  );
}

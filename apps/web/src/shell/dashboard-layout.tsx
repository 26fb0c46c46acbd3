import { LifeBuoy } from 'lucide-react';
import { Suspense } from 'react';
import { Outlet, useNavigate } from 'react-router';
import { PartsProvider } from '../lib/parts.tsx';
import { useWide } from '../ui/use-wide.ts';
import { IconButton } from '../ui/button.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { BottomBar, Navigation } from './navigation.tsx';
import { BellOnDemand, PhoneMenuOnDemand, UserMenuOnDemand } from './on-demand.tsx';
import { PARTS } from './screens.ts';
import { SessionKeeper } from './session-keeper.tsx';
import { useShellWords } from './shell.words.ts';
import { LanguageSwitch, ThemeSwitch } from './switches.tsx';
import { useLogout, LogoutButton } from './logout-button.tsx';
import { HELP } from '../lib/addresses.ts';

/** Sidebar from 768 px; below it a slide-out menu and the bottom bar. */
export function Component() {
  const words = useShellWords();
  const isWide = useWide();
  const leave = useLogout();
  return (
    <div className="md:grid md:min-h-page md:grid-cols-shell md:overflow-y-clip">
      <a
        href="#content"
        className="sr-only z-50 rounded-button bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {words.skipToContent}
      </a>
      {isWide ? <Sidebar onLeave={leave} /> : null}
      <div className="min-w-0 pb-20 md:pb-0 print:pb-0">
        <TopBar onLeave={leave} />
        {/* Paper says whose it is. */}
        <p className="gutter hidden pt-4 print:block">
          <Wordmark name={words.productName} />
        </p>
        <main id="content" tabIndex={-1} className="gutter mx-auto w-full max-w-page pt-4 pb-12 md:pt-8">
          <PartsProvider value={PARTS}>
            <Suspense>
              <Outlet />
            </Suspense>
          </PartsProvider>
        </main>
      </div>
      <BottomBar words={words} />
      <SessionKeeper />
    </div>
  );
}

function Sidebar({ onLeave }: { readonly onLeave: () => void }) {
  const words = useShellWords();
  return (
    <aside className="side-bar sticky top-0 flex w-60 flex-col border-r border-line bg-surface px-3 max-md:hidden print:hidden">
      <a href="/" className="flex h-16 items-center rounded-chip px-3">
        <Wordmark name={words.productName} />
      </a>
      <div className="scrolls-on min-h-0 flex-1 overflow-y-auto">
        <Navigation words={words} />
      </div>
      <ThemeSwitch />
      <LogoutButton onLeave={onLeave} label={words.logout} />
    </aside>
  );
}

function TopBar({ onLeave }: { readonly onLeave: () => void }) {
  const words = useShellWords();
  const navigate = useNavigate();
  return (
    <header className="sticky top-0 z-30 @container flex min-h-14 flex-wrap items-center border-b border-line bg-surface px-1.5 md:min-h-16 md:gap-x-1 md:bg-canvas md:px-6 print:hidden">
      <PhoneMenuOnDemand onLeave={onLeave} />
      <a href="/" className="inline-flex min-h-11 items-center rounded-chip px-1 md:hidden">
        <Wordmark name={words.productName} isShortWhenNarrow />
      </a>
      <div className="ml-auto flex flex-wrap items-center">
        {/* Letters of twice their size leave no room for them on a phone; its menu has both. */}
        <span className="contents max-md:@max-figures:hidden">
          <LanguageSwitch />
          <IconButton label={words.help} onClick={() => void navigate(HELP)}>
            <LifeBuoy aria-hidden="true" className="size-5" />
          </IconButton>
        </span>
        <BellOnDemand />
        <UserMenuOnDemand onLeave={onLeave} />
      </div>
    </header>
  );
}

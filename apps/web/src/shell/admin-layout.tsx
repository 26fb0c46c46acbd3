import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Menu as MenuIcon, Search } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, NavLink, Outlet, useLocation } from 'react-router';
import { useAdminWords } from '../lib/admin/admin.words.ts';
import { Opening } from '../lib/admin/opening.ts';
import { staffQuery, useStaff } from '../lib/admin/staff.ts';
import { ThingPagesProvider } from '../lib/admin/thing-pages.ts';
import { ListNamesProvider } from '../lib/admin/way-back.ts';
import { ErrorFace, LoadingFace } from '../lib/faces.tsx';
import { useLanguage } from '../lib/i18n.tsx';
import { ProblemError } from '../lib/problem.ts';
import { secondFactorPath } from '../lib/return-path.ts';
import { Button, IconButton, TextLink } from '../ui/button.tsx';
import { SlideMenu } from '../ui/dialog.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { type AdminShellWords, useAdminShellWords } from './admin.words.ts';
import { NotFound } from './not-found.tsx';
import { menuOf } from './screens.ts';
import { SessionKeeper } from './session-keeper.tsx';
import { useShellWords } from './shell.words.ts';
import { LIST_NAMES, SEARCH_KINDS, STAFF_SCREENS, THING_PAGES } from './staff-screens.ts';
import { LanguageSwitch, ThemeSwitch } from './switches.tsx';
import { useLogout, LogoutButton } from './logout-button.tsx';
import { to } from '../lib/addresses.ts';

const StaffSearch = lazy(() =>
  import('../features/admin-search/search.tsx').then((module) => ({ default: module.StaffSearch })),
);

/** Everything of the staff's is found from here, by a press or by Ctrl-K (on a Mac, Command-K). */
export function SearchButton() {
  const words = useAdminShellWords();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener('keydown', open);
    return () => document.removeEventListener('keydown', open);
  }, []);
  return (
    <>
      <Button
        tone="quiet"
        size="medium"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setIsOpen(true)}
      >
        <Search aria-hidden="true" className="size-5" />
        <span className="max-md:sr-only">{words.find}</span>
        <kbd aria-hidden="true" className="text-caption text-ink-3 tabular max-md:hidden">
          Ctrl K
        </kbd>
      </Button>
      {isOpen ? (
        <Suspense>
          <StaffSearch kinds={SEARCH_KINDS} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}

/**
 * The staff's door, as the server keeps it: to anybody who is not staff these addresses do not exist; staff without a second
 * factor are sent to give it.
 */
export function Component() {
  const { pathname, search, key } = useLocation();
  const staff = useQuery(staffQuery);
  // The wait for a page that is opened by its address began with the load of its scripts.
  const [opened] = useState(() => ({ pathname, since: key === 'default' ? 0 : performance.now() }));
  const since = opened.pathname === pathname ? opened.since : undefined;
  const refusal = staff.error instanceof ProblemError ? staff.error.code : undefined;
  if (refusal === 'admin_required') return <NotFound />;
  if (refusal === 'mfa_required') return <Navigate to={secondFactorPath(pathname + search)} replace />;
  // Also while it cannot be read again, as when the session has ended: what was typed stays on the page.
  if (staff.data !== undefined)
    return (
      <Opening value={since}>
        <ThingPagesProvider value={THING_PAGES}>
          <ListNamesProvider value={LIST_NAMES}>
            <Frame />
          </ListNamesProvider>
        </ThingPagesProvider>
      </Opening>
    );
  return (
    <>
      <main className="gutter mx-auto w-full max-w-page py-12">
        {staff.isPending ? (
          <LoadingFace since={since} onRetry={() => void staff.refetch()} />
        ) : (
          <ErrorFace error={staff.error} onRetry={() => void staff.refetch()} />
        )}
      </main>
      <SessionKeeper />
    </>
  );
}

function Frame() {
  const shell = useShellWords();
  const leave = useLogout();
  return (
    <div className="md:grid md:min-h-page md:grid-cols-shell md:overflow-y-clip">
      <a
        href="#content"
        className="sr-only z-50 rounded-button bg-surface px-4 py-2 focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {shell.skipToContent}
      </a>
      <aside className="side-bar sticky top-0 flex w-60 flex-col border-r border-line bg-surface px-3 max-md:hidden print:hidden">
        <Brand />
        <div className="scrolls-on min-h-0 flex-1 overflow-y-auto">
          <Menu />
        </div>
        <Who />
        <ThemeSwitch />
        <LogoutButton onLeave={leave} label={shell.logout} />
      </aside>
      <div className="min-w-0">
        <TopBar onLeave={leave} />
        <main id="content" tabIndex={-1} className="gutter w-full pt-4 pb-12 text-dense md:pt-6">
          <Suspense>
            <Outlet />
          </Suspense>
        </main>
      </div>
      <SessionKeeper />
    </div>
  );
}

function Brand() {
  const words = useAdminShellWords();
  const shell = useShellWords();
  return (
    <a href={to('/admin')} className="flex min-h-16 flex-wrap items-center gap-x-2 rounded-chip px-3">
      <Wordmark name={shell.productName} isShortWhenNarrow />
      <span className="rounded-chip bg-brand-soft px-2 py-0.5 text-caption font-medium text-brand-ink @max-figures:sr-only">
        {words.staff}
      </span>
    </a>
  );
}

function Menu({ onNavigate }: { readonly onNavigate?: () => void }) {
  const words = useAdminShellWords();
  return <AdminNavigation words={words} {...(onNavigate ? { onNavigate } : {})} />;
}

/** Names who is logged in and with which roles, in sight however long the menu is. */
function Who() {
  const words = useAdminShellWords();
  const common = useAdminWords();
  const { data: staff } = useQuery(staffQuery);
  const roles = staff?.roles.map((role) => common.roles[role]).join(', ');
  return (
    <>
      <p className="mt-3 px-3 text-caption break-words text-ink-3">
        {staff?.name ?? staff?.email}
        <br />
        {roles || words.noRole}
      </p>
      <TextLink to={to('/dashboard')} className="mx-3 my-2 inline-flex min-h-11 items-center text-small">
        {words.toProduct}
      </TextLink>
    </>
  );
}

function TopBar({ onLeave }: { readonly onLeave: () => void }) {
  const words = useAdminShellWords();
  const shell = useShellWords();
  const { pathname } = useLocation();
  // The menu is open on the page where it was opened, so a change of page closes it.
  const [openAt, setOpenAt] = useState<string>();
  return (
    <header className="sticky top-0 z-30 @container flex min-h-14 flex-wrap items-center border-b border-line bg-surface px-1.5 md:bg-canvas md:px-6 print:hidden">
      <IconButton
        label={shell.nav.openMenu}
        aria-haspopup="dialog"
        className="md:hidden"
        onClick={() => setOpenAt(pathname)}
      >
        <MenuIcon aria-hidden="true" className="size-5" />
      </IconButton>
      <div className="md:hidden">
        <Brand />
      </div>
      <div className="ml-auto flex flex-wrap items-center">
        <SearchButton />
        {/* Letters of twice their size leave no room for it on a phone; the menu has it. */}
        <span className="contents max-md:@max-figures:hidden">
          <LanguageSwitch />
        </span>
      </div>
      <SlideMenu
        isOpen={openAt === pathname}
        onOpenChange={(isOpen) => setOpenAt(isOpen ? pathname : undefined)}
        title={words.menu}
        closeLabel={shell.close}
        header={<Wordmark name={shell.productName} />}
      >
        <Menu onNavigate={() => setOpenAt(undefined)} />
        <Who />
        <div className="mt-auto flex flex-col gap-2 pt-6">
          <span>
            <LanguageSwitch />
          </span>
          <ThemeSwitch />
          <LogoutButton onLeave={onLeave} label={shell.logout} />
        </div>
      </SlideMenu>
    </header>
  );
}

const MENU = menuOf(STAFF_SCREENS, 'menu');

interface AdminNavigationProps {
  readonly words: AdminShellWords;
  readonly onNavigate?: () => void;
}

/** The links that the caller's roles allow, in the sidebar and in the menu of a phone. */
function AdminNavigation({ words, onNavigate }: AdminNavigationProps) {
  const { may } = useStaff();
  const { pathname } = useLocation();
  const { language } = useLanguage();
  return (
    <nav aria-label={words.menu} className="flex flex-col max-md:gap-1">
      {MENU.filter(({ screen }) => screen.reads && may(screen.reads)).map(({ screen, word, Icon, also }) => (
        <NavLink
          key={screen.address}
          to={screen.address}
          end={screen.address === to('/admin')}
          onClick={onNavigate}
          className={({ isActive }) =>
            clsx(
              'flex min-h-11 items-center gap-3 rounded-button px-3 transition-colors md:min-h-7.5',
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

import { Outlet } from 'react-router';
import { Wordmark } from '../ui/wordmark.tsx';
import { SessionKeeper } from './session-keeper.tsx';
import { useShellWords } from './shell.words.ts';
import { FootSwitches, LanguageSwitch } from './switches.tsx';

/** Signed in, one task, no navigation: onboarding. */
export function Component() {
  const words = useShellWords();
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="gutter mx-auto flex h-16 w-full max-w-page items-center justify-between">
        <a href="/" className="inline-flex min-h-11 items-center rounded-chip">
          <Wordmark name={words.productName} />
        </a>
        <LanguageSwitch />
      </header>
      <main className="gutter mx-auto w-full max-w-page flex-1 pt-4 pb-16">
        <Outlet />
      </main>
      <FootSwitches />
      <SessionKeeper />
    </div>
  );
}

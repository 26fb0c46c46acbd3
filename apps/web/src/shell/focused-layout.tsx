import { Outlet } from 'react-router';
import { SessionKeeper } from './session-keeper.tsx';
import { FootSwitches, PlainHead } from './switches.tsx';

/** Signed in, one task, no navigation: onboarding. */
export function Component() {
  return (
    <div className="flex min-h-page flex-col">
      <PlainHead />
      <main className="gutter mx-auto w-full max-w-page flex-1 pt-4 pb-16">
        <Outlet />
      </main>
      <FootSwitches />
      <SessionKeeper />
    </div>
  );
}

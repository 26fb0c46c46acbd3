import { Outlet } from 'react-router';
import { FootSwitches, PlainHead } from './switches.tsx';

/** For a visitor who wants no account: one narrow page, and no word about the product beside it. */
export function Component() {
  return (
    <div className="mx-auto flex min-h-page w-full max-w-form flex-col">
      <PlainHead />
      <main className="gutter w-full flex-1 pt-4 pb-12 lg:pt-10">
        <Outlet />
      </main>
      <FootSwitches />
    </div>
  );
}

import { Outlet } from 'react-router';
import { useShellWords } from './shell.words.ts';
import { FootSwitches, PlainHead } from './switches.tsx';

/** Log in, sign up and their kin: one narrow column; on a desktop what to expect stands beside it. */
export function Component() {
  const words = useShellWords();
  return (
    <div className="flex min-h-dvh flex-col">
      <PlainHead />
      <div className="gutter mx-auto grid w-full max-w-page flex-1 grid-cols-1 items-start gap-16 pt-4 pb-16 lg:grid-cols-2 lg:pt-16">
        <main className="mx-auto w-full max-w-auth lg:ml-0">
          <Outlet />
        </main>
        <aside
          aria-label={words.auth.factsLabel}
          className="max-w-auth border-l border-line py-2 pl-10 max-lg:hidden"
        >
          <ul className="flex flex-col gap-8">
            {words.auth.facts.map((fact) => (
              <li key={fact.title}>
                <p className="text-section font-semibold">{fact.title}</p>
                <p className="text-ink-2">{fact.text}</p>
              </li>
            ))}
          </ul>
        </aside>
      </div>
      <FootSwitches />
    </div>
  );
}

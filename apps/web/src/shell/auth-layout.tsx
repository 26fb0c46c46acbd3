import { Outlet } from 'react-router';
import { useShellWords } from './shell.words.ts';
import { FootSwitches, PlainHead } from './switches.tsx';

/** Log in, sign up and their kin: one narrow column, and what to expect beside it, on a phone under it. */
export function Component() {
  const words = useShellWords();
  return (
    <div className="flex min-h-page flex-col">
      <PlainHead />
      <div className="gutter mx-auto grid w-full max-w-page flex-1 grid-cols-1 items-start gap-10 pt-4 pb-12 lg:grid-cols-2 lg:gap-16 lg:pt-16 lg:pb-16">
        <main className="mx-auto w-full max-w-auth lg:ml-0">
          <Outlet />
        </main>
        <aside
          aria-label={words.auth.factsLabel}
          className="mx-auto flex w-full max-w-auth flex-col gap-8 border-t border-line pt-8 lg:mx-0 lg:border-t-0 lg:border-l lg:py-2 lg:pl-10"
        >
          <ol className="drawn-steps">
            {words.auth.line.map(({ when, what }) => (
              <li key={when}>
                <span className="text-small text-ink-2">{when}</span>
                <span className="font-semibold">{what}</span>
              </li>
            ))}
          </ol>
          <ul className="flex flex-col gap-5 lg:gap-6">
            {words.auth.facts.map((fact) => (
              <li key={fact.title}>
                <p className="font-semibold">{fact.title}</p>
                <p className="text-small text-ink-2">{fact.text}</p>
              </li>
            ))}
          </ul>
        </aside>
      </div>
      <FootSwitches />
    </div>
  );
}

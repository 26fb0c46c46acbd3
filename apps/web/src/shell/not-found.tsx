import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { useOnline } from '../lib/online.ts';
import { LinkButton, TextLink } from '../ui/button.tsx';
import { useHelp } from '../lib/use-help.ts';
import { useShellWords } from './shell.words.ts';
import { to } from '../lib/addresses.ts';

export function NotFound() {
  return (
    <main>
      <NotFoundWithin />
    </main>
  );
}

/** For a frame that has its own main landmark. */
export function NotFoundWithin() {
  const isOnline = useOnline();
  return isOnline ? <Unknown /> : <OutOfReach />;
}

const PAGE = 'mx-auto flex min-h-96 w-full max-w-form flex-col items-start justify-center gap-3 px-4 py-16';

/** Without a network it is unknown whether the page exists. */
function OutOfReach() {
  const words = useShellWords().outOfReach;
  return (
    <div className={PAGE}>
      <h1 tabIndex={-1} className="text-title font-semibold">
        {words.title}
      </h1>
      <p className="text-ink-2">{words.text}</p>
      <LinkButton to={to('/dashboard')} className="mt-3">
        {words.dashboard}
      </LinkButton>
    </div>
  );
}

function Unknown() {
  const words = useShellWords();
  const help = useHelp();
  const { pathname } = useLocation();
  useEffect(() => {
    logUnknownPath(pathname);
  }, [pathname]);
  return (
    <div className={PAGE}>
      <h1 tabIndex={-1} className="text-display font-semibold text-brand-ink tabular">
        {words.notFound.code}
      </h1>
      <p className="text-title font-semibold">{words.notFound.title}</p>
      <LinkButton to="/" isPlain className="mt-3">
        {words.notFound.home}
      </LinkButton>
      <p className="mt-6 text-small text-ink-3">{words.notFound.suggestions}</p>
      <ul className="flex flex-wrap gap-x-6 gap-y-2">
        <li>
          <TextLink to={to('/dashboard')}>{words.notFound.dashboard}</TextLink>
        </li>
        <li>
          <TextLink to={to('/dashboard/pay-bill')}>{words.notFound.payBill}</TextLink>
        </li>
        <li>
          <TextLink {...help}>{words.help}</TextLink>
        </li>
      </ul>
    </div>
  );
}

/** The one place where the web writes to the console: what support asks a person to read out. */
export function logUnknownPath(path: string): void {
  globalThis.console.error('404: no page at this path:', path);
}

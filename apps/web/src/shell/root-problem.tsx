import { Suspense } from 'react';
import { isRouteErrorResponse, useRouteError } from 'react-router';
import { publicHelp } from '../lib/addresses.ts';
import { useLanguage } from '../lib/i18n.tsx';
import { ProblemError } from '../lib/problem.ts';
import { Button, LinkButton } from '../ui/button.tsx';
import { Problem } from '../ui/states.tsx';
import { NotFound, NotFoundWithin } from './not-found.tsx';
import { useShellWords } from './shell.words.ts';

/** A screen broke, or a part of the app could not be fetched. */
export function RootProblem() {
  return (
    <Suspense>
      <ProblemPage />
    </Suspense>
  );
}

function ProblemPage() {
  const words = useShellWords();
  const { language } = useLanguage();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const isFetchFailure = error instanceof TypeError && /import|fetch|module/i.test(error.message);
  if (isFetchFailure && !navigator.onLine) return <NotFoundWithin />;
  const reference = error instanceof ProblemError ? words.problem.reference(error.requestId) : undefined;
  return (
    <Problem
      size="page"
      title={words.problem.title}
      reference={reference}
      actions={
        <>
          <Button onClick={() => globalThis.location.reload()}>{words.problem.retry}</Button>
          <LinkButton to="/" isPlain tone="secondary">
            {words.home}
          </LinkButton>
          <LinkButton to={publicHelp(language)} isPlain tone="quiet">
            {words.help}
          </LinkButton>
        </>
      }
    >
      <p>{isFetchFailure ? words.problem.network : words.problem.noMoney}</p>
    </Problem>
  );
}

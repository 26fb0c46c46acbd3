import type { Closed } from '@mohlat/contract';
import { useLocation } from 'react-router';
import { MAYBE } from '../../lib/leave-closed.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, PageHeader } from '../../ui/card.tsx';
import { FateLists } from './fate-lists.tsx';
import { usePrivacyWords } from './privacy.words.ts';

/** The last page: it shows what the server answered, and where to find it without an answer. */
export function Component() {
  const words = usePrivacyWords();
  const answer = useLocation().state as Closed | typeof MAYBE | null;
  if (answer === MAYBE)
    return (
      <>
        <PageHeader title={words.maybeTitle} subtitle={words.maybeText} />
        <ToHome />
      </>
    );
  return (
    <>
      <PageHeader title={words.closedTitle} subtitle={answer ? words.closedText : words.closedUnknown} />
      {answer ? (
        <Card>
          <div className="flex flex-col gap-5">
            <FateLists erased={answer.erased} kept={answer.kept} as="h2" />
          </div>
        </Card>
      ) : null}
      <ToHome />
    </>
  );
}

function ToHome() {
  const words = usePrivacyWords();
  return (
    <div className="mt-6">
      <LinkButton to="/" isPlain tone="secondary">
        {words.toHome}
      </LinkButton>
    </div>
  );
}

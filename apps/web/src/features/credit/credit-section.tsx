import { useQuery } from '@tanstack/react-query';
import { formatRupees } from '../../lib/format.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Card, FactList } from '../../ui/card.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { UnreadFace } from '../../lib/faces.tsx';
import { StatusTag } from '../../ui/status.tsx';
import { creditQuery } from './credit.data.ts';
import { useCreditWords } from './credit.words.ts';
import { to } from '../../lib/addresses.ts';

/** The credit in brief, for the profile; everything else is on its own page. */
export function CreditSection() {
  const words = useCreditWords();
  const credit = useQuery(creditQuery);
  const { data } = credit;
  return (
    <Card title={words.title}>
      <UnreadFace query={credit}>
        <Skeleton height="row" />
      </UnreadFace>
      {data === undefined ? null : (
        <div className="flex flex-col items-start gap-4">
          {data.assessment === null ? (
            <p className="text-ink-2">{words.noLimit}</p>
          ) : (
            <div className="w-full">
              <FactList
                facts={[
                  {
                    label: words.limitTitle,
                    value: (
                      <span className="flex flex-wrap items-center justify-end gap-2">
                        {data.limitPaise > 0 ? formatRupees(data.limitPaise) : null}
                        <StatusTag tone={data.state === 'active' ? 'ok' : 'due'}>
                          {words.states[data.state]}
                        </StatusTag>
                      </span>
                    ),
                  },
                  {
                    label: words.evidence.title,
                    value: data.evidence
                      ? words.evidence.statuses[data.evidence.status]
                      : words.evidence.none,
                  },
                ]}
              />
            </div>
          )}
          {data.offer ? (
            <p className="font-medium">{words.offer.first(formatRupees(data.offer.limitPaise))}</p>
          ) : null}
          <LinkButton to={to('/dashboard/credit')} tone="secondary" size="medium">
            {words.seeCredit}
          </LinkButton>
        </div>
      )}
    </Card>
  );
}

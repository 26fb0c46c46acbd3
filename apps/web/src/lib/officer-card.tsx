import { useQuery } from '@tanstack/react-query';
import { TextLink } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Skeleton } from '../ui/states.tsx';
import { LoadingFace } from './faces.tsx';
import { pricingQuery } from './queries.ts';

/** Name, phone and address of the grievance officer; not there where they cannot be read. */
export function OfficerCard({ title, text }: { readonly title: string; readonly text: string }) {
  const { data, isPending, refetch } = useQuery(pricingQuery);
  if (isPending) {
    return (
      <Card title={title}>
        <LoadingFace onRetry={() => void refetch()}>
          <Skeleton height="row" />
          <Skeleton height="row" />
        </LoadingFace>
      </Card>
    );
  }
  if (data === undefined) return null;
  const { name, phone, email } = data.grievanceOfficer;
  return (
    <Card title={title}>
      <p className="font-medium">{name}</p>
      <p className="flex flex-wrap gap-x-4">
        <TextLink to={`tel:${phone.replaceAll(' ', '')}`} isPlain>
          {phone}
        </TextLink>
        <TextLink to={`mailto:${email}`} isPlain>
          {email}
        </TextLink>
      </p>
      <p className="mt-2 text-small text-ink-2">{text}</p>
    </Card>
  );
}

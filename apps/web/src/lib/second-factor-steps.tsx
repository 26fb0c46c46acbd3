import { useQuery } from '@tanstack/react-query';
import { ErrorFace, LoadingFace } from './faces.tsx';
import { Skeleton } from '../ui/states.tsx';
import { keys } from './keys.ts';
import { findWays } from './second-factor.ts';
import { SecondFactorForm } from './second-factor-form.tsx';
import { useSecondFactorWords } from './second-factor.words.ts';

/** Reads what the account has, asks for one of it, and says when it was shown. */
export function SecondFactorSteps({ onPassed }: { readonly onPassed: () => void }) {
  const words = useSecondFactorWords();
  const ways = useQuery({ queryKey: keys.ways, queryFn: findWays, staleTime: 0, gcTime: 0 });
  if (ways.data !== undefined) return <SecondFactorForm ways={ways.data} onPassed={onPassed} />;
  if (ways.isError) {
    return <ErrorFace error={ways.error} title={words.cannotLoad} onRetry={() => void ways.refetch()} />;
  }
  return (
    <LoadingFace onRetry={() => void ways.refetch()}>
      <Skeleton height="row" />
      <Skeleton height="row" />
    </LoadingFace>
  );
}

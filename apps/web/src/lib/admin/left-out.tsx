import { useAdminWords } from './admin.words.ts';

/** Says below a list how many older entries it does not show; with none, it is not there. */
export function LeftOut({ count }: { readonly count: number }) {
  const words = useAdminWords();
  if (count === 0) return null;
  return <p className="mt-2 text-small text-ink-2">{words.leftOut(count)}</p>;
}

import type { AnswerOf, getIfsc } from '@mohlat/contract';
import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { CircleCheck, LoaderCircle } from 'lucide-react';
import { ProblemError } from '../../lib/problem.ts';
import { FactList } from '../../ui/card.tsx';
import { ifscQuery } from './bank-accounts.data.ts';
import { useBankWords } from './bank-accounts.words.ts';

type Branch = AnswerOf<typeof getIfsc>;

/** `failed` says nothing about the code: linking stays possible. */
export type IfscLookup =
  | { readonly state: 'none' | 'validating' | 'invalid' | 'failed' }
  | { readonly state: 'validated'; readonly branch: Branch };

/** Looks a code up in the directory once it has eleven characters. Rule: SPEC-5 bank form. */
export function useIfscLookup(code: string): IfscLookup {
  const { data, error, isFetching } = useQuery(ifscQuery(code));
  if (isFetching) return { state: 'validating' };
  if (data !== undefined) return { state: 'validated', branch: data };
  if (!error) return { state: 'none' };
  const isRefused = error instanceof ProblemError && (error.status === 404 || error.status === 422);
  return { state: isRefused ? 'invalid' : 'failed' };
}

/** The spinner, then the panel with bank, branch and address. */
export function IfscPanel({ lookup }: { readonly lookup: IfscLookup }) {
  const words = useBankWords().link;
  return (
    <div role="status">
      {lookup.state === 'validating' ? (
        <p className="flex items-center gap-2 text-small text-ink-2">
          <LoaderCircle aria-hidden="true" className="size-4 animate-spin" />
          {words.validating}
        </p>
      ) : null}
      {lookup.state === 'failed' ? <p className="text-small text-ink-2">{words.failedHint}</p> : null}
      {lookup.state === 'validated' ? <Found branch={lookup.branch} /> : null}
    </div>
  );
}

/** Without a branch the directory did not answer: the bank is known by the first letters of the code, and nothing was checked. */
function Found({ branch }: { readonly branch: Branch }) {
  const words = useBankWords().link;
  const isValidated = branch.branch !== '';
  const facts = [
    { label: words.bank, value: branch.bank },
    { label: words.branch, value: [branch.branch, branch.city].filter((part) => part !== '').join(', ') },
    { label: words.address, value: branch.address },
  ].filter((fact) => fact.value !== '');
  return (
    <div
      className={clsx(
        'rounded-card border px-4 py-3 text-small',
        isValidated ? 'border-ok bg-ok-soft' : 'border-line bg-sunken',
      )}
    >
      {isValidated ? (
        <p className="flex items-center gap-2 font-semibold text-ok-ink">
          <CircleCheck aria-hidden="true" className="size-5 shrink-0" />
          {words.validated}
        </p>
      ) : null}
      <FactList facts={facts} />
      {isValidated ? null : <p className="text-ink-2">{words.branchUnknown}</p>}
    </div>
  );
}

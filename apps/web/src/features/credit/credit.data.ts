import {
  acceptOffer,
  assessCredit,
  declineOffer,
  getCredit,
  listAssessments,
  postIncomeEvidence,
  type EvidenceKind,
} from '@mohlat/contract';
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys, moneyChanged } from '../../lib/keys.ts';
import { sendForm } from '../../lib/send-form.ts';

const PAGE_SIZE = 5;

export const creditQuery = queryOptions({
  queryKey: keys.credit,
  queryFn: ({ signal }) => call(getCredit, { signal }),
});

export const assessmentsQuery = infiniteQueryOptions({
  queryKey: keys.assessments,
  queryFn: ({ pageParam, signal }) =>
    call(listAssessments, {
      query: { limit: PAGE_SIZE, ...(pageParam === '' ? {} : { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: '',
  getNextPageParam: (page) => page.nextCursor ?? undefined,
});

/** Asks with consent; a higher limit is only offered. */
export const assess = () => call(assessCredit, { body: { consent: true, acceptLimit: false } });
export const accept = (id: string) => call(acceptOffer, { params: { id } });
export const decline = (id: string) => call(declineOffer, { params: { id } });

interface Evidence {
  readonly kind: EvidenceKind;
  readonly monthlyIncomePaise: number;
  readonly file: File;
}

export function sendEvidence(evidence: Evidence, onProgress: (share: number) => void) {
  const form = new FormData();
  form.set('kind', evidence.kind);
  form.set('monthlyIncomePaise', String(evidence.monthlyIncomePaise));
  form.set('file', evidence.file);
  return sendForm(postIncomeEvidence, form, { onProgress });
}

/** The limit, what decides it, or what proves income has moved. */
export function creditChanged(client: QueryClient): Promise<void> {
  return moneyChanged(client);
}

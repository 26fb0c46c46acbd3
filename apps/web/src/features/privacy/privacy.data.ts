import {
  type ConsentPurpose,
  deleteMe,
  exportData,
  getClosure,
  getConsents,
  putConsents,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, callForFile } from '../../lib/api.ts';
import { keys } from '../../lib/keys.ts';
import type { Language } from '../../lib/language.ts';
import { readAll } from '../../lib/queries.ts';

export const consentsQuery = queryOptions({
  queryKey: keys.consents,
  queryFn: ({ signal }) => readAll((page) => call(getConsents, { query: page, signal })),
});

export const changeConsent = (purpose: ConsentPurpose, given: boolean, language: Language) =>
  call(putConsents, { body: { consents: [{ purpose, given }], language } });

/** The effects of closing the account now. It is never cached: each opening of the question reads it again. */
export const closureQuery = (language: Language) =>
  queryOptions({
    queryKey: keys.closure(language),
    queryFn: ({ signal }) => call(getClosure, { query: { language }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export const closeAccount = (language: Language) =>
  call(deleteMe, { query: { language }, body: { confirm: 'DELETE' } });

export const fetchCopy = (format: 'json' | 'pdf', language: Language): Promise<Blob> =>
  callForFile(exportData, { query: { format, language } });

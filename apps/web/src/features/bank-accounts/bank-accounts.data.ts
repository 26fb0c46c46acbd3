import {
  getIfsc,
  linkBankAccount,
  makeBankAccountDefault,
  removeBankAccount,
  verifyBankAccount,
  type SentOf,
} from '@mohlat/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { removeOnce } from '../../lib/remove-once.ts';
import { keys } from '../../lib/keys.ts';

const IFSC_LENGTH = 11;

/** Asks as soon as there are eleven characters; a branch does not change while a form is open. */
export const ifscQuery = (code: string) =>
  queryOptions({
    queryKey: keys.ifsc(code),
    queryFn: ({ signal }) => call(getIfsc, { params: { code }, signal }),
    enabled: code.length === IFSC_LENGTH,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });

export const linkAccount = (body: SentOf<typeof linkBankAccount, 'body'>) => call(linkBankAccount, { body });
export const removeAccount = (id: string) => removeOnce(call(removeBankAccount, { params: { id } }));
export const makeDefault = (id: string) => call(makeBankAccountDefault, { params: { id } });
export const verifyAgain = (id: string) => call(verifyBankAccount, { params: { id } });

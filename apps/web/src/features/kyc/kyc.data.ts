import {
  completeAadhaar,
  getVideoChallenge,
  startAadhaar,
  startVideo,
  verifyPan,
  type AnswerOf,
} from '@mohlat/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { keys, moneyChanged } from '../../lib/keys.ts';
import { NoDataError } from './pan-retry.ts';

/** Without a PAN the profile's own is checked. */
export async function verifyPanNumber(pan: string | undefined): Promise<AnswerOf<typeof verifyPan>> {
  const body = pan === undefined ? {} : { pan };
  const answer: AnswerOf<typeof verifyPan> | null = await call(verifyPan, { body });
  if (answer === null) throw new NoDataError('No data returned from verification API');
  return answer;
}

export const openAadhaarSession = (aadhaar: string) => call(startAadhaar, { body: { aadhaar } });
/** The words with which DigiLocker sent the browser back. */
export interface ReturnedConsent {
  readonly sessionId: string;
  /** Null in an address that an older server made. */
  readonly state: string | null;
  readonly isRefused: boolean;
}

export const completeAadhaarSession = ({ sessionId, state, isRefused }: ReturnedConsent) =>
  call(completeAadhaar, {
    params: { sessionId },
    body: { ...(state === null ? {} : { state }), ...(isRefused ? { isRefused } : {}) },
  });
export const beginVideo = () => call(startVideo, { body: {} });
/** Where the call that is under way is found: asked for again it is the same one. */
export const openCallQuery = queryOptions({
  queryKey: ['video-call'],
  queryFn: beginVideo,
  staleTime: Infinity,
  gcTime: 0,
});
export const askForPhrase = () => call(getVideoChallenge, {});

/** A check or an assessment moved: KYC, the person and the limit are read again. */
export async function kycChanged(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries({ queryKey: keys.kyc }), moneyChanged(client)]);
}

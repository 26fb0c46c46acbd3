import { redirect, type LoaderFunctionArgs } from 'react-router';
import { assuranceOf, hasStoredSession, isHalfIn, sessionSettled } from '../lib/auth.ts';
import { loginPath, safeReturnPath, secondFactorPath } from '../lib/return-path.ts';

/** A logged-in visitor of /login or /signup goes on to where they wanted to be. */
export async function guestOnly({ request }: LoaderFunctionArgs) {
  const session = await sessionSettled();
  if (session.status !== 'in') return null;
  return redirect(safeReturnPath(new URL(request.url).searchParams.get('next')));
}

/** Without a session: to the log-in page, and back here afterwards. With half of one: to the second factor. */
export async function signedInOnly({ request }: LoaderFunctionArgs) {
  const session = await sessionSettled();
  if (session.status === 'in') return isHalfIn() ? redirect(secondFactorPath(here(request))) : null;
  if (session.status === 'out' && session.reason === 'expired') return null;
  // A token that ran out cannot be renewed without a network: the page opens and waits for it.
  if (!navigator.onLine && hasStoredSession()) return null;
  return redirect(loginPath(here(request)));
}

/** The page of the second factor itself: for anybody who has a session that did not show one yet. */
export async function signedInHalf({ request }: LoaderFunctionArgs) {
  const session = await sessionSettled();
  const wanted = safeReturnPath(new URL(request.url).searchParams.get('next'));
  if (session.status !== 'in') return redirect(loginPath(wanted));
  return assuranceOf(session.session).isRaised ? redirect(wanted) : null;
}

function here(request: Request): string {
  const { pathname, search } = new URL(request.url);
  return pathname + search;
}

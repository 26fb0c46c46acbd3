import { redirect, type LoaderFunctionArgs } from 'react-router';
import { sessionSettled } from '../lib/auth.ts';
import { loginPath, safeReturnPath } from '../lib/return-path.ts';

/** A logged-in visitor of /login or /signup goes on to where they wanted to be. */
export async function guestOnly({ request }: LoaderFunctionArgs) {
  const session = await sessionSettled();
  if (session.status !== 'in') return null;
  return redirect(safeReturnPath(new URL(request.url).searchParams.get('next')));
}

/** Without a session: to the log-in page, and back here afterwards. */
export async function signedInOnly({ request }: LoaderFunctionArgs) {
  const session = await sessionSettled();
  if (session.status === 'in' || (session.status === 'out' && session.reason === 'expired')) return null;
  const url = new URL(request.url);
  return redirect(loginPath(url.pathname + url.search));
}

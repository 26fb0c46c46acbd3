import { accountName } from '../../lib/account-name.ts';
import { useSession } from '../../lib/auth.ts';

/** The account that a proof will stand in: a person who was led into another's account sees so before they give it. */
export function AccountLine({ say }: { readonly say: (account: string) => string }) {
  const session = useSession();
  if (session.status !== 'in') return null;
  const name = accountName(session.session.user);
  return name === '' ? null : <p className="text-small text-ink-2">{say(name)}</p>;
}

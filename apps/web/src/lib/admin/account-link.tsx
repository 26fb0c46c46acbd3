import { to } from '../addresses.ts';
import { useAdminWords } from './admin.words.ts';
import { ListLink } from './list-link.tsx';

interface Account {
  readonly id: string;
  readonly name: string | null;
}

/** The address and the name of an account, for the first column of a list. */
export function useAccountLink() {
  const { unnamed } = useAdminWords();
  return ({ id, name }: Account) => ({ to: to('/admin/users/:id', { id }), label: name ?? unnamed });
}

/** Leads to an account by its name; a dash where there is none. */
export function AccountLink({ account }: { readonly account: Account | null }) {
  const words = useAdminWords();
  const linkTo = useAccountLink();
  if (account === null) return words.nobody;
  const link = linkTo(account);
  return <ListLink to={link.to}>{link.label}</ListLink>;
}

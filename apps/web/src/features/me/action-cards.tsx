import { CreditCard, ListChecks, User } from 'lucide-react';
import { Link } from 'react-router';
import { useMeWords } from './me.words.ts';

const ACTIONS = [
  { key: 'pay', to: '/dashboard/pay-bill', Icon: CreditCard },
  { key: 'payments', to: '/dashboard/payments', Icon: ListChecks },
  { key: 'profile', to: '/dashboard/profile', Icon: User },
] as const;

export function ActionCards() {
  const words = useMeWords().dashboard;
  return (
    <nav aria-label={words.actionsLabel}>
      <ul className="rounded-card border border-line bg-surface max-md:ruled md:grid md:grid-cols-3">
        {ACTIONS.map(({ key, to, Icon }) => (
          <li key={key}>
            <Link
              to={to}
              className="flex h-full items-center gap-3 rounded-card px-4 py-3 transition-colors hover:bg-sunken md:flex-col md:items-start"
            >
              <Icon aria-hidden="true" className="size-5 shrink-0 text-brand-ink" />
              <span className="flex flex-col">
                <span className="font-semibold">{words.actions[key].title}</span>
                <span className="text-small text-ink-2">{words.actions[key].text}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

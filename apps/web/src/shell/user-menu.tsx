import { useQuery } from '@tanstack/react-query';
import { KeyRound, LogOut, ShieldCheck, User } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Menu } from '../ui/menu.tsx';
import { BadgeButton } from './badge-button.tsx';
import { meQuery } from './shell.data.ts';
import { useShellWords } from './shell.words.ts';

interface UserMenuProps {
  readonly isOpenAtFirst: boolean;
  readonly onLeave: () => void;
}

export function UserMenu({ isOpenAtFirst, onLeave }: UserMenuProps) {
  const words = useShellWords();
  const navigate = useNavigate();
  const { data: me } = useQuery(meQuery);
  return (
    <Menu
      isOpenAtFirst={isOpenAtFirst}
      trigger={<BadgeButton />}
      header={
        <span className="flex flex-col">
          <span className="font-semibold text-ink">{me?.name ?? words.userFallback}</span>
          <span>{me?.email ?? me?.mobile ?? ''}</span>
        </span>
      }
      items={[
        {
          label: words.nav.profile,
          icon: <User aria-hidden="true" className="size-5" />,
          onSelect: () => void navigate('/dashboard/profile'),
        },
        {
          label: words.nav.security,
          icon: <KeyRound aria-hidden="true" className="size-5" />,
          onSelect: () => void navigate('/dashboard/security'),
        },
        {
          label: words.nav.privacy,
          icon: <ShieldCheck aria-hidden="true" className="size-5" />,
          onSelect: () => void navigate('/dashboard/privacy'),
        },
        { label: words.logout, icon: <LogOut aria-hidden="true" className="size-5" />, onSelect: onLeave },
      ]}
    />
  );
}

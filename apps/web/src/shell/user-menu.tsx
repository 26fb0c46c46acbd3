import { useQuery } from '@tanstack/react-query';
import { BriefcaseBusiness, LogOut } from 'lucide-react';
import { useNavigate } from 'react-router';
import { useLanguage } from '../lib/i18n.tsx';
import { meQuery } from '../lib/queries.ts';
import { STAFF_PATH } from '../lib/return-path.ts';
import { Menu } from '../ui/menu.tsx';
import { BadgeButton } from './badge-button.tsx';
import { menuOf, SCREENS } from './screens.ts';
import { useShellWords } from './shell.words.ts';

const MENU = menuOf(SCREENS, 'account');

interface UserMenuProps {
  readonly isOpenAtFirst: boolean;
  readonly onLeave: () => void;
}

export function UserMenu({ isOpenAtFirst, onLeave }: UserMenuProps) {
  const words = useShellWords();
  const { language } = useLanguage();
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
        ...(me?.isAdmin === true
          ? [
              {
                label: words.nav.staff,
                icon: <BriefcaseBusiness aria-hidden="true" className="size-5" />,
                onSelect: () => void navigate(STAFF_PATH),
              },
            ]
          : []),
        ...MENU.map(({ screen, word, Icon }) => ({
          label: word[language],
          icon: <Icon aria-hidden="true" className="size-5" />,
          onSelect: () => void navigate(screen.address),
        })),
        { label: words.logout, icon: <LogOut aria-hidden="true" className="size-5" />, onSelect: onLeave },
      ]}
    />
  );
}

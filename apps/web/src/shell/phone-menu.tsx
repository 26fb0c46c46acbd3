import { SlideMenu } from '../ui/dialog.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import { LogoutButton } from './logout-button.tsx';
import { Navigation } from './navigation.tsx';
import { useShellWords } from './shell.words.ts';
import { LanguageSwitch, ThemeSwitch } from './switches.tsx';

interface PhoneMenuProps {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly onLeave: () => void;
}

/** Everything the sidebar has, under 768 px. */
export function PhoneMenu({ isOpen, onOpenChange, onLeave }: PhoneMenuProps) {
  const words = useShellWords();
  return (
    <SlideMenu
      isOpen={isOpen}
      onOpenChange={onOpenChange}
      title={words.nav.menu}
      closeLabel={words.close}
      header={<Wordmark name={words.productName} />}
    >
      <Navigation words={words} onNavigate={() => onOpenChange(false)} />
      <div className="mt-auto flex flex-col gap-2 pt-6">
        <span>
          <LanguageSwitch />
        </span>
        <ThemeSwitch />
        <LogoutButton onLeave={onLeave} label={words.logout} />
      </div>
    </SlideMenu>
  );
}

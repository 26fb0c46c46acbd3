import { LogOut } from 'lucide-react';

interface LogoutButtonProps {
  readonly onLeave: () => void;
  readonly label: string;
}

/** At the foot of the sidebar and of the phone's menu. */
export function LogoutButton({ onLeave, label }: LogoutButtonProps) {
  return (
    <button
      type="button"
      onClick={onLeave}
      className="mt-3 flex min-h-11 items-center gap-3 rounded-button px-3 text-ink-2 hover:bg-sunken hover:text-ink"
    >
      <LogOut aria-hidden="true" className="size-5" />
      {label}
    </button>
  );
}

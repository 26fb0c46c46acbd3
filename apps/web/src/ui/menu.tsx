import { clsx } from 'clsx';
import { DropdownMenu, Popover as RadixPopover } from 'radix-ui';
import { type ReactNode, useState } from 'react';
import { useBackCloses } from './back-closes.ts';

const PANEL = 'z-50 animate-fade rounded-card border border-line bg-surface shadow-sheet outline-none';

export interface MenuItem {
  readonly label: ReactNode;
  readonly icon?: ReactNode;
  readonly onSelect: () => void;
  readonly isDanger?: boolean;
}

interface MenuProps {
  /** A button; it opens the menu. */
  readonly trigger: ReactNode;
  readonly items: readonly MenuItem[];
  readonly header?: ReactNode;
  readonly isOpenAtFirst?: boolean;
}

export function Menu({ trigger, items, header, isOpenAtFirst = false }: MenuProps) {
  const [isOpen, setIsOpen] = useState(isOpenAtFirst);
  useBackCloses(isOpen, () => setIsOpen(false));
  return (
    <DropdownMenu.Root open={isOpen} onOpenChange={setIsOpen}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          className={clsx(PANEL, 'min-w-56 p-1.5')}
        >
          {header === undefined ? null : (
            <DropdownMenu.Label className="px-3 py-2 text-small text-ink-2">{header}</DropdownMenu.Label>
          )}
          {items.map((item, index) => (
            <DropdownMenu.Item
              key={index}
              onSelect={item.onSelect}
              className={clsx(
                'flex min-h-11 cursor-pointer items-center gap-3 rounded-input px-3 outline-none data-highlighted:bg-sunken',
                item.isDanger ? 'text-bad-ink' : 'text-ink',
              )}
            >
              {item.icon}
              {item.label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

interface PopoverProps {
  readonly trigger: ReactNode;
  readonly label: string;
  readonly children: ReactNode;
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
}

/** 320 px wide; closes on a press outside. */
export function Popover({ trigger, label, children, isOpen, onOpenChange }: PopoverProps) {
  useBackCloses(isOpen, () => onOpenChange(false));
  return (
    <RadixPopover.Root open={isOpen} onOpenChange={onOpenChange}>
      <RadixPopover.Trigger asChild>{trigger}</RadixPopover.Trigger>
      <RadixPopover.Portal>
        <RadixPopover.Content
          align="end"
          sideOffset={8}
          collisionPadding={12}
          aria-label={label}
          className={clsx(PANEL, 'w-80 max-w-full')}
        >
          {children}
        </RadixPopover.Content>
      </RadixPopover.Portal>
    </RadixPopover.Root>
  );
}

export const PopoverClose = RadixPopover.Close;

import { clsx } from 'clsx';
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface Tab<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
  readonly content: ReactNode;
}

interface TabsProps<Value extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Value>[];
  readonly value: Value;
  readonly onValueChange: (value: Value) => void;
}

/** Where a key leads in a row of `count`; undefined for keys that mean nothing here. */
function next(key: string, at: number, count: number): number | undefined {
  switch (key) {
    case 'ArrowRight':
      return (at + 1) % count;
    case 'ArrowLeft':
      return (at + count - 1) % count;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return undefined;
  }
}

/**
 * Two or three faces of one thing. What was typed in a hidden one is kept. The row is one stop of the Tab key and the
 * arrows go through it, as everywhere; the library's tabs weigh more than the sign-up page can carry.
 */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange }: TabsProps<Value>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent, at: number) => {
    const to = next(event.key, at, tabs.length);
    const tab = to === undefined ? undefined : tabs[to];
    if (to === undefined || tab === undefined) return;
    event.preventDefault();
    onValueChange(tab.value);
    row.current?.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
  };
  return (
    <div className="flex flex-col gap-6">
      <div
        ref={row}
        role="tablist"
        aria-label={label}
        className="flex flex-wrap gap-1 rounded-button bg-sunken p-1"
      >
        {tabs.map((tab, at) => {
          const isChosen = tab.value === value;
          return (
            <button
              key={tab.value}
              type="button"
              role="tab"
              id={`${id}-tab-${tab.value}`}
              aria-selected={isChosen}
              aria-controls={`${id}-panel-${tab.value}`}
              tabIndex={isChosen ? 0 : -1}
              onClick={() => onValueChange(tab.value)}
              onKeyDown={(event) => move(event, at)}
              className={clsx(
                'min-h-11 flex-1 rounded-input border px-2 font-medium transition-colors hover:text-ink',
                isChosen ? 'border-line bg-surface text-ink' : 'border-transparent text-ink-2',
              )}
            >
              {tab.label}
            </button>
          );
        })}
      </div>
      {tabs.map((tab) => (
        <div
          key={tab.value}
          role="tabpanel"
          id={`${id}-panel-${tab.value}`}
          hidden={tab.value !== value}
          // Named by what the tabs are for: a panel called "Email" would share its name with the field in it.
          aria-label={label}
          tabIndex={0}
          className="rounded-input"
        >
          {tab.content}
        </div>
      ))}
    </div>
  );
}

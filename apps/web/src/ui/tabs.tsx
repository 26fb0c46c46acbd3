import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';

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

/** Two or three faces of one thing. What was typed in a hidden one is kept. */
export function Tabs<Value extends string>({ label, tabs, value, onValueChange }: TabsProps<Value>) {
  const take = (next: string) => {
    const tab = tabs.find((candidate) => candidate.value === next);
    if (tab) onValueChange(tab.value);
  };
  return (
    <Radix.Root value={value} onValueChange={take} className="flex flex-col gap-6">
      <Radix.List aria-label={label} className="flex gap-1 rounded-button bg-sunken p-1">
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="min-h-11 flex-1 rounded-input border border-transparent px-4 font-medium text-ink-2 transition-colors hover:text-ink data-[state=active]:border-line data-[state=active]:bg-surface data-[state=active]:text-ink"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          forceMount
          hidden={tab.value !== value}
          // Named by what the tabs are for: a panel called "Email" would share its name with the field in it.
          aria-labelledby={undefined}
          aria-label={label}
          className="rounded-input"
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}

import { lazy, Suspense, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { useSecurityWords } from './security.words.ts';

// The form's libraries come when somebody changes it.
const ChangePasswordDialog = lazy(() =>
  import('./change-password.tsx').then((module) => ({ default: module.ChangePasswordDialog })),
);

export function PasswordCard({ email }: { readonly email: string | undefined }) {
  const words = useSecurityWords().password;
  const [isOpen, setIsOpen] = useState(false);
  return (
    <Card
      title={words.title}
      action={
        <Button tone="quiet" size="medium" className="-mr-4" onClick={() => setIsOpen(true)}>
          {words.change}
        </Button>
      }
    >
      <p className="text-ink-2">{words.text}</p>
      {isOpen ? (
        <Suspense>
          <ChangePasswordDialog email={email} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </Card>
  );
}

import { lazy, Suspense, type ReactNode } from 'react';
import { Profile } from '../features/me/profile.tsx';
import { PrivacyLink } from '../features/privacy/privacy-link.tsx';
import { SecurityLink } from '../features/security/security-link.tsx';
import { PartOnItsWay } from '../lib/faces.tsx';

const BankAccountsSection = lazy(() =>
  import('../features/bank-accounts/bank-accounts.tsx').then((module) => ({
    default: module.BankAccountsSection,
  })),
);
const CreditSection = lazy(() =>
  import('../features/credit/credit-section.tsx').then((module) => ({ default: module.CreditSection })),
);
const SavedCardsSection = lazy(() =>
  import('../features/cards/saved-cards.tsx').then((module) => ({ default: module.SavedCardsSection })),
);

/** A section below the first sight comes with its own script. */
function Later({ children }: { readonly children: ReactNode }) {
  return <Suspense fallback={<PartOnItsWay height="hero" />}>{children}</Suspense>;
}

/**
 * My Profile joins sections of several features. To add one, export a section from the feature (a `Card` of the ui
 * room, without the dialogs it opens: those are loaded when they are asked for) and name it in its slot here. The order
 * on the page is the specification's and stands in features/me/profile.tsx.
 */
export function Component() {
  return (
    <Profile
      slots={{
        bankAccounts: (
          <Later>
            <BankAccountsSection />
          </Later>
        ),
        credit: (
          <Later>
            <CreditSection />
          </Later>
        ),
        cards: (
          <Later>
            <SavedCardsSection />
          </Later>
        ),
        privacy: <PrivacyLink />,
        security: <SecurityLink />,
      }}
    />
  );
}

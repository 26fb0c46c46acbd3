import { BankAccountsSection } from '../features/bank-accounts/bank-accounts.tsx';
import { SavedCardsSection } from '../features/cards/saved-cards.tsx';
import { CreditSection } from '../features/credit/credit-section.tsx';
import { Profile } from '../features/me/profile.tsx';
import { PrivacyLink } from '../features/privacy/privacy-link.tsx';

/**
 * My Profile joins sections of several features. To add one, export a section from the feature (a `Card` of the ui
 * room, without the dialogs it opens: those are loaded when they are asked for) and name it in its slot here. The order
 * on the page is the specification's and stands in features/me/profile.tsx.
 */
export function Component() {
  return (
    <Profile
      slots={{
        bankAccounts: <BankAccountsSection />,
        credit: <CreditSection />,
        cards: <SavedCardsSection />,
        privacy: <PrivacyLink />,
      }}
    />
  );
}

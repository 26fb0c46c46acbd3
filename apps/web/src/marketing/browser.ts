import { startCalculator } from './browser/calculator.ts';
import { startContactForm } from './browser/contact-form.ts';
import { rememberLanguage } from './browser/language.ts';
import { startFaqSearch } from './browser/faq-search.ts';
import { fetchPricing, showFees, showOperator } from './browser/pricing.ts';
import { fetchProof, showProof } from './browser/proof.ts';
import { carryReferral } from './browser/referral.ts';
import { startThemeSwitch } from './browser/theme.ts';
import { loadDevanagariFace } from '../lib/language.ts';
import { whenIdle } from '../ui/when-idle.ts';

// Public pages are whole without this script; it makes the calculator answer and fills in what the server knows.
carryReferral(document, location, sessionStorage);
rememberLanguage(document, localStorage);
startThemeSwitch(document);
startContactForm(document);
startFaqSearch(document);
const calculator = startCalculator(document);
void fetchPricing().then((pricing) => {
  calculator?.usePrices(pricing);
  if (pricing === undefined) return;
  showFees(document, pricing);
  showOperator(document, pricing);
});
if (document.querySelector('[data-proof]'))
  void fetchProof().then((proof) => {
    if (proof) showProof(document, proof);
  });
whenIdle(loadDevanagariFace);

import type { PublicPricing } from './pricing.ts';

/** Between the digits of a number: half of it on the next line is hard to dial. */
const NO_BREAK = '\u00A0';

/** Names the lender and the grievance officer where the page has room for them. */
export function showOperator(page: Document, pricing: PublicPricing): void {
  const { lender, grievanceOfficer } = pricing;
  const lenderText = [lender.name, lender.registration].filter(Boolean).join(' · ');
  const contact = [grievanceOfficer.name, grievanceOfficer.phone, grievanceOfficer.email]
    .filter(Boolean)
    .map((part) => part.replaceAll(' ', NO_BREAK))
    .join(' · ');
  if (lender.name !== '') reveal(page, 'lender', 'lender-name', lenderText);
  if (contact !== '') reveal(page, 'grievance', 'grievance-contact', contact);
  if (lender.name === '') return;
  for (const line of page.querySelectorAll<HTMLElement>('[data-lender-unknown]')) line.hidden = true;
}

function reveal(page: Document, line: string, slot: string, text: string): void {
  for (const element of page.querySelectorAll<HTMLElement>(`[data-${line}]`)) {
    const place = element.querySelector(`[data-${slot}]`);
    if (place) place.textContent = text;
    element.hidden = false;
  }
}

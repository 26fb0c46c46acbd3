/** Lets the answers be searched as one types; what does not match is hidden, and how many are left is said. */
export function startFaqSearch(page: Document): void {
  const place = page.querySelector<HTMLElement>('[data-faq-search]');
  const input = place?.querySelector('input');
  const count = place?.querySelector<HTMLElement>('[data-faq-count]');
  if (!place || !input || !count) return;
  place.hidden = false;
  input.addEventListener('input', () => {
    const wanted = wordsOf(input.value);
    let found = 0;
    for (const group of page.querySelectorAll<HTMLElement>('[data-faq-group]')) {
      let foundHere = 0;
      for (const item of group.querySelectorAll('details')) {
        const text = (item.textContent ?? '').toLocaleLowerCase();
        item.hidden = !wanted.every((word) => text.includes(word));
        if (!item.hidden) foundHere += 1;
      }
      group.hidden = foundHere === 0;
      found += foundHere;
    }
    count.textContent =
      wanted.length === 0
        ? ''
        : found === 0
          ? (count.dataset['none'] ?? '')
          : `${count.dataset['count'] ?? ''} ${found}`;
  });
}

function wordsOf(text: string): string[] {
  return text.toLocaleLowerCase().split(/\s+/u).filter(Boolean);
}

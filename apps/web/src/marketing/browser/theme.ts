import { currentTheme, isTheme, setTheme } from '../../lib/theme.ts';

/** The switch at the foot; without a script it would do nothing, so it shows itself here. */
export function startThemeSwitch(page: Document): void {
  const place = page.querySelector<HTMLElement>('[data-theme-switch]');
  if (!place) return;
  for (const choice of place.querySelectorAll('input')) {
    choice.checked = choice.value === currentTheme();
    choice.addEventListener('change', () => {
      if (isTheme(choice.value)) setTheme(choice.value);
    });
  }
  place.hidden = false;
}

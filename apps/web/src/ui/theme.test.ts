import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./theme.css', import.meta.url), 'utf8');

/** Colour tokens of the block that begins with `head`. */
function tokensOf(head: string): Record<string, string> {
  const start = css.indexOf(head);
  if (start < 0) throw new Error(`theme.css has no ${head}`);
  const block = css.slice(start, css.indexOf('\n}', start));
  return Object.fromEntries(
    [...block.matchAll(/--color-([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [
      match[1] ?? '',
      match[2] ?? '',
    ]),
  );
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].toSorted((left, right) => right - left);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = 4.5;
const SHAPE = 3;
const PAIRS: readonly (readonly [string, string, number])[] = [
  ...['canvas', 'surface', 'sunken'].flatMap((ground) =>
    ['ink', 'ink-2', 'ink-3', 'brand-ink', 'bad-ink'].map((text) => [text, ground, TEXT] as const),
  ),
  ['on-brand', 'brand', TEXT],
  ['on-brand', 'brand-hover', TEXT],
  ['brand-ink', 'brand-soft', TEXT],
  ['ok-ink', 'ok-soft', TEXT],
  ['due-ink', 'due-soft', TEXT],
  ['bad-ink', 'bad-soft', TEXT],
  ['line-strong', 'surface', SHAPE],
  ['line-strong', 'canvas', SHAPE],
  ['brand', 'canvas', SHAPE],
  ['brand', 'surface', SHAPE],
  ['ok', 'surface', SHAPE],
  ['bad', 'surface', SHAPE],
];

const isOfFace = (name: string) => name === 'on-face' || name.startsWith('face-');
const light = tokensOf('@theme static {');
const darkChosen = tokensOf("@media screen {\n  :root[data-theme='dark'] {");
const darkBySystem = tokensOf('@media screen and (prefers-color-scheme: dark) {');

const moments = readFileSync(new URL('./moments.css', import.meta.url), 'utf8');
/** It lasts as long as what it stands for. */
const PROGRESS = 'spin';

describe('what moves', () => {
  test('given any animation but progress, when it plays, then it is over within 250 ms', () => {
    const declared = [...`${css}${moments}`.matchAll(/animat\w+(?:-\w+)?: ([\w-]+) (\d+)ms/g)];
    const named = declared.filter(([, name]) => name !== PROGRESS);
    expect(new Set(named.map(([, name]) => name))).toEqual(
      new Set(['close-ring', 'come-out', 'fade', 'rise', 'slide', 'stamp', 'tick']),
    );
    for (const [, name, ms] of named) expect(Number(ms), name).toBeLessThanOrEqual(250);
  });

  test('given rest is asked for, when anything would move, then it is over at once', () => {
    const rest = css.slice(css.indexOf('@media (prefers-reduced-motion: reduce)'));
    expect(rest).toMatch(/\*,[^{]*\{\s*animation-duration: 0\.01ms !important;/);
    expect(rest).toMatch(/transition-duration: 0\.01ms !important;/);
  });
});

describe('the tokens', () => {
  test('the dark theme is the same whether the person or the system asks for it', () => {
    expect(darkBySystem).toEqual(darkChosen);
  });

  test('paper is light whatever the screen was', () => {
    const onEveryMedium = css
      .split(/^@media screen.*\{$/m)
      .map((part, index) => (index === 0 ? part : part.slice(part.indexOf('\n}'))))
      .join('');
    expect(onEveryMedium).not.toContain(`--color-ink: ${darkChosen.ink ?? ''}`);
    expect(onEveryMedium).not.toContain('color-scheme: dark');
  });

  test('every colour but the faces of cards, which are the same at night, has a dark value', () => {
    expect(Object.keys(darkChosen).toSorted()).toEqual(
      Object.keys(light)
        .filter((name) => name in darkChosen)
        .toSorted(),
    );
    expect(Object.keys(light).filter((name) => !(name in darkChosen) && !isOfFace(name))).toEqual([]);
  });

  test('what stands on the face of a card can be read on every bank’s', () => {
    const faces = Object.keys(light).filter((name) => name.startsWith('face-'));
    expect(faces.length).toBeGreaterThan(10);
    const worst = Math.min(...faces.map((name) => contrast(light['on-face'] ?? '', light[name] ?? '')));
    expect(worst).toBeGreaterThanOrEqual(TEXT);
  });

  test.each(PAIRS)('%s on %s keeps its contrast in both themes', (text, ground, least) => {
    for (const tokens of [light, { ...light, ...darkChosen }]) {
      expect(contrast(tokens[text] ?? '', tokens[ground] ?? '')).toBeGreaterThanOrEqual(least);
    }
  });

  test('no text is smaller than 14 px', () => {
    const sizes = [...css.matchAll(/--text-[a-z]+:\s*([\d.]+)rem;/g)].map((match) => Number(match[1]) * 16);
    expect(sizes.length).toBeGreaterThan(6);
    expect(Math.min(...sizes)).toBe(14);
  });
});

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Icon {
  readonly src: string;
  readonly sizes: string;
  readonly type: string;
  readonly purpose: string;
}
interface Manifest {
  readonly start_url: string;
  readonly scope: string;
  readonly display: string;
  readonly icons: readonly Icon[];
  readonly shortcuts: readonly { readonly url: string }[];
}

const read = (name: string) => readFileSync(new URL(`../../public${name}`, import.meta.url));
const manifest = JSON.parse(read('/manifest.webmanifest').toString()) as Manifest;

/** Width and height as the head of a PNG has them. */
function sizeOf(png: Buffer): string {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`;
}

describe('on a home screen', () => {
  test('the app opens at the dashboard, in a window of its own', () => {
    expect(manifest).toMatchObject({ start_url: '/dashboard', scope: '/', display: 'standalone' });
    for (const { url } of manifest.shortcuts) expect(url).toMatch(/^\/dashboard\//);
  });

  test('every icon is there in the size it is said to have', () => {
    for (const { src, sizes, type } of manifest.icons) {
      if (type === 'image/png') expect([src, sizeOf(read(src))]).toEqual([src, sizes]);
      else expect(read(src).toString()).toContain('<svg');
    }
  });

  test('there is what browsers ask for: 192 and 512 pixels, and one that may be cut to any shape', () => {
    const png = manifest.icons.filter(({ type }) => type === 'image/png');
    expect(png.map(({ sizes, purpose }) => `${sizes} ${purpose}`)).toEqual([
      '192x192 any',
      '512x512 any',
      '512x512 maskable',
    ]);
  });

  test('an iPhone finds its own icon, named in the page', () => {
    expect(sizeOf(read('/apple-touch-icon.png'))).toBe('180x180');
    const page = readFileSync(new URL('../../app.html', import.meta.url), 'utf8');
    expect(page).toContain('<link rel="apple-touch-icon" href="/apple-touch-icon.png" />');
  });
});

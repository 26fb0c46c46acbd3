import { expect } from 'vitest';
import { extractText, getDocumentProxy } from 'unpdf';
import type { Person } from './person.ts';

export interface PdfReply {
  readonly bytes: Buffer;
  readonly name: string;
  /** All its words in one line, as a reader that copies them gets them. */
  readonly text: string;
  /** The words of each page. */
  readonly pages: readonly string[];
}

/** Downloads a PDF as this person and reads it with a reader that is not the writer's. */
export async function downloadPdf({ server, token }: Person, path: string): Promise<PdfReply> {
  const reply = await fetch(`${server.url}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect([path, reply.status]).toEqual([path, 200]);
  expect(reply.headers.get('content-type')).toBe('application/pdf');
  const bytes = Buffer.from(await reply.arrayBuffer());
  const name = /filename="([^"]+)"/.exec(reply.headers.get('content-disposition') ?? '')?.[1] ?? '';
  const pages = await pagesOfPdf(bytes);
  return { bytes, name, pages, text: pages.join(' ') };
}

export async function textOfPdf(bytes: Buffer): Promise<string> {
  return (await pagesOfPdf(bytes)).join(' ');
}

async function pagesOfPdf(bytes: Buffer): Promise<string[]> {
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(bytes)), { mergePages: false });
  return text.map((page) => page.replaceAll(/\s+/g, ' ').trim());
}

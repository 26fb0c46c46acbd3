import multipart from '@fastify/multipart';
import type { Upload } from '@mohlat/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DomainError } from './domain-error.ts';

const FIELDS_MAX = 8;
const FIELD_BYTES_MAX = 1024;

/** The uploaded bytes, with the text fields beside them. */
interface Uploaded {
  readonly fields: Readonly<Record<string, string>>;
  readonly content: Buffer;
}

/** Lets routes take bytes and multipart forms. Both are read only where a declaration asks for them. */
export async function acceptUploads(app: FastifyInstance): Promise<void> {
  app.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_, body, done) =>
    done(null, body),
  );
  await app.register(multipart);
}

/**
 * Reads what a declaration's upload carries. Throws payload_too_large; validation_failed when it is not what was
 * declared, breaks off or is empty.
 */
export async function readUpload(request: FastifyRequest, upload: Upload): Promise<Uploaded> {
  if (upload.kind === 'bytes') {
    const { body } = request;
    if (!Buffer.isBuffer(body)) throw refused('body', 'Send the bytes as application/octet-stream');
    if (body.length === 0) throw refused('body', 'There is nothing in it');
    return { fields: {}, content: body };
  }
  // Its sender has gone while it waited for its turn.
  if (request.raw.destroyed) throw refused(upload.field, 'The form could not be read');
  assertForm(request, upload);
  try {
    return await readForm(request, upload.field, upload.bytesMax);
  } catch (error) {
    if (error instanceof DomainError) throw error;
    if ((error as { statusCode?: number }).statusCode === 413) throw new DomainError('payload_too_large');
    throw refused(upload.field, 'The form could not be read');
  }
}

/** Throws validation_failed for what does not even say that it is a form. */
export function assertForm(request: FastifyRequest, { field }: Extract<Upload, { kind: 'form' }>): void {
  if (!request.isMultipart()) throw refused(field, 'Send a multipart/form-data form');
}

async function readForm(request: FastifyRequest, name: string, bytesMax: number): Promise<Uploaded> {
  const fields = new Map<string, string>();
  let content: Buffer | undefined;
  const limits = {
    fileSize: bytesMax,
    files: 1,
    fields: FIELDS_MAX,
    fieldSize: FIELD_BYTES_MAX,
    parts: FIELDS_MAX + 1,
  };
  for await (const part of request.parts({ limits })) {
    if (part.type === 'field') {
      fields.set(part.fieldname, String(part.value));
    } else if (part.fieldname === name) {
      content = await part.toBuffer();
    } else {
      throw refused(part.fieldname.slice(0, 100), 'Unknown field');
    }
  }
  if (!content || content.length === 0) throw refused(name, 'There is nothing in it');
  return { fields: Object.fromEntries(fields), content };
}

function refused(path: string, message: string): DomainError {
  return new DomainError('validation_failed', { errors: [{ path, message }] });
}

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { arch, tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { USER } from './system.ts';
import type { Version } from './version.ts';

interface Blob {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

const MEDIA = 'application/vnd.oci.image';
const ANNOTATION = 'org.opencontainers.image';
/** Files carry no time and no owner's name, so that the same sources make the same image. */
const TAR = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '--numeric-owner', '--format=gnu'];

/** The command of a container where none is given. */
export const PROCESS = {
  entry: ['/usr/local/bin/node'],
  command: ['apps/server/src/main.ts'],
  /** The command that is run to its end before a release, with the owner's address. */
  step: ['apps/server/src/migrate.ts'],
  /** The command that keeps copies of the files. */
  files: ['apps/server/src/keep-files.ts'],
  folder: '/app',
  env: { PATH: '/usr/local/bin', DATA_DIR: '/data', HOST: '0.0.0.0', NODE_ENV: 'production' },
} as const;

/**
 * Writes an image layout of the Open Container Initiative (image-spec 1.0) with a layer for each folder. `podman`, `buildah`,
 * `skopeo` and others read it as `oci:<folder>` or `oci:<folder>:<version>`. Answers its compressed size and the digest of its manifest.
 */
export function writeLayout(
  out: string,
  folders: readonly string[],
  version: Version,
): { bytes: number; digest: string } {
  // Both on the manifest, where registries look, and as labels, which engines keep and show.
  const about = {
    [`${ANNOTATION}.title`]: 'mohlat',
    [`${ANNOTATION}.version`]: version.name,
    [`${ANNOTATION}.revision`]: version.revision,
    [`${ANNOTATION}.created`]: version.createdAt,
  };
  rmSync(out, { recursive: true, force: true });
  mkdirSync(join(out, 'blobs/sha256'), { recursive: true });
  const keep = (mediaType: string, content: Buffer): Blob => {
    const digest = hash(content);
    writeFileSync(join(out, 'blobs/sha256', digest), content);
    return { mediaType, digest: `sha256:${digest}`, size: content.length };
  };
  const layers = folders.map((folder) => {
    const tar = packed(folder);
    return { plain: `sha256:${hash(tar)}`, blob: keep(`${MEDIA}.layer.v1.tar+gzip`, gzipSync(tar)) };
  });
  const config = {
    created: version.createdAt,
    architecture: arch() === 'x64' ? 'amd64' : arch(),
    os: 'linux',
    config: {
      User: `${USER}:${USER}`,
      WorkingDir: PROCESS.folder,
      Entrypoint: PROCESS.entry,
      Cmd: PROCESS.command,
      Env: Object.entries(PROCESS.env).map(([name, value]) => `${name}=${value}`),
      ExposedPorts: { '3000/tcp': {} },
      Volumes: { '/data': {} },
      StopSignal: 'SIGTERM',
      Labels: about,
    },
    rootfs: { type: 'layers', diff_ids: layers.map(({ plain }) => plain) },
  };
  const manifest = keep(
    `${MEDIA}.manifest.v1+json`,
    json({
      schemaVersion: 2,
      mediaType: `${MEDIA}.manifest.v1+json`,
      config: keep(`${MEDIA}.config.v1+json`, json(config)),
      layers: layers.map(({ blob }) => blob),
      annotations: about,
    }),
  );
  writeFileSync(join(out, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }));
  const named = { ...manifest, annotations: { [`${ANNOTATION}.ref.name`]: version.name } };
  writeFileSync(join(out, 'index.json'), json({ schemaVersion: 2, manifests: [named] }));
  return { bytes: layers.reduce((sum, { blob }) => sum + blob.size, 0), digest: manifest.digest };
}

/** Unpacks the layers of a layout into a folder, each over those before, as a container engine does. Throws where a digest differs. */
export function unpackLayout(layout: string, root: string): void {
  const read = ({ digest }: Pick<Blob, 'digest'>): Buffer => {
    const name = digest.replace('sha256:', '');
    const content = readFileSync(join(layout, 'blobs/sha256', name));
    if (hash(content) !== name) throw new Error(`${digest} is not what its name says`);
    return content;
  };
  const index = JSON.parse(readFileSync(join(layout, 'index.json'), 'utf8')) as { manifests: Blob[] };
  const manifest = JSON.parse(read(index.manifests[0]!).toString()) as { layers: Blob[] };
  for (const layer of manifest.layers)
    execFileSync('tar', ['-xzf', '-', '-C', root], {
      input: read(layer),
      stdio: ['pipe', 'ignore', 'inherit'],
    });
}

function packed(folder: string): Buffer {
  const work = mkdtempSync(join(tmpdir(), 'mohlat-layer-'));
  const file = join(work, 'layer.tar');
  try {
    execFileSync('tar', [...TAR, '-cf', file, '-C', folder, '.']);
    return readFileSync(file);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function hash(content: Buffer): string {
  return createHash('sha256').update(content).digest('hex');
}

function json(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

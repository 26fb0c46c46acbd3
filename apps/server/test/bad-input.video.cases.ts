import { randomUUID } from 'node:crypto';
import type { Bad } from './bad-input.cases.ts';

const INVALID = [422, 'validation_failed'] as const;
const RECORDINGS = '/kyc/video/recordings';
const handedIn = (change: object) => ({
  partCount: 1,
  sha256: 'a'.repeat(64),
  latitude: 18.52,
  longitude: 73.85,
  ...change,
});
const complete = (name: string, change: object, fields: readonly string[]): Bad => ({
  name: `a recording handed in ${name}`,
  path: `${RECORDINGS}/${randomUUID()}/complete`,
  body: handedIn(change),
  expect: INVALID,
  fields,
});

/** Requests of the video step and of its review that must be refused. */
export const VIDEO_CASES: readonly Bad[] = [
  complete('with no part', { partCount: 0 }, ['partCount']),
  complete('with more parts than there can be', { partCount: 65 }, ['partCount']),
  complete('with half a part', { partCount: 1.5 }, ['partCount']),
  complete('with a hash that is none', { sha256: 'A'.repeat(64) }, ['sha256']),
  complete('beyond the pole', { latitude: 90.01 }, ['latitude']),
  complete('beyond the date line', { longitude: -180.5 }, ['longitude']),
  complete('nowhere', { latitude: undefined, longitude: undefined }, ['latitude', 'longitude']),
  complete('with a word for its place', { latitude: 'Pune' }, ['latitude']),
  complete('with an unknown field', { status: 'verified' }, ['status']),
  {
    name: 'a recording handed in under a phrase that is no id',
    path: `${RECORDINGS}/phrase/complete`,
    body: handedIn({}),
    expect: INVALID,
    fields: ['challengeId'],
  },
  {
    name: 'a recording handed in under an invented phrase',
    path: `${RECORDINGS}/${randomUUID()}/complete`,
    body: handedIn({}),
    expect: [404, 'not_found'],
  },
  {
    name: 'a part beyond the last',
    method: 'PUT',
    path: `${RECORDINGS}/${randomUUID()}/parts/64`,
    body: 'x',
    headers: { 'content-type': 'application/octet-stream' },
    expect: INVALID,
    fields: ['index'],
  },
  {
    name: 'a part under an invented phrase',
    method: 'PUT',
    path: `${RECORDINGS}/${randomUUID()}/parts/0`,
    body: 'x',
    headers: { 'content-type': 'application/octet-stream' },
    expect: [404, 'not_found'],
  },
  {
    name: 'a whole recording as JSON',
    path: RECORDINGS,
    body: { challengeId: randomUUID(), latitude: 18, longitude: 73 },
    expect: INVALID,
    fields: ['video'],
  },
  {
    name: 'a step that is begun with a verdict in its hand',
    path: '/kyc/video',
    body: { status: 'verified' },
    expect: INVALID,
    fields: ['status'],
  },
  {
    name: 'a verdict of a person who is not of the staff',
    path: `/admin/kyc/reviews/${randomUUID()}`,
    body: { decision: 'approve' },
    expect: [403, 'admin_required'],
  },
  {
    name: 'nonsense sent to staff by a person who is not of them',
    path: '/admin/kyc/reviews/nonsense',
    body: { decision: 'perhaps' },
    expect: [403, 'admin_required'],
  },
];

import type { PartState, StatusPart } from '@mohlat/contract';
import { expect, test } from 'vitest';
import type { KeptFigure } from '#platform/figures/figures.ts';
import { statusOf } from './status.rules.ts';

const NOW = new Date('2026-11-25T10:00:00Z');
const AT = new Date('2026-11-25T09:59:45Z');
const said = (name: string, label: string, value: number, read_at = AT): KeptFigure => ({
  name,
  label,
  value,
  read_at,
});

const DECLARED = [
  'mohlat_jobs_waiting',
  'mohlat_jobs_dead',
  'mohlat_provider_circuit',
  'mohlat_provider_calls',
  'mohlat_provider_failures',
  'mohlat_payment_unknown_seconds',
].map((name) => ({ name }));
const BASE = said('mohlat_jobs_waiting', '', 3);

test.each<[string, StatusPart, PartState, readonly KeptFigure[]]>([
  ['nothing is wrong', 'paying', 'fine', []],
  ['the circuit of the rail is open', 'paying', 'down', [said('mohlat_provider_circuit', 'setu_billpay', 2)]],
  ['the rail is being tried', 'paying', 'slow', [said('mohlat_provider_circuit', 'setu_billpay', 1)]],
  [
    'a bill has had no outcome for eleven minutes',
    'paying',
    'slow',
    [said('mohlat_payment_unknown_seconds', '', 660)],
  ],
  [
    'a bill has had no outcome for ten minutes',
    'paying',
    'fine',
    [said('mohlat_payment_unknown_seconds', '', 600)],
  ],
  ['another provider is away', 'paying', 'fine', [said('mohlat_provider_circuit', 'decentro', 2)]],
  ['the bureau is away', 'credit', 'down', [said('mohlat_provider_circuit', 'decentro', 2)]],
  [
    'six of ten calls fail',
    'messages',
    'slow',
    [said('mohlat_provider_calls', 'msg91', 10), said('mohlat_provider_failures', 'msg91', 6)],
  ],
  [
    'half of ten calls fail',
    'messages',
    'fine',
    [said('mohlat_provider_calls', 'msg91', 10), said('mohlat_provider_failures', 'msg91', 5)],
  ],
  [
    'all of nine calls fail',
    'messages',
    'fine',
    [said('mohlat_provider_calls', 'msg91', 9), said('mohlat_provider_failures', 'msg91', 9)],
  ],
  [
    'one figure is three minutes old',
    'repaying',
    'unknown',
    [said('mohlat_jobs_dead', '', 0, new Date('2026-11-25T09:57:00Z'))],
  ],
  [
    'one figure is of a clock that was an hour ahead',
    'repaying',
    'unknown',
    [said('mohlat_jobs_dead', '', 0, new Date('2026-11-25T11:00:00Z'))],
  ],
  [
    'one figure is of a clock that is half a minute ahead',
    'repaying',
    'fine',
    [said('mohlat_jobs_dead', '', 0, new Date('2026-11-25T10:00:30Z'))],
  ],
])('STAT-01: when %s, %s is %s', (_, part, state, figures) => {
  const { parts } = statusOf([BASE, ...figures], NOW, DECLARED, false);
  expect(parts.find((one) => one.part === part)?.state).toBe(state);
});

test('STAT-01: given figures that only a newer release reads, when they grow old, they count for nothing', () => {
  const foreign = said('mohlat_of_a_newer_release', '', 0, new Date('2026-11-25T09:00:00Z'));
  const { asOf, parts } = statusOf([BASE, foreign], NOW, DECLARED, false);
  expect(asOf).toBe(AT.toISOString());
  expect(new Set(parts.map(({ state }) => state))).toEqual(new Set(['fine']));
  expect(statusOf([foreign], NOW, DECLARED, false).asOf).toBeNull();
});

test('STAT-01: given no figure at all, everything is unknown and no time is named', () => {
  const { asOf, parts } = statusOf([], NOW, DECLARED, false);
  expect(asOf).toBeNull();
  expect(new Set(parts.map(({ state }) => state))).toEqual(new Set(['unknown']));
});

test.each([
  ['fresh figures', 'fine', [BASE]],
  ['no figure at all', 'unknown', []],
] as const)(
  'STAT-01: given %s and bills that are refused, then paying is down and the rest is %s',
  (_, rest, figures) => {
    const { parts } = statusOf(figures, NOW, DECLARED, true);
    const states = Object.fromEntries(parts.map(({ part, state }) => [part, state]));
    expect(states).toEqual({ paying: 'down', repaying: rest, identity: rest, credit: rest, messages: rest });
  },
);

import { Counter, Gauge, type Registry } from 'prom-client';
import { INSTALLATION } from './auth.mail-asks.service.ts';
import { findMailsAsked, findSmsOfHour } from './auth.messages.repo.ts';
import type { AuthParts } from './auth.parts.ts';

/** The figures that an operator watches of one kind of messages. */
interface Watched {
  readonly hour: { readonly name: string; readonly help: string; read(): Promise<number> };
  readonly max: { readonly name: string; readonly help: string; readonly value: number };
  readonly refused: { readonly name: string; readonly help: string };
  readonly cap: { readonly refusedCount: number };
}

/** Adds what an operator watches: messages of this hour against their bounds, and how often those refused one. */
export function registerMessageMetrics(parts: AuthParts, metrics: Registry): void {
  const { settings, machineClock, db } = parts;
  register(metrics, {
    hour: {
      name: 'auth_sms_hour',
      help: 'SMS with a code or a security notice, sent in this hour by the whole installation',
      read: () =>
        db.plain((tx) => findSmsOfHour(tx, machineClock.now())).then(({ sent, notices }) => sent + notices),
    },
    max: {
      name: 'auth_sms_hour_max',
      help: 'How many codes an hour may have; a notice goes while both together are fewer',
      value: settings.smsPerHourMax,
    },
    refused: {
      name: 'auth_sms_refused_by_cap_total',
      help: 'SMS that this bound refused: raise an alarm when it rises',
    },
    cap: parts.smsCap,
  });
  register(metrics, {
    hour: {
      name: 'auth_mail_hour',
      help: 'Mails with a code or link, asked for in this hour of the whole installation, sent or not',
      read: () => findMailsAsked(db, INSTALLATION, machineClock.now()),
    },
    max: {
      name: 'auth_mail_hour_max',
      help: 'How many of them an hour may have; strangers have four fifths',
      value: settings.mailPerInstallationPerHourMax,
    },
    refused: {
      name: 'auth_mail_refused_by_cap_total',
      help: 'Mails that this bound refused: raise an alarm when it rises',
    },
    cap: parts.mailCap,
  });
}

function register(metrics: Registry, { hour: asked, max: bound, refused: refusals, cap }: Watched): void {
  const registers = [metrics];
  const hour = new Gauge({
    name: asked.name,
    help: asked.help,
    registers,
    async collect() {
      // Without the database the figure is left out of date, and the others are told all the same.
      await asked.read().then(
        (value) => this.set(value),
        () => {},
      );
    },
  });
  const max = new Gauge({ name: bound.name, help: bound.help, registers });
  const refused = new Counter({
    name: refusals.name,
    help: refusals.help,
    registers,
    collect() {
      this.reset();
      this.inc(cap.refusedCount);
    },
  });
  max.set(bound.value);
  hour.set(0);
  refused.inc(0);
}

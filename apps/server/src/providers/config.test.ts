import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { providersConfigFromEnv } from './config.ts';

const live = {
  SETU_BILLPAY_URL: 'https://coudc.setu.co/',
  SETU_BILLPAY_CLIENT_ID: 'id',
  SETU_BILLPAY_SECRET: 's',
  SETU_BILLPAY_PARTNER_ID: '4211',
  SETU_BILLPAY_AGENT_ID: 'AGENT',
  SETU_BILLPAY_AGENT_IP: '203.0.113.7',
  SETU_BILLPAY_AGENT_MAC: '00-00-5E-00-53-01',
  SETU_BILLPAY_CALLBACK_TOKEN: 't',
  SETU_BILLPAY_ACCOUNT_INFO: 'HDFC0000001|50200000000001',
  SETU_DATA_URL: 'https://dg.setu.co',
  SETU_DATA_CLIENT_ID: 'id',
  SETU_DATA_CLIENT_SECRET: 's',
  SETU_DATA_PAN_PRODUCT_INSTANCE_ID: 'p1',
  SETU_DATA_NAME_MATCH_PRODUCT_INSTANCE_ID: 'p2',
  SETU_DATA_DIGILOCKER_PRODUCT_INSTANCE_ID: 'p3',
  SETU_DATA_BAV_PRODUCT_INSTANCE_ID: 'p4',
  SETU_DATA_CALLBACK_TOKEN: 't',
  DECENTRO_URL: 'https://in.decentro.tech',
  DECENTRO_CLIENT_ID: 'id',
  DECENTRO_CLIENT_SECRET: 's',
  DECENTRO_MODULE_SECRET: 'm',
  RAZORPAY_API_URL: 'https://api.razorpay.com',
  RAZORPAY_KEY_ID: 'rzp_live_1',
  RAZORPAY_KEY_SECRET: 's',
  RAZORPAY_WEBHOOK_SECRET: 'w',
  GRIEVANCE_OFFICER_EMAIL: 'grievance@mohlat.example',
  GRIEVANCE_OFFICER_PHONE: '+91 22 1234 5678',
  MSG91_URL: 'https://control.msg91.com',
  MSG91_AUTHKEY: 'k',
  MSG91_TEMPLATE_IDS: '{"otp":"65f0"}',
  MSG91_CALLBACK_TOKEN: 't',
  SMTP_URL: 'smtps://mail.example:465',
  SMTP_USER: 'mail@er',
  SMTP_PASSWORD: 'p/w',
  SMTP_FROM: 'Mohlat <no-reply@mohlat.example>',
};

const missingOf = (
  env: Record<string, string | undefined>,
  smsTemplates: readonly string[] = [],
): string[] => {
  const result = providersConfigFromEnv(env, smsTemplates);
  return 'missing' in result ? result.missing : [];
};

it('given every variable in a file of its own, reads the same configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mohlat-secrets-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const optional = {
    RAZORPAY_PREVIOUS_WEBHOOK_SECRET: 'before',
    SMTP_CALLBACK_TOKEN: 'token',
    REVIEW_DESK_KEY: 'k',
    REVIEW_DESK_WEBHOOK_SECRET: 'w',
  };
  const inFiles = Object.entries({ ...live, ...optional })
    .filter(([name]) => name !== 'SMTP_USER')
    .map(([name, value]) => {
      writeFileSync(join(folder, name), `${value}\n`);
      return [`${name}_FILE`, join(folder, name)];
    });
  const rest = { SMTP_USER: live.SMTP_USER, REVIEW_DESK_URL: 'https://desk.example' };
  expect(providersConfigFromEnv({ ...Object.fromEntries(inFiles), ...rest }, [])).toEqual(
    providersConfigFromEnv({ ...live, ...optional, ...rest }, []),
  );
});

it('reads a complete environment, with the public addresses as defaults', () => {
  const result = providersConfigFromEnv(live, ['otp']);
  if ('missing' in result) throw new Error(result.missing.join());
  expect(result.config.setuBillPay).toMatchObject({ url: 'https://coudc.setu.co', partnerId: 4211 });
  expect(result.config.razorpay.checkoutJsUrl).toBe('https://checkout.razorpay.com/v1/checkout.js');
  expect(result.config.msg91.templateIds).toEqual({ otp: '65f0' });
  expect(new URL(result.config.smtp.url)).toMatchObject({ username: 'mail%40er', password: 'p%2Fw' });
});

it("lends a payer without contacts the lender's own", () => {
  const payerOf = (env: Record<string, string>) => {
    const result = providersConfigFromEnv({ ...live, ...env }, []);
    return 'missing' in result ? result.missing : result.config.razorpay.payer;
  };
  expect(payerOf({})).toEqual({ email: 'grievance@mohlat.example', contact: '+912212345678' });
  expect(payerOf({ RAZORPAY_PAYER_EMAIL: 'dues@mohlat.example' })).toMatchObject({
    email: 'dues@mohlat.example',
  });
  expect(payerOf({ RAZORPAY_PAYER_CONTACT: 'none' })).toEqual([
    'RAZORPAY_PAYER_CONTACT (must be an Indian telephone number)',
  ]);
});

it('names every missing variable at once', () => {
  expect(missingOf({})).toEqual(expect.arrayContaining(['SETU_BILLPAY_URL', 'DECENTRO_URL', 'SMTP_FROM']));
  expect(missingOf({ ...live, RAZORPAY_KEY_SECRET: ' ', MSG91_AUTHKEY: undefined })).toEqual([
    'RAZORPAY_KEY_SECRET',
    'MSG91_AUTHKEY',
  ]);
});

it('refuses plain transport to anything but this machine', () => {
  expect(missingOf({ ...live, DECENTRO_URL: 'http://in.decentro.tech' })[0]).toMatch(/^DECENTRO_URL /);
  expect(missingOf({ ...live, SMTP_URL: 'smtp://mail.example' })[0]).toMatch(/^SMTP_URL /);
  expect(missingOf({ ...live, DECENTRO_URL: 'http://127.0.0.1:3100/decentro' })).toEqual([]);
});

it('asks for the video desk only where the video step is done there', () => {
  const desk = {
    KYC_VIDEO: 'provider',
    CASHFREE_VRS_URL: 'https://api.cashfree.com/verification',
    CASHFREE_VRS_CLIENT_ID: 'id',
    CASHFREE_VRS_CLIENT_SECRET: 's',
    CASHFREE_VRS_USER_TEMPLATE: 'person',
    CASHFREE_VRS_AGENT_TEMPLATE: 'agent',
  };
  expect(missingOf(live)).toEqual([]);
  expect(missingOf({ ...live, KYC_VIDEO: 'provider' })).toEqual([
    'CASHFREE_VRS_URL',
    'CASHFREE_VRS_CLIENT_ID',
    'CASHFREE_VRS_CLIENT_SECRET',
    'CASHFREE_VRS_USER_TEMPLATE',
    'CASHFREE_VRS_AGENT_TEMPLATE',
  ]);
  const result = providersConfigFromEnv({ ...live, ...desk }, []);
  if ('missing' in result) throw new Error(result.missing.join());
  expect(result.config.cashfreeVrs).toMatchObject({ apiVersion: '2024-12-01', userTemplate: 'person' });
  // Calls that are open at the desk are still asked about there once the step is done here again.
  const back = providersConfigFromEnv({ ...live, ...desk, KYC_VIDEO: 'inhouse' }, []);
  if ('missing' in back) throw new Error(back.missing.join());
  expect(back.config.cashfreeVrs).toEqual(result.config.cashfreeVrs);
  // A part of its settings is no desk, and keeps nobody from starting.
  const { KYC_VIDEO: _, CASHFREE_VRS_CLIENT_SECRET: secret, ...part } = desk;
  expect(secret).toBeDefined();
  const without = providersConfigFromEnv({ ...live, ...part }, []);
  if ('missing' in without) throw new Error(without.missing.join());
  expect(without.config.cashfreeVrs).toBeUndefined();
});

it('refuses values that cannot work', () => {
  expect(missingOf({ ...live, SETU_BILLPAY_PARTNER_ID: 'four' })).toHaveLength(1);
  expect(missingOf({ ...live, MSG91_TEMPLATE_IDS: '[1]' })).toHaveLength(1);
});

it('names every text by SMS that has to have a registered id and has none', () => {
  const names = ['auth.otp', 'auth.otp_link', 'payment.paid'];
  const ids = (text: string) => missingOf({ ...live, MSG91_TEMPLATE_IDS: text }, names);
  const whole = { 'auth.otp': '65f0', 'auth.otp_link': '65f1', 'payment.paid': '65f2' };
  expect(ids(JSON.stringify(whole))).toEqual([]);
  expect(ids('{}')).toEqual([
    'MSG91_TEMPLATE_IDS (no registered id of auth.otp, auth.otp_link, payment.paid)',
  ]);
  expect(ids(JSON.stringify({ ...whole, 'auth.otp': ' ', 'payment.paid': 7 }))).toEqual([
    'MSG91_TEMPLATE_IDS (no registered id of auth.otp, payment.paid)',
  ]);
});

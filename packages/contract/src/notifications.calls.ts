import { declareCall } from './endpoint.ts';

export const listNotifications = declareCall({
  name: 'listNotifications',
  method: 'GET',
  path: '/notifications',
});

export const readNotification = declareCall({
  name: 'readNotification',
  method: 'POST',
  path: '/notifications/{id}/read',
});

export const readAllNotifications = declareCall({
  name: 'readAllNotifications',
  method: 'POST',
  path: '/notifications/read-all',
});

/**
 * Queued: waits, perhaps for another try. Sent: the next hand took it. Delivered, failed: what that hand said since, or at
 * once. Bounced: a mail that was taken and came back. Unknown: there was no answer, and an SMS is not sent twice. Dropped: its time
 * was over before it could leave, or mails to its address come back.
 */
export const DELIVERY_STATUSES = [
  'queued',
  'sent',
  'delivered',
  'failed',
  'bounced',
  'unknown',
  'dropped',
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Every text the product sends, by its name in the list of what was sent. */
export const MESSAGE_TEMPLATES = [
  'account.blocked',
  'account.closed',
  'account.unblocked',
  'auth.change_begun',
  'auth.confirm',
  'auth.contact_taken_back',
  'auth.email_change',
  'auth.email_changed',
  'auth.factor_added',
  'auth.factor_code_used_again',
  'auth.factor_locked',
  'auth.factor_removed',
  'auth.identity_linked',
  'auth.identity_unlinked',
  'auth.invite',
  'auth.magic_link',
  'auth.new_sign_in',
  'auth.otp',
  'auth.otp_link',
  'auth.password_changed',
  'auth.passwords_refused',
  'auth.phone_changed',
  'auth.reauthentication',
  'auth.recovery',
  'auth.recovery_codes_locked',
  'auth.recovery_codes_made',
  'credit.ended',
  'credit.lowered',
  'credit.on_hold',
  'hardship.noted',
  'kyc.due',
  'kyc.lapsed',
  'kyc.pan_lost',
  'kyc.pan_rejected',
  'kyc.pan_verified',
  'kyc.video_rejected',
  'kyc.video_verified',
  'loan.closed',
  'loan.settled',
  'loan.settlement_agreed',
  'loan.settlement_over',
  'mandate.active',
  'mandate.debit_back_paid',
  'mandate.debit_due',
  'mandate.debit_failed',
  'mandate.debited',
  'mandate.debited_late',
  'mandate.paused',
  'mandate.rejected',
  'mandate.stopped',
  'mandate.unanswered',
  'payment.cancelled',
  'payment.failed',
  'payment.frozen',
  'payment.late_success',
  'payment.paid',
  'payment.reversed',
  'payment.reversed_refund',
  'payment.thawed',
  'refund.refused',
  'refund.returned',
  'refund.transferred',
  'reminder.autopay',
  'reminder.autopay_after_charge',
  'reminder.autopay_or_charge',
  'reminder.charge_due_soon',
  'reminder.charge_due_today',
  'reminder.charge_help',
  'reminder.charge_missed',
  'reminder.charge_tomorrow',
  'reminder.charge_unanswered',
  'reminder.charged',
  'reminder.charged_by_day',
  'reminder.charged_unanswered',
  'reminder.due_soon',
  'reminder.due_today',
  'reminder.formal_30',
  'reminder.formal_60',
  'reminder.formal_90',
  'reminder.help',
  'reminder.missed',
  'repayment.counts_again',
  'repayment.link_sent',
  'repayment.not_smaller',
  'repayment.received',
  'repayment.received_by_either',
  'repayment.received_by_link',
  'repayment.smaller',
  'repayment.taken_back',
  'support.answered',
  'support.answered_visitor',
  'support.forwarded',
  'support.received',
  'support.written_again',
] as const;

/** Why a message stands as it does; of a bounce and an operator's report the code follows after an underscore. */
export const DELIVERY_REASONS = [
  'address_bounced',
  'address_refused',
  'bounced',
  'given_up',
  'no_answer',
  'operator',
  'put_off',
  'refused',
  'too_late',
] as const;

export const listDeliveries = declareCall({
  name: 'listDeliveries',
  method: 'GET',
  path: '/admin/users/{id}/deliveries',
  access: 'admin',
  roles: ['support', 'risk', 'admin'],
});

import { sendSupportMessage, type BodyOf } from '@mohlat/contract';
import { call } from '../../lib/api.ts';

export type SupportMessage = BodyOf<typeof sendSupportMessage>;

export const sendMessage = (body: SupportMessage) => call(sendSupportMessage, { body });

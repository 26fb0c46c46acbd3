import bcrypt from 'bcryptjs';
import { doWork } from '@mohlat/platform/pools/thread-work.ts';

export interface BcryptOrder {
  readonly password: string;
  readonly stored: string;
}

doWork(({ password, stored }: BcryptOrder) => bcrypt.compareSync(password, stored));

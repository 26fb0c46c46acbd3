import type { FastifyInstance } from 'fastify';
import { installFaults } from '../core/fault-hook.ts';
import type { World } from '../core/world.ts';

/** Banks the directory knows by the first four letters of a code. */
const BANKS: Record<string, string> = {
  ABCD: 'Sandbox Bank',
  BARB: 'Bank of Baroda',
  BKID: 'Bank of India',
  CBIN: 'Central Bank of India',
  CITI: 'Citibank',
  CNRB: 'Canara Bank',
  FDRL: 'Federal Bank',
  HDFC: 'HDFC Bank',
  IBKL: 'IDBI Bank',
  ICIC: 'ICICI Bank',
  IDFB: 'IDFC First Bank',
  INDB: 'IndusInd Bank',
  KKBK: 'Kotak Mahindra Bank',
  PUNB: 'Punjab National Bank',
  SBIN: 'State Bank of India',
  SCBL: 'Standard Chartered Bank',
  UBIN: 'Union Bank of India',
  UTIB: 'Axis Bank',
  YESB: 'Yes Bank',
};

function branchOf(ifsc: string, bank: string) {
  const isSandbox = ifsc === 'ABCD0123456';
  return {
    BANK: bank,
    BANKCODE: ifsc.slice(0, 4),
    IFSC: ifsc,
    BRANCH: isSandbox ? 'Jayanagar' : `Branch ${ifsc.slice(5)}`,
    CENTRE: 'Bengaluru',
    DISTRICT: 'Bengaluru Urban',
    STATE: 'Karnataka',
    CITY: 'Bengaluru',
    ADDRESS: '14, 2nd Cross, Jayanagar, Bengaluru 560041',
    CONTACT: '+918000000000',
    MICR: null,
    SWIFT: null,
    ISO3166: 'IN-KA',
    IMPS: true,
    NEFT: true,
    RTGS: true,
    UPI: true,
  };
}

/** The branch of the documented account that fails: its code has no zero where others have one. */
const TEST_BRANCH = 'DCBA6543210';

const NOT_FOUND = JSON.stringify('Not Found');

export type IfscTwin = { plugin: (app: FastifyInstance) => Promise<void> };

/** The branch directory: Razorpay IFSC. */
export function createIfsc(world: World): IfscTwin {
  return {
    async plugin(app) {
      installFaults(app, world, 'ifsc', (status) =>
        status === 404 ? NOT_FOUND : { error: 'Internal Server Error' },
      );
      app.get<{ Params: { ifsc: string } }>(
        '/:ifsc',
        { config: { op: 'lookup' } },
        async (request, reply) => {
          const { ifsc } = request.params;
          if (ifsc === 'SBXX0000500') return reply.code(500).send({ error: 'Internal Server Error' });
          if (ifsc === 'SBXX0000408') {
            await world.holds.hold(reply);
            return reply;
          }
          const bank = BANKS[ifsc.slice(0, 4)];
          if (ifsc === TEST_BRANCH) return branchOf(ifsc, 'Sandbox Bank');
          if (!/^[A-Z]{4}0[A-Z0-9]{6}$/.test(ifsc) || bank === undefined)
            return reply.code(404).type('application/json').send(NOT_FOUND);
          return branchOf(ifsc, bank);
        },
      );
    },
  };
}

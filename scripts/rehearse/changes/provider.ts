import type { Change } from './change.ts';

const FOLDER = 'apps/server/src/providers/pin-codes';
/** Put together here: the product has no such setting. */
const SETTING = ['PIN', 'CODES', 'URL'].join('_');

export const provider: Change = {
  about: 'a provider: a directory of PIN codes',
  filesMax: 10,
  edits: [
    {
      file: `${FOLDER}/port.ts`,
      text: `import type { CallContext } from '../call-context.ts';

export interface PinCodesPort {
  /** The district of a PIN code; undefined where there is none. */
  districtOf(pinCode: string, c?: CallContext): Promise<string | undefined>;
}
`,
    },
    {
      file: `${FOLDER}/wire.ts`,
      text: `import { z } from 'zod';

/** One flat object for each PIN code. */
export const districtAnswer = z.object({ DISTRICT: z.string() });
`,
    },
    {
      file: `${FOLDER}/adapter.ts`,
      text: `import type { PinCodesConfig } from '../config.ts';
import { type Dialect, readWire, type Transport } from '../transport.ts';
import type { PinCodesPort } from './port.ts';
import { districtAnswer } from './wire.ts';

const at = { provider: 'pin_codes', op: 'districtOf' } as const;

export function createPinCodes(config: PinCodesConfig, deps: { transport: Transport }): PinCodesPort {
  const dialect: Dialect = {
    provider: 'pin_codes',
    baseUrl: config.url,
    headers: () => ({}),
    codeOf: () => undefined,
    traceOf: () => undefined,
  };
  return {
    async districtOf(pinCode, c) {
      const answer = await deps.transport.call(dialect, {
        op: at.op,
        kind: 'read',
        timeout: 'read',
        repeats: { notDone: 1, unknown: 1 },
        method: 'GET',
        path: \`/\${pinCode}\`,
        alsoGood: [404],
        context: c,
      });
      return answer.status === 404 ? undefined : readWire(districtAnswer, answer.json, at).DISTRICT;
    },
  };
}
`,
    },
    {
      file: `${FOLDER}/pin-codes.contract.test.ts`,
      text: `import { afterAll, beforeAll, expect, it } from 'vitest';
import { openSandbox, type SandboxWorld } from '#test/sandbox.ts';

let world: SandboxWorld;
beforeAll(async () => {
  world = await openSandbox();
});
afterAll(() => world.close());

it('names the district of a PIN code', async () => {
  expect(await world.providers.pinCodes.districtOf('560041')).toBe('Bengaluru Urban');
});
`,
    },
    {
      file: 'apps/server/src/providers/index.ts',
      puts: [
        {
          at: 'import { createRazorpay } from',
          before:
            "import { createPinCodes } from './pin-codes/adapter.ts';\nimport type { PinCodesPort } from './pin-codes/port.ts';",
        },
        { at: 'ifsc: IfscPort;', after: '  /** The district of a PIN code. */\n  pinCodes: PinCodesPort;' },
        {
          at: 'ifsc: createIfsc(',
          after: '    pinCodes: createPinCodes(config.pinCodes, shared),',
        },
      ],
    },
    {
      file: 'apps/server/src/providers/config.ts',
      puts: [
        {
          at: 'export interface ReviewDeskConfig {',
          before: 'export interface PinCodesConfig {\n  url: string;\n}\n',
        },
        { at: 'ifsc: IfscConfig;', after: '  pinCodes: PinCodesConfig;' },
        { at: 'ifsc: { url: `${base}/ifsc` },', after: '    pinCodes: { url: `${base}/pin-codes` },' },
        { at: "ifsc: { url: url('IFSC_URL'", after: `    pinCodes: { url: url('${SETTING}') },` },
      ],
    },
    {
      file: 'apps/server/src/providers/call-context.ts',
      puts: [{ at: "'review_desk',", after: "  'pin_codes'," }],
    },
    {
      file: 'apps/sandbox/src/pin-codes/index.ts',
      text: `import type { FastifyInstance } from 'fastify';
import { installFaults } from '../core/fault-hook.ts';
import type { World } from '../core/world.ts';

/** The directory of PIN codes. */
export function createPinCodes(world: World) {
  return {
    async plugin(app: FastifyInstance): Promise<void> {
      installFaults(app, world, 'ifsc', () => ({ error: 'Internal Server Error' }));
      app.get('/:pinCode', async () => ({ DISTRICT: 'Bengaluru Urban' }));
    },
  };
}
`,
    },
    {
      file: 'apps/sandbox/src/twins.ts',
      puts: [
        {
          at: 'import { createRazorpay } from',
          before: "import { createPinCodes } from './pin-codes/index.ts';",
        },
        { at: 'ifsc: createIfsc(world),', after: '    pinCodes: createPinCodes(world),' },
        { at: "['/ifsc', twins.ifsc.plugin],", after: "    ['/pin-codes', twins.pinCodes.plugin]," },
      ],
    },
    {
      file: 'docs/configuration.md',
      puts: [{ at: '| branch directory ', after: `| directory of PIN codes | \`${SETTING}\` |` }],
    },
  ],
  generated: [],
};

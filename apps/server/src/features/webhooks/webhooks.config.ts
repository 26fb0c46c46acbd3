import { ConfigError } from '#platform/config/config.ts';
import { isAddressRange } from '#platform/http/client-address.ts';

/**
 * The addresses from which Setu calls back, as it names them: its call-backs are not signed. `SETU_CALLBACK_ADDRESSES`; undefined
 * where any address may. Throws ConfigError.
 */
export function readSetuAddresses(
  env: Readonly<Record<string, string | undefined>>,
): readonly string[] | undefined {
  const given = (env.SETU_CALLBACK_ADDRESSES ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  for (const entry of given)
    if (!isAddressRange(entry))
      throw new ConfigError(
        `SETU_CALLBACK_ADDRESSES has "${entry}"; use addresses and ranges such as 203.0.113.0/24, by commas`,
      );
  return given.length > 0 ? given : undefined;
}

/** API addresses that no first screen needs. Import this file in each file that calls such an address. */
import { laterAddresses } from '#contract/later-addresses';
import { registerAddresses } from '#web/api.ts';

registerAddresses(laterAddresses);

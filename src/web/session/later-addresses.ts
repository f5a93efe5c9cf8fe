/** Addresses that no first screen needs. To be imported where one of them is called. */
import { laterAddresses } from '#contract/later-addresses';
import { learnAddresses } from '#web/api.ts';

learnAddresses(laterAddresses);

import { textTable } from '#texts/say';

export const BADGE_KINDS = textTable({ badge: 'badges.badge', card: 'badges.card' });

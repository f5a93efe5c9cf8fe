import { catalogue as de } from './de/catalogue.ts';
import { catalogue as en } from './en/catalogue.ts';
import { catalogue as es } from './es/catalogue.ts';
import { catalogue as fr } from './fr/catalogue.ts';
import { catalogue as ptBR } from './pt-BR/catalogue.ts';
import type { Language } from './languages.ts';
import type { Catalogue } from './message.ts';

/** Parts of the texts. A browser loads those that its screens show: never `server`, `letters` and `documents`. */
export type Area = keyof typeof en;

export const CATALOGUES = { en, de, es, fr, 'pt-BR': ptBR } satisfies Record<
  Language,
  Record<Area, Catalogue>
>;

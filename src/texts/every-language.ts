import { adminTexts } from './en/admin.ts';
import { documentTexts } from './en/documents.ts';
import { employeeTexts } from './en/employee.ts';
import { laterTexts } from './en/later.ts';
import { letterTexts } from './en/letters.ts';
import { publicTexts } from './en/public.ts';
import { serverTexts } from './en/server.ts';
import type { Language } from './languages.ts';
import type { Catalogue } from './message.ts';

/** Parts of the texts. A browser loads those that its screens show: never `server`, `letters` and `documents`. */
export type Area = 'public' | 'employee' | 'later' | 'admin' | 'server' | 'letters' | 'documents';

export const CATALOGUES = {
  en: {
    public: publicTexts,
    employee: employeeTexts,
    later: laterTexts,
    admin: adminTexts,
    server: serverTexts,
    letters: letterTexts,
    documents: documentTexts,
  },
} satisfies Record<Language, Record<Area, Catalogue>>;

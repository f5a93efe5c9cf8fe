import { adminTexts } from './admin.ts';
import { documentTexts } from './documents.ts';
import { employeeTexts } from './employee.ts';
import { laterTexts } from './later.ts';
import { letterTexts } from './letters.ts';
import { publicTexts } from './public.ts';
import { serverTexts } from './server.ts';

export const catalogue = {
  public: publicTexts,
  employee: employeeTexts,
  later: laterTexts,
  admin: adminTexts,
  server: serverTexts,
  letters: letterTexts,
  documents: documentTexts,
};
